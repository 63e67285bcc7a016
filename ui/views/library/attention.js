// What the two views of scaled dot-product attention share: its arithmetic and what is chosen.

import { announce, followControls, listen, makeExchange } from "./choices.js";
import { number, slice, unpack, within } from "./numbers.js";
import { dots } from "./paint.js";

const matrixOf = (rows, columns, value) => ({
  shape: [rows, columns],
  values: Float64Array.from({ length: rows * columns }, (_, at) =>
    value(Math.floor(at / columns), at % columns),
  ),
});
export const row = ({ shape, values }, i) => values.subarray(i * shape[1], (i + 1) * shape[1]);
export const cell = ({ shape, values }, i, j) => values[i * shape[1] + j];
export const transposed = (matrix) =>
  matrixOf(matrix.shape[1], matrix.shape[0], (i, j) => cell(matrix, j, i));
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Unpack what Python sent; the same text is unpacked once. */
export function tensorsOf(root, data) {
  const sent = ["q", "k", "v", "weights", "heads", "visible"];
  const same =
    root.sent &&
    sent.every(
      (name) =>
        root.sent[name].data === data[name].data &&
        String(root.sent[name].shape) === String(data[name].shape),
    );
  if (!same) root.tensors = Object.fromEntries(sent.map((name) => [name, unpack(data[name])]));
  root.sent = data;
  return root.tensors;
}

/**
 * One head, step by step. Divided by sqrt(d_k), weights and z are the model's own; not divided,
 * they are worked out here from the model's q, k and v.
 */
export function attend(tensors, head, divide) {
  const [q, k, v] = ["q", "k", "v"].map((name) => slice(tensors[name], head));
  const [queries, d_k] = q.shape,
    keys = k.shape[0];
  const divisor = divide ? Math.sqrt(d_k) : 1;
  const {
    shape: [rows],
    values: mask,
  } = tensors.visible; // one row stands for all
  const visible = (i, j) => mask[(rows === 1 ? 0 : i) * keys + j] > 0;
  const products = matrixOf(queries, keys, (i, j) => dot(row(q, i), row(k, j)));
  const scores = { shape: products.shape, values: products.values.map((p) => p / divisor) };
  /** @type {{shape: number[], values: Float32Array | Float64Array}} */
  let weights = slice(tensors.weights, head);
  /** @type {{shape: number[], values: Float32Array | Float64Array}} */
  let z = slice(tensors.heads, head);
  if (!divide) {
    const silenced = z.values.every((value) => value === 0);
    weights = softmax(scores, visible);
    const columns = transposed(v);
    if (!silenced) z = matrixOf(queries, d_k, (i, c) => dot(row(weights, i), row(columns, c)));
  }
  const masked = mask.some((value) => value === 0);
  return { q, k, v, d_k, queries, keys, divisor, products, scores, weights, z, visible, masked };
}

/** Each row: e to the power of what may be seen, divided by their sum. */
function softmax(scores, visible) {
  const [queries, keys] = scores.shape;
  const result = matrixOf(queries, keys, () => 0);
  for (let i = 0; i < queries; i += 1) {
    const seen = row(scores, i).map((score, j) => (visible(i, j) ? score : -Infinity));
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

/** Where a row of weights is largest. */
export const strongest = (weights) =>
  weights.reduce((best, w, j) => (w > weights[best] ? j : best), 0);

/**
 * What is chosen: as Python says, except where a person is ahead of it. `now` has word, key (-1 is
 * the strongest), head and divide; it is returned, and stays the same object.
 */
export function chosen(root, data, paint) {
  const names = ["word", "key", "head", "divide"];
  const now = (root.now ??= {});
  root.exchanges ??= Object.fromEntries(names.map((name) => [name, makeExchange()]));
  // An answer to an older choice may arrive after a newer one was made.
  for (const name of names) if (root.exchanges[name].news(data[name])) now[name] = data[name];
  const [, queries] = data.q.shape,
    [, keys] = data.k.shape;
  now.word = Math.min(now.word, queries - 1);
  now.key = Math.min(now.key, keys - 1);
  listen(root, (choice) => {
    const changed = names.filter((name) => name in choice);
    for (const name of changed) {
      root.exchanges[name].told(choice[name]);
      now[name] = choice[name];
    }
    if (changed.length) paint();
    if ("pointed" in choice) root.point?.(choice.pointed);
  });
  followControls();
  return now;
}

/** Choose a cell, here at once and in Python soon after; keys held down are told once. */
export function choose(root, tell, choice, delay = 0) {
  announce(choice);
  clearTimeout(root.timer);
  const say = () => tell("pick", [root.now.word + 1, root.now.key + 1]);
  if (delay) root.timer = setTimeout(say, delay);
  else say();
}

/**
 * Paint numbers into a canvas, one pixel each; what `hidden` says is left clear.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {{shape: number[], values: Float32Array | Float64Array | number[]}} matrix
 * @param {(value: number) => number[]} scale
 * @param {number} [divisor]
 * @param {((row: number, column: number) => boolean) | null} [hidden]
 */
export function paintCells(canvas, matrix, scale, divisor = 1, hidden = null) {
  dots(canvas, matrix, (value, row, column) =>
    hidden?.(row, column) ? null : scale(value / divisor),
  );
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** e to a power for people: four digits, and powers of ten where it is large or small. */
export function exponential(power) {
  if (power === -Infinity) return "0";
  const tens = Math.floor(power / Math.LN10);
  if (tens >= -2 && tens < 5) return number(Math.exp(power), within(3 - tens, 0, 3));
  const digits = String(Math.abs(tens)).replace(/\d/g, (digit) => SUPERSCRIPTS[digit]);
  return `${number(10 ** (power / Math.LN10 - tens), 2)}·10${tens < 0 ? "⁻" : ""}${digits}`;
}

/** ln of the sum of e to the power of each: the softmax's denominator, which may be huge. */
export function logOfSum(powers) {
  const most = Math.max(...powers);
  return most + Math.log(powers.reduce((sum, power) => sum + Math.exp(power - most), 0));
}

/** Weights below are no line. */
export const LEAST = 0.06;
