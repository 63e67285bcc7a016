// A piece as the vocabulary writes it, its id below; the low line of a space stands out.

import { element } from "../../../../ui/views/library/dom.js";

/**
 * Write a piece into its chip.
 *
 * @param {HTMLElement} holder the chip, of the class "piece"
 * @param {{text: string, id: number}} piece
 * @param {string | null} lang the piece's language; "" where it has none
 */
export function face(holder, { text, id }, lang = null) {
  const word = element("span", { class: "word", lang }, holder);
  const low = text.startsWith("▁");
  if (low) element("span", { class: "low" }, word, "▁");
  word.append(low ? text.slice(1) : text);
  element("span", { class: "id" }, holder, String(id));
}
