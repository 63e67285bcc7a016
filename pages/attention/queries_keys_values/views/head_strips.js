// One word in every head: its query, key and value as strips, one row for each head.

import { defineView, gaps, ifAny } from "../../../../ui/views/library/define.js";
import { times } from "../../../../ui/views/library/dom.js";
import { moved, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, unpack } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { vectorStrip } from "./vector_strip.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { HeadStripsData, HeadStripsEvents } from "./data.d.ts" */

/** @typedef {"Q" | "K" | "V"} Role */

/** @type {Role[]} */
const ROLES = ["Q", "K", "V"];

export default defineView("head_strips", { head: () => null }, render);

/** @param {View<HeadStripsData, {head: number}, HeadStripsEvents>} view */
function render({ data: { vectors, words, lengths }, now, colours, choose }) {
  const heads = vectors.Q.shape[0];
  /** @type {(head: number) => void} */
  const pick = (head) => choose({ head }, "head", head + 1, 150); // not each of a held arrow key
  /** @type {(head: number) => string} */
  const spoken = (head) => {
    const [q, k, v] = ROLES.map((role) => number(lengths[role][head], 2));
    const all = { head: head + 1, q, k, v };
    return t("head {head}: length of q {q}, length of k {k}, length of v {v}", all);
  };
  return html`<div class="line header"><span>${t("head")}</span>${ROLES.map((role) => {
    const letter = html`<b style="color: var(--glass-${role}-ink)">${role.toLowerCase()}</b>`;
    const { text, lang } = words[role],
      word = html`<span lang=${ifAny(lang)} translate="no">${text}</span>`,
      title = gaps(t("{letter} of “{word}”"), { letter, word });
    return html`<span class="title">${title}</span><span class="length">${t("length")}</span>`;
  })}</div>
    <div role="radiogroup" aria-label=${t("Head")} @keydown=${onKey(
      (key) => moved(now.head, key, heads, { around: true }),
      pick,
    )}>${times(
      heads,
      (head) => html`<button type="button" role="radio" class="line" aria-label=${spoken(head)}
        aria-checked=${head === now.head} tabindex=${head === now.head ? 0 : -1}
        @click=${() => pick(head)}><span class="head">${head + 1}</span>
        ${ROLES.map(
          (role) => html`${vectorStrip(colours, role, unpack(vectors[role]), head)}
            <span class="length">${number(lengths[role][head], 2)}</span>`,
        )}</button>`,
    )}</div>`;
}
