// The arithmetic of attention, as views show it.

import { number, rowOf, slice, within } from "./numbers.js";
import { dots } from "./paint.js";

/** @import { Tensor } from "./numbers.js" */

/**
 * The tensors of one attention; what may be seen has one row, or one for each query.
 *
 * @typedef {Record<"q" | "k" | "v" | "weights" | "heads" | "visible", Tensor>} Tensors
 */

/**
 * One head, step by step: scores are products / divisor, z the weighted values.
 *
 * @typedef {Record<"q" | "k" | "v" | "products" | "scores" | "weights" | "z", Numbers> & {
 *   d_k: number,
 *   queries: number,
 *   keys: number,
 *   divisor: number,
 *   visible: (i: number, j: number) => boolean,
 *   masked: boolean,
 * }} Head
 */

/**
 * A matrix of any precision.
 *
 * @typedef {{shape: number[], values: Float32Array | Float64Array}} Numbers
 */

/** @type {(rows: number, columns: number, value: (i: number, j: number) => number) => Numbers} */
const matrixOf = (rows, columns, value) => ({
  shape: [rows, columns],
  values: Float64Array.from({ length: rows * columns }, (_, at) =>
    value(Math.floor(at / columns), at % columns),
  ),
});

/**
 * One number of a matrix.
 *
 * @param {Numbers} matrix
 * @param {number} i
 * @param {number} j
 * @returns {number}
 */
export const cell = ({ shape, values }, i, j) => values[i * shape[1] + j];

/**
 * A matrix with its rows as columns.
 *
 * @param {Numbers} matrix
 * @returns {Numbers}
 */
export const transposed = (matrix) =>
  matrixOf(matrix.shape[1], matrix.shape[0], (i, j) => cell(matrix, j, i));

/** @type {(a: Float32Array | Float64Array, b: Float32Array | Float64Array) => number} */
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/**
 * One head, step by step. Divided by sqrt(d_k), weights and z are the model's own; not divided,
 * they are worked out here from the model's q, k and v.
 *
 * @param {Tensors} tensors
 * @param {number} head
 * @param {boolean} divide
 * @returns {Head}
 */
export function attend(tensors, head, divide) {
  const [q, k, v] = [tensors.q, tensors.k, tensors.v].map((tensor) => slice(tensor, head));
  const [queries, d_k] = q.shape,
    keys = k.shape[0];
  const divisor = divide ? Math.sqrt(d_k) : 1;
  const {
    shape: [rows],
    values: mask,
  } = tensors.visible; // one row stands for all
  /** @type {(i: number, j: number) => boolean} */
  const visible = (i, j) => mask[(rows === 1 ? 0 : i) * keys + j] > 0;
  const products = matrixOf(queries, keys, (i, j) => dot(rowOf(q, i), rowOf(k, j)));
  const scores = { shape: products.shape, values: products.values.map((p) => p / divisor) };
  /** @type {Numbers} */
  let weights = slice(tensors.weights, head);
  /** @type {Numbers} */
  let z = slice(tensors.heads, head);
  if (!divide) {
    const silenced = z.values.every((value) => value === 0);
    weights = softmax(scores, visible);
    const columns = transposed(v);
    if (!silenced) z = matrixOf(queries, d_k, (i, c) => dot(rowOf(weights, i), rowOf(columns, c)));
  }
  const masked = mask.includes(0);
  return { q, k, v, d_k, queries, keys, divisor, products, scores, weights, z, visible, masked };
}

/**
 * Each row: e to the power of what may be seen, divided by their sum.
 *
 * @type {(scores: Numbers, visible: (i: number, j: number) => boolean) => Numbers}
 */
function softmax(scores, visible) {
  const [queries, keys] = scores.shape;
  const result = matrixOf(queries, keys, () => 0);
  for (let i = 0; i < queries; i += 1) {
    const seen = Array.from(rowOf(scores, i), (score, j) => (visible(i, j) ? score : -Infinity));
    const most = Math.max(...seen); // taken off everywhere: the same weights, and no overflow
    const powers = seen.map((score) => Math.exp(score - most));
    const sum = powers.reduce((a, b) => a + b);
    result.values.set(
      powers.map((power) => power / sum),
      i * keys,
    );
  }
  return result;
}

/**
 * Paint numbers into a canvas, one pixel each; what `hidden` says is left clear.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Matrix} matrix
 * @param {(value: number) => Colour} scale
 * @param {number} [divisor]
 * @param {((row: number, column: number) => boolean) | null} [hidden]
 */
export function paintCells(canvas, matrix, scale, divisor = 1, hidden = null) {
  dots(canvas, matrix, (value, row, column) =>
    hidden?.(row, column) ? null : scale(value / divisor),
  );
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * e to a power for people: four digits, and powers of ten where it is large or small.
 *
 * @param {number} power
 * @returns {string}
 */
export function exponential(power) {
  if (power === -Infinity) return "0";
  const tens = Math.floor(power / Math.LN10);
  if (tens >= -2 && tens < 5) return number(Math.exp(power), within(3 - tens, 0, 3));
  const digits = String(Math.abs(tens)).replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
  return `${number(10 ** (power / Math.LN10 - tens), 2)}·10${tens < 0 ? "⁻" : ""}${digits}`;
}

/**
 * ln of the sum of e to the power of each: the softmax's denominator, which may be huge.
 *
 * @param {number[]} powers
 * @returns {number}
 */
export function logOfSum(powers) {
  const most = Math.max(...powers);
  return most + Math.log(powers.reduce((sum, power) => sum + Math.exp(power - most), 0));
}

/** Weights below are no line. */
export const LEAST = 0.06;
