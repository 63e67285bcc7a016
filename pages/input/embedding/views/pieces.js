// Pieces by name, and lists of them.

import { element, svg } from "../../../../ui/views/library/dom.js";
import { languageHere } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { Near } from "./types.d.ts" */

/**
 * Write a piece as the vocabulary does: of no language. The low line is the space before a word.
 *
 * @param {Element} node
 * @param {"span" | "tspan"} tag of what holds the low line: HTML or SVG
 * @param {string} text
 */
export function writePiece(node, tag, text) {
  const low = text.startsWith("▁"),
    line = { class: "low" };
  node.setAttribute("lang", "");
  if (low && tag === "span") element(tag, line, node, "▁");
  else if (low) svg("tspan", line, node, "▁");
  node.append(low ? text.slice(1) : text);
}

/**
 * Nearest rows as bars on a rail from 0 to 1.
 *
 * @param {Element} parent
 * @param {Near[]} entries the nearest first
 * @param {number} chance the cosine that two rows have by chance, a tick on each rail
 */
export function nearestRows(parent, entries, chance) {
  const list = element("ol", { class: "nearest" }, parent);
  for (const { text, special, cosine, note, kind } of entries) {
    const row = element("li", { class: kind ?? "" }, list);
    const kinds = special ? "piece special" : "piece";
    const name = element("span", { class: kinds, title: text }, row);
    writePiece(name, "span", text);
    if (note) element("small", { lang: languageHere() }, name, note);
    const rail = element("span", { class: "rail", "aria-hidden": "true" }, row);
    element("span", { class: "bar", style: `width: ${Math.max(0, cosine) * 100}%` }, rail);
    element("span", { class: "chance", style: `left: ${chance * 100}%` }, rail);
    element("span", { class: "value" }, row, number(cosine, 3));
  }
  return list;
}
