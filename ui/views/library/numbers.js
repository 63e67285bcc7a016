// Tensors as they are sent, and numbers for people.

import { inLanguage, languageHere } from "./messages.js";

/**
 * A tensor, flat, with its shape; a matrix is one of two axes.
 *
 * @typedef {{shape: number[], values: Float32Array}} Tensor
 */

/**
 * What was read already: some of it stays while a visitor types (kept.js).
 *
 * @type {WeakMap<SentTensor, Tensor>}
 */
const known = new WeakMap();

/**
 * Read a tensor that was sent; nobody writes into it.
 *
 * @param {SentTensor} sent
 * @returns {Tensor}
 */
export function unpack(sent) {
  let found = known.get(sent);
  if (!found) {
    const letters = atob(sent.data),
      bytes = new Uint8Array(letters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
    const { steps } = sent;
    const values = steps
      ? Float32Array.from(new Uint16Array(bytes.buffer), (step) => step / steps)
      : new Float32Array(bytes.buffer);
    found = { shape: sent.shape, values };
    known.set(sent, found);
  }
  return found;
}

/**
 * One matrix of a tensor with more axes: slice(t, layer, head) is t[layer][head].
 *
 * @param {Tensor} tensor
 * @param {...number} index
 * @returns {Tensor}
 */
export function slice(tensor, ...index) {
  let size = tensor.values.length,
    from = 0;
  index.forEach((i, axis) => {
    size /= tensor.shape[axis];
    from += i * size;
  });
  return {
    shape: tensor.shape.slice(index.length),
    values: tensor.values.subarray(from, from + size),
  };
}

/**
 * The largest absolute value, never zero: one may divide by it.
 *
 * @param {{values: ArrayLike<number>}} tensor
 */
export function largest({ values }) {
  let most = 1e-12;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}

/**
 * A number for people: true minus sign, fixed decimals, the decimal sign of their language.
 *
 * @param {number} value
 * @param {number} [decimals]
 */
export const number = (value, decimals = 2) =>
  inLanguage(
    (Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value).toFixed(decimals).replace("-", "−"),
  );

/**
 * A whole number, its thousands apart as the language has them.
 *
 * @param {number} value
 */
export const whole = (value) => inLanguage(value.toLocaleString("en"));

/**
 * A share of one in percent, as the language writes it: 80% in English, 80 % elsewhere.
 *
 * @param {number} share
 */
export const percent = (share) =>
  number(100 * share, 0) + (languageHere() === "en" ? "%" : "\u00a0%");

/**
 * A number, or the end of the range that it lies beyond.
 *
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const within = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * The place of the largest value.
 *
 * @param {ArrayLike<number>} values
 */
export function strongestOf(values) {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/**
 * One row of a matrix.
 *
 * @template {Float32Array | Float64Array} Values
 * @param {{shape: number[], values: Values}} matrix
 * @param {number} row
 * @returns {Values}
 */
export const rowOf = ({ shape, values }, row) =>
  /** @type {Values} */ (values.subarray(row * shape[1], (row + 1) * shape[1]));

/**
 * One column of a matrix.
 *
 * @param {Tensor} map
 * @param {number} column
 */
export const columnOf = (map, column) =>
  Array.from({ length: map.shape[0] }, (_, row) => map.values[row * map.shape[1] + column]);

/**
 * The checksum by which a chunk of a PNG and the code of a result are known to be whole.
 *
 * @param {Uint8Array} bytes
 */
export function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/**
 * A number as small cells and remarks write it: only English leaves out the zero, as in −.68.
 *
 * @param {number} value
 * @param {number} [decimals]
 */
export function brief(value, decimals = 2) {
  const shown = number(value, decimals);
  return languageHere() === "en" ? shown.replace(/^(−?)0(?=\D)/, "$1") : shown;
}

/**
 * The same, and "0" for what rounds to it: .99, −.05, 1.07, 0.
 *
 * @param {number} value
 */
export const briefOrZero = (value) => (Math.abs(value) < 0.005 ? "0" : brief(value));
