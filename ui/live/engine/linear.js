// x Wᵀ + b for a list of rows: by the kernel of linear.wat, or in plain JavaScript without it.

/** @import { Weight } from "./weights.js" */

/**
 * Vectors, one for each position.
 *
 * @typedef {Float32Array[]} Rows
 */

/** @typedef {(x: Rows, W: Weight, b?: Weight) => Rows} Linear */

const TOGETHER = 4; // rows that the kernel takes at once

/**
 * How much room the kernel needs for four rows of x, and four of y.
 *
 * @param {number} widest numbers of the longest row
 */
export const roomFor = (widest) => 2 * TOGETHER * 4 * (widest + 4);

/**
 * Return the linear map of WebAssembly, which reads the weights where they lie.
 *
 * @param {WebAssembly.Memory} memory
 * @param {Uint8Array} code linear.wasm
 * @param {number} room bytes at the beginning of the memory
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
    const stride = outputs + (outputs % 2);
    /** @type {Rows} */
    const result = [];
    for (let from = 0; from < x.length; from += TOGETHER) {
      const some = x.slice(from, from + TOGETHER);
      some.forEach((row, r) => {
        numbers.set(row, r * inputs);
      });
      const end = W.address + 4 * outputs * inputs;
      multiply(0, W.address, y, 4 * inputs, end, 4 * stride);
      some.forEach((_, r) => {
        const at = y / 4 + r * stride;
        result.push(addBias(numbers.slice(at, at + outputs), b));
      });
    }
    return result;
  };
}

/** @type {Linear} */
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
