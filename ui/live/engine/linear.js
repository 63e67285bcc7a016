// x Wᵀ + b for a list of rows: by the kernel of linear.wat, or in plain JavaScript without it.
//
// A matrix W of weights has a row for each output: it is the transpose of the paper's matrix.

/** @import { Weight } from "./weights.js" */

/**
 * Vectors, one for each position.
 *
 * @typedef {Float32Array[]} Rows
 */

/**
 * A linear map of each row of x: W has shape [outputs, inputs], and b is a bias for each output.
 *
 * @typedef {(x: Rows, W: Weight, b?: Weight) => Rows} Linear
 */

const ROWS_AT_ONCE = 4; // of x, in each call of the kernel

/**
 * Bytes that the kernel needs for four rows of x and four of y, each number of four bytes.
 *
 * @param {number} widest how many numbers the longest row has
 */
export const roomFor = (widest) => 2 * ROWS_AT_ONCE * 4 * (widest + 4);

/**
 * Return the linear map in WebAssembly. Weights stay where they are in its memory; x is copied to
 * the beginning of the room, and y is read from its second half.
 *
 * @param {WebAssembly.Memory} memory
 * @param {Uint8Array} code linear.wasm
 * @param {number} room bytes at the beginning of the memory that are free, from `roomFor`
 * @returns {Promise<Linear>}
 */
export async function loadKernel(memory, code, room) {
  const { instance } = await WebAssembly.instantiate(/** @type {BufferSource} */ (code), {
    model: { memory },
  });
  const multiply = /** @type {(...sizes: number[]) => void} */ (instance.exports.linear);
  const numbers = new Float32Array(memory.buffer);
  const y = room / 2;
  return (x, W, b) => {
    const [outputs, inputs] = W.shape;
    const stride = outputs + (outputs % 2); // even: the kernel writes two numbers at once
    /** @type {Rows} */
    const result = [];
    for (let from = 0; from < x.length; from += ROWS_AT_ONCE) {
      const group = x.slice(from, from + ROWS_AT_ONCE);
      group.forEach((row, r) => {
        numbers.set(row, r * inputs);
      });
      const end = W.address + 4 * outputs * inputs;
      multiply(0, W.address, y, 4 * inputs, end, 4 * stride);
      group.forEach((_, r) => {
        const at = y / 4 + r * stride;
        result.push(addBias(numbers.slice(at, at + outputs), b));
      });
    }
    return result;
  };
}

/**
 * The same in plain JavaScript, for browsers without SIMD.
 *
 * @type {Linear}
 */
export const plainLinear = (x, W, b) => {
  const [outputs, inputs] = W.shape;
  return x.map((row) => {
    const y = new Float32Array(outputs);
    for (let j = 0; j < outputs; j++) {
      let sum = 0;
      for (let i = 0; i < inputs; i++) sum += row[i] * W.values[j * inputs + i];
      y[j] = sum;
    }
    return addBias(y, b);
  });
};

/** @type {(y: Float32Array, b?: Weight) => Float32Array} */
function addBias(y, b) {
  if (b) for (let j = 0; j < y.length; j++) y[j] += b.values[j];
  return y;
}
