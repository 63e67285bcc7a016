// Below the lines: for each reader the word that is looked at, and the numbers of its row.

import { ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, rowOf, strongestOf } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { currentRows, mapOf, rowNumber } from "./memory_state.js";

/** @import { State } from "./memory_state.js" */

/** @param {State} state */
export const memoryCards = (state) =>
  html`<details><summary>${t("The numbers of these rows")}</summary
    ><div class="cards">${currentRows(state).map((current, reader) => {
      const { hover } = state;
      return card(state, reader, (hover?.reader === reader ? hover.row : undefined) ?? current);
    })}</div></details>`;

/** @type {(state: State, reader: number, row: number) => unknown} */
function card(state, reader, row) {
  const { language, tokens } = state.readers[reader],
    { text, lang } = tokens[row];
  const values = rowOf(mapOf(state, reader), row),
    best = strongestOf(values),
    weighed = state.shown === "weight";
  const [weight, contribution] = /** @type {const} */ (["weight", "contribution"]).map((name) =>
    number(rowOf(mapOf(state, reader, name), row)[best], 3),
  );
  const bits = number(rowNumber(state, reader, "entropy", row)),
    most = number(Math.log2(values.length));
  return html`<section class="card" aria-label="${language}: ${text}">
    <div class="top"><b lang=${ifAny(lang)} translate="no">${text}</b><span>${language}</span></div>
    <div><span>${weighed ? t("largest weight on") : t("largest contribution from")}</span
      ><b lang=${ifAny(state.source[best].lang)} translate="no">${state.source[best].text}</b></div>
    <div><span>${t("weight · contribution")}</span><b>${weight} · ${contribution}</b></div>
    <div><span>${t("entropy of tokens shown")}</span
      ><b>${t("{bits} of {most} bits", { bits, most })}</b></div>
    <div><span>${weighed ? t("weight on hidden tokens") : t("contribution of hidden tokens")}</span
      ><b>${number(rowNumber(state, reader, "hidden", row), 3)}</b></div></section>`;
}
