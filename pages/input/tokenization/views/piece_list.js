// Pieces with their ids, as text to be read.

import { element } from "../../../../ui/views/library/dom.js";
import { face } from "./face.js";

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
    const kinds = [
      "piece",
      entry.kind,
      entry.joined && "joined",
      data.entries[i + 1]?.joined && "open",
    ];
    const holder = element("span", { class: "entry" }, root);
    const chip = element("span", { class: kinds.filter(Boolean).join(" ") }, holder);
    face(chip, entry, "");
    if (entry.note) element("span", { class: "note" }, holder, entry.note);
  });
}
