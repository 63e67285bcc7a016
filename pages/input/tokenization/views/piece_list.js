// Pieces with their ids, as text to be read. The low line of a space stands out.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { PieceListData } from "./data.d.ts" */

export default defineView(
  "piece_list",
  {},
  (/** @type {View<PieceListData, {}, {}>} */ { data: { label, entries } }) =>
    html`<span class="label">${label}</span>${entries.map((entry, i) => {
      const own = entry.kind ? `piece ${entry.kind}` : "piece";
      return html`<span class="entry"><span class=${classesOf(own, entry, entries[i + 1])}
        >${face(entry, "")}</span>${
          entry.note && html`<span class="note">${entry.note}</span>`
        }</span>`;
    })}`,
);

/**
 * What stands in the chip of a piece.
 *
 * @param {{text: string, id: number}} piece
 * @param {string | null} [lang] the piece's language; "" where it has none
 */
export const face = ({ text, id }, lang = null) => {
  const low = text.startsWith("▁");
  return html`<span class="word" translate="no" lang=${ifAny(lang)}>${
    low ? html`<span class="low">▁</span>` : ""
  }${low ? text.slice(1) : text}</span><span class="id">${id}</span>`;
};
