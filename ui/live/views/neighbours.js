// Which rows of E point the same way: as model/measures/neighbours.py.

/** @import { Tensor, Transformer } from "../engine/transformer.js" */

const LEAST = 1e-12,
  WORK = 2e8; // products of the power method, unless it stands still before

/** What all rows of E share, and how long each is without it. @typedef {{mean: Float32Array,
 *   lengths: Float32Array}} Common */

/** @type {WeakMap<Transformer, Common>} */
const known = new WeakMap();

/** @type {(vector: Float32Array) => number} */
const lengthOf = (vector) => Math.max(LEAST, Math.sqrt(vector.reduce((sum, v) => sum + v * v, 0)));

/** @type {(network: Transformer) => Common} */
function common(network) {
  const before = known.get(network);
  if (before) return before;
  const { values, shape } = network.weights["E.weight"];
  const [count, width] = shape;
  const sum = new Float64Array(width);
  values.forEach((value, i) => {
    sum[i % width] += value;
  });
  const mean = Float32Array.from(sum, (one) => one / count);
  const lengths = Float32Array.from({ length: count }, (_, row) =>
    lengthOf(values.slice(row * width, (row + 1) * width).map((v, i) => v - mean[i])),
  );
  known.set(network, { mean, lengths });
  return { mean, lengths };
}

/**
 * A vector without the mean row of E, which drowns what tells one row from another.
 *
 * @param {Transformer} network
 * @param {Float32Array} vector
 */
export const withoutMean = (network, vector) => {
  const { mean } = common(network);
  return vector.map((value, i) => value - mean[i]);
};

/**
 * The cosine of each vector with every row of E, the mean row taken off both.
 *
 * @param {Transformer} network
 * @param {Float32Array[]} vectors without the mean row
 */
export function cosines(network, vectors) {
  const { mean, lengths } = common(network);
  const products = network.linear(vectors, network.weights["E.weight"]);
  return products.map((row, i) => {
    const own = lengthOf(vectors[i]);
    const shared = vectors[i].reduce((sum, value, j) => sum + value * mean[j], 0);
    return row.map((product, j) => (product - shared) / own / lengths[j]);
  });
}

/**
 * The mean cosine of two different rows of E without the mean row.
 *
 * @param {Transformer} network
 */
export function meanCosine(network) {
  const { mean, lengths } = common(network);
  const { values, shape } = network.weights["E.weight"];
  const [count, width] = shape;
  const sum = new Float64Array(width);
  values.forEach((value, i) => {
    sum[i % width] += (value - mean[i % width]) / lengths[Math.floor(i / width)];
  });
  // All pairs at once: the squared length of the sum, without each direction with itself.
  return (sum.reduce((total, v) => total + v * v, 0) - count) / (count * (count - 1));
}

/**
 * Lay directions out flat along the two in which they differ most (PCA), and the share of all
 * differences that is kept; the row farthest out is on the positive side.
 *
 * @param {Float32Array[]} vectors
 * @returns {{places: Tensor, share: number}}
 */
export function plane(vectors) {
  const width = vectors[0].length,
    count = vectors.length;
  const rows = vectors.map((row) => Float64Array.from(row, (v) => v / lengthOf(row)));
  for (let i = 0; i < width; i++) {
    const mean = rows.reduce((sum, row) => sum + row[i], 0) / count;
    for (const row of rows) row[i] -= mean;
  }
  const all = rows.reduce((sum, row) => sum + dot(row, row), 0);
  const values = new Float32Array(2 * count);
  let kept = 0;
  for (let axis = 0; axis < Math.min(2, count); axis++) {
    const { direction, strength } = mainDirection(rows);
    const along = rows.map((row) => dot(row, direction));
    kept += strength;
    const farthest = along.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
    const sign = farthest < 0 ? -1 : 1;
    rows.forEach((row, i) => {
      values[2 * i + axis] = sign * along[i];
      for (let j = 0; j < width; j++) row[j] -= along[i] * direction[j];
    });
  }
  return { places: { shape: [count, 2], values }, share: kept / Math.max(all, LEAST) };
}

/** @type {(a: Float64Array, b: Float64Array) => number} */
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/**
 * The direction in which rows differ most, by the power method on their products with each other.
 *
 * @param {Float64Array[]} rows
 */
function mainDirection(rows) {
  const products = rows.map((a) => Float64Array.from(rows, (b) => dot(a, b)));
  let mix = Float64Array.from(rows, (_, i) => 1 + 0.1 * Math.sin(i)); // of the rows
  let strength = 0;
  for (let turn = 0; turn * rows.length ** 2 < WORK; turn++) {
    const next = Float64Array.from(products, (row) => dot(row, mix));
    const length = Math.sqrt(dot(next, next));
    if (length < LEAST) break;
    const moved = next.reduce((most, v, i) => Math.max(most, Math.abs(v / length - mix[i])), 0);
    mix = next.map((v) => v / length);
    strength = length;
    if (moved < 1e-9) break;
  }
  const direction = new Float64Array(rows[0].length);
  rows.forEach((row, i) => {
    for (let j = 0; j < row.length; j++) direction[j] += mix[i] * row[j];
  });
  const length = Math.sqrt(dot(direction, direction)) || 1;
  return { direction: direction.map((v) => v / length), strength };
}
