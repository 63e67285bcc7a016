// A question goes along the keys: the query slides down, each key it meets gets its product, the bars
// of the weights grow, and the values add up.

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

/** @import { StepsRoot } from "./types.d.ts" */

const [QUICK, SLOW] = [60, 160]; // milliseconds that the query takes from one key to the next
const ALL = 1400; // milliseconds for all keys of a long sentence
const MASKING = 500;

/**
 * Show how the numbers of the table come about that it shows now.
 *
 * @param {StepsRoot} root
 */
export function goAlongKeys(root) {
  if (still()) return;
  const { parts } = root;
  endMotion(root);
  const step = within(ALL / parts.rows.length, QUICK, SLOW);
  const end = step * parts.rows.length;
  const masked = parts.masks ? MASKING : 0; // before the softmax, −∞ fills in
  const weighed = end + masked;
  slideQuery(root, end);
  parts.rows.forEach((row, j) => {
    const met = step * (j + 0.5);
    for (const cell of [row.product, row.score]) appear(cell, { delay: met, duration: step });
    if (row.mask) appear(row.mask, { delay: end + (masked * j) / parts.rows.length });
    grow(row.bar, { delay: weighed, duration: 400 });
    appear(row.weight, { delay: weighed + 200, duration: 200 });
    appear(row.value, { delay: weighed + 400, duration: 300 });
  });
  comeFrom(parts.z, 0, -30, { delay: weighed + 600, duration: 300 });
  appear(parts.z, { delay: weighed + 600, duration: 300 });
}

/**
 * Let a copy of the query's strip slide down over the keys.
 *
 * @type {(root: StepsRoot, duration: number) => void}
 */
function slideQuery({ parts }, duration) {
  const from = parts.query,
    to = parts.rows[parts.rows.length - 1].key;
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
