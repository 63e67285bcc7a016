// Pieces with their ids, as text to be read. The low line of a space stands out.

import { element } from "../../../../ui/views/library/dom.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";

/**
 * @typedef {{text: string, id: number, kind?: string | null, joined?: boolean, note?: string}}
 *   Entry
 */

/** @typedef {{label: string, entries: Entry[]}} Data */

/** @param {ViewCall<Data, HTMLElement & {content?: string}>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".piece_list");
  const content = JSON.stringify(data);
  if (root.content === content) return;
  root.content = content;
  root.replaceChildren();
  element("span", { class: "label" }, root, data.label);
  data.entries.forEach((entry, i) => {
    const own = entry.kind ? `piece ${entry.kind}` : "piece";
    const holder = element("span", { class: "entry" }, root);
    const chip = element("span", { class: classesOf(own, entry, data.entries[i + 1]) }, holder);
    face(chip, entry, "");
    if (entry.note) element("span", { class: "note" }, holder, entry.note);
  });
}

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
