// What waves and clocks share: numbers of the table, the pairs that are shown, headlines.

import { element } from "../../../../ui/views/library/dom.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { Root } from "./types.d.ts" */

const MANY = 8; // small clocks at most

/**
 * A number at a position: the table's own.
 *
 * @param {Root} root
 * @param {number} position
 * @param {number} row
 * @returns {number}
 */
export const entry = (root, position, row) =>
  root.table.values[position * root.table.shape[1] + row];

/**
 * A number for people: three decimals if it is small, fewer the larger it is.
 *
 * @param {number} value
 * @returns {string}
 */
export const short = (value) => number(value, value < 10 ? 3 : value < 100 ? 1 : 0);

/**
 * The pairs that are drawn as small clocks: all if they are few, else the faster half in steps.
 *
 * @param {Root} root
 * @returns {number[]}
 */
export function clockPairs(root) {
  const pairs = root.speeds.length;
  if (pairs <= MANY) return root.speeds.map((_, i) => i);
  return Array.from({ length: MANY }, (_, k) => Math.round((k * (pairs - 1)) / 2 / (MANY - 1)));
}

/**
 * A headline; return the place of a hint beside it.
 *
 * @param {Element} parent
 * @param {string} title
 * @returns {HTMLElement}
 */
export function titled(parent, title) {
  const line = element("div", { class: "headline" }, parent);
  element("h3", {}, line, title);
  return element("span", { class: "hint" }, line);
}
