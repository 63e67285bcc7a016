// Pieces by name, and lists of them.

import { element } from "../../../../ui/views/library/dom.js";
import { number } from "../../../../ui/views/library/numbers.js";

/**
 * A piece as the vocabulary writes it, HTML or SVG: of no language. The low line is the space
 * before a word.
 */
export function pieceName(make, tag, parent, text, attributes = {}) {
  const node = make(tag, { lang: "", ...attributes }, parent);
  const low = text.startsWith("▁");
  if (low) make(tag === "text" ? "tspan" : "span", { class: "low" }, node, "▁");
  node.append(low ? text.slice(1) : text);
  return node;
}

/**
 * Nearest rows as bars on a rail from 0 to 1.
 *
 * entries: {text, special, cosine, note}, the nearest first; the note of one that does not count
 * (kind "aside") says why. chance: the cosine that two rows have by chance, a tick on each rail.
 */
export function nearestRows(parent, entries, chance) {
  const list = element("ol", { class: "nearest" }, parent);
  for (const { text, special, cosine, note, kind } of entries) {
    const row = element("li", { class: kind ?? "" }, list);
    const name = pieceName(element, "span", row, text, {
      class: special ? "piece special" : "piece",
      title: text,
    });
    if (note) element("small", { lang: "en" }, name, note);
    const rail = element("span", { class: "rail", "aria-hidden": "true" }, row);
    element("span", { class: "bar", style: `width: ${Math.max(0, cosine) * 100}%` }, rail);
    element("span", { class: "chance", style: `left: ${chance * 100}%` }, rail);
    element("span", { class: "value" }, row, number(cosine, 3));
  }
  return list;
}
