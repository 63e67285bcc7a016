// Below the lines: for each reader the word that is looked at, and the numbers of its row.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, rowOf, strongestOf } from "../../../../ui/views/library/numbers.js";
import { mapOf, rowNumber } from "./memory_state.js";

/** @import { Reader, Shown, State } from "./types.d.ts" */

/**
 * Make the cards; what is returned draws a state into them.
 *
 * @param {Element} parent
 * @returns {(state: State) => void}
 */
export function memoryCards(parent) {
  const root = element("div", { class: "cards" }, parent);
  return (state) => {
    root.replaceChildren();
    state.readers.forEach((reader, i) => {
      const { hover } = state,
        row = hover?.reader === i && hover.row !== undefined ? hover.row : state.rows[i];
      memoryCard(root, state, reader, i, row);
    });
  };
}

/** @type {(parent: Element, state: State, reader: Reader, place: number, row: number) => void} */
function memoryCard(parent, state, { language, tokens }, reader, row) {
  const card = element(
    "section",
    { class: "card", "aria-label": `${language}: ${tokens[row].text}` },
    parent,
  );
  const top = element("div", { class: "top" }, card);
  element("b", { lang: tokens[row].lang }, top, tokens[row].text);
  element("span", {}, top, language);
  /** @type {(name: string, value: string, lang?: string | null) => void} */
  const fact = (name, value, lang = null) => {
    const line = element("div", {}, card);
    element("span", {}, line, name);
    element("b", { lang }, line, value);
  };
  const values = rowOf(mapOf(state, reader), row),
    best = strongestOf(values);
  /** @type {Shown[]} */
  const kinds = ["weight", "contribution"];
  const both = kinds.map((name) => number(rowOf(mapOf(state, reader, name), row)[best], 3));
  const weighed = state.shown === "weight";
  fact(
    weighed ? t("largest weight on") : t("largest contribution from"),
    state.source[best].text,
    state.source[best].lang,
  );
  fact(t("weight · contribution"), both.join(" · "));
  const bits = number(rowNumber(state, reader, "entropy", row)),
    most = number(Math.log2(values.length));
  fact(t("entropy of tokens shown"), t("{bits} of {most} bits", { bits, most }));
  const hidden = weighed ? t("weight on hidden tokens") : t("contribution of hidden tokens");
  fact(hidden, number(rowNumber(state, reader, "hidden", row), 3));
}
