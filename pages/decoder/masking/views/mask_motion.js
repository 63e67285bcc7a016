// Without a mask a row shares its weights out among all keys. As −∞ fills in, those that are left grow.

import { paintCells } from "../../../../ui/views/library/attention.js";
import { appear, between, during, still } from "../../../../ui/views/library/motion.js";
import { rowOf } from "../../../../ui/views/library/numbers.js";

/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

const GROWING = 1200,
  FILLING = 700; // milliseconds

/**
 * Show, on top of the weights, how they come about from the same scores without a mask.
 *
 * @param {HTMLCanvasElement} canvas of the weights
 * @param {Tensor} scores
 * @param {Tensor} weights
 * @param {(value: number) => number[]} scale the colour of a weight
 */
export function growWeights(canvas, scores, weights, scale) {
  if (still()) return;
  const above = /** @type {HTMLCanvasElement} */ (canvas.cloneNode());
  Object.assign(above.style, { position: "absolute", inset: "0" });
  canvas.after(above);
  const [began, before] = [performance.now(), softmaxOfRows(scores)];
  const draw = (/** @type {number} */ now) => {
    const part = during((now - began) / GROWING, 0.2, 1);
    if (part === 1 || !above.isConnected) return above.remove();
    const values = weights.values.map((weight, i) => between(before[i], weight, part));
    paintCells(above, { shape: weights.shape, values }, scale, 1, null);
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

/**
 * Let −∞ come in, row by row.
 *
 * @param {Iterable<Element>} signs in the order of their rows
 */
export function fillIn(signs) {
  const all = [...signs];
  all.forEach((sign, i) => void appear(sign, { delay: (FILLING * i) / all.length }));
}

/**
 * The weights of each row if it may look everywhere.
 *
 * @param {Tensor} scores
 * @returns {Float32Array}
 */
export function softmaxOfRows(scores) {
  const [rows, columns] = scores.shape;
  const out = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const own = rowOf(scores, row),
      most = Math.max(...own);
    const powers = Array.from(own, (score) => Math.exp(score - most));
    const sum = powers.reduce((a, b) => a + b, 0);
    out.set(
      powers.map((power) => power / sum),
      row * columns,
    );
  }
  return out;
}
