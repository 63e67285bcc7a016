// A question goes along the keys: the query slides down, each key it meets gets its product, the
// bars of the weights grow, and the values add up.

import { brush, zoomOf } from "../../../../ui/views/library/dom.js";
import {
  appear,
  come,
  comeFrom,
  endMotion,
  grow,
  still,
} from "../../../../ui/views/library/motion.js";
import { within } from "../../../../ui/views/library/numbers.js";

const [QUICK, SLOW] = [60, 160]; // milliseconds that the query takes from one key to the next
const ALL = 1400; // milliseconds for all keys of a long sentence
const MASKING = 500;

/**
 * Show how the numbers of the table come about that it shows now.
 *
 * @param {HTMLElement} root
 */
export function goAlongKeys(root) {
  if (still()) return;
  /** @type {(selector: string, from?: Element) => HTMLElement[]} */
  const all = (selector, from = root) =>
    /** @type {HTMLElement[]} */ ([...from.querySelectorAll(selector)]);
  const rows = all("tbody tr"),
    [z] = all("tfoot canvas");
  endMotion(root);
  const step = within(ALL / rows.length, QUICK, SLOW);
  const end = step * rows.length;
  const masked = all("tbody .mask").length ? MASKING : 0; // before the softmax, −∞ fills in
  const weighed = end + masked;
  slideQuery(root, end);
  rows.forEach((row, j) => {
    const delay = step * (j + 0.5);
    for (const cell of all(".product, .score", row)) appear(cell, { delay, duration: step });
    for (const mask of all(".mask", row)) appear(mask, { delay: end + (masked * j) / rows.length });
    for (const bar of all(".bar", row)) grow(bar, { delay: weighed, duration: 400 });
    for (const one of all(".weight", row)) appear(one, { delay: weighed + 200, duration: 200 });
    for (const one of all(".V canvas", row)) appear(one, { delay: weighed + 400, duration: 300 });
  });
  comeFrom(z, 0, -30, { delay: weighed + 600, duration: 300 });
  appear(z, { delay: weighed + 600, duration: 300 });
}

/**
 * Let a copy of the query's strip slide down over the keys.
 *
 * @type {(root: HTMLElement, duration: number) => void}
 */
function slideQuery(root, duration) {
  /** @type {HTMLCanvasElement | null} */
  const from = root.querySelector(".query canvas");
  const to = root.querySelector("tbody tr:last-child .K canvas");
  if (!from || !to) return;
  const copy = /** @type {HTMLCanvasElement} */ (from.cloneNode());
  brush(copy).drawImage(from, 0, 0);
  const width = `${from.offsetWidth}px`;
  Object.assign(copy.style, { position: "absolute", zIndex: "2", left: "0", top: "0", width });
  from.after(copy);
  const way = to.getBoundingClientRect().top - from.getBoundingClientRect().top;
  copy.style.transform = `translateY(${way / zoomOf(from)}px)`;
  const moving = come(copy, { transform: "none" }, { duration, easing: "linear" });
  moving?.finished.finally(() => copy.remove());
}
