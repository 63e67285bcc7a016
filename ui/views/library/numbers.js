// Tensors as they are sent, and numbers for people.

/** Read a tensor that was sent as {shape, data}: a flat Float32Array with its shape. */
export function unpack({ shape, data }) {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return { shape, values: new Float32Array(bytes.buffer) };
}

/** One matrix of a tensor with more axes: slice(t, layer, head) is t[layer][head]. */
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

export const largest = (tensor) =>
  tensor.values.reduce((most, v) => Math.max(most, Math.abs(v)), 1e-12);

/** A number for people: true minus sign, fixed decimals. */
export const number = (value, decimals = 2) =>
  (Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value).toFixed(decimals).replace("-", "−");

/** A number, or the end of the range that it lies beyond. */
export const within = (value, low, high) => Math.min(high, Math.max(low, value));
export const strongestOf = (values) =>
  values.reduce((best, value, i) => (value > values[best] ? i : best), 0);

export const rowOf = (map, row) =>
  map.values.subarray(row * map.shape[1], (row + 1) * map.shape[1]);

export const columnOf = (map, column) =>
  Array.from({ length: map.shape[0] }, (_, row) => map.values[row * map.shape[1] + column]);

/** Two decimals without the zero before the point. */
export const short = (value) => number(value).replace(/^(−?)0\./, "$1.");
