// Matrices as pictures.

import { brush } from "./dom.js";

/**
 * Paint a matrix, one pixel for each number, to be enlarged: a data URL for <image> or <img>.
 *
 * @param {Matrix} matrix
 * @param {(value: number) => Colour} scale
 * @param {number} [divisor]
 */
export function painted(matrix, scale, divisor = 1) {
  const canvas = document.createElement("canvas");
  dots(canvas, matrix, (value) => scale(value / divisor));
  return canvas.toDataURL();
}

/**
 * Paint a matrix into a canvas, one pixel for each number; the style makes it larger.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Matrix} matrix
 * @param {(value: number, row: number, column: number) => Colour | null} colour nothing: clear
 */
export function dots(canvas, matrix, colour) {
  const [rows, columns] = matrix.shape;
  if (canvas.width !== columns || canvas.height !== rows) {
    Object.assign(canvas, { width: columns, height: rows });
  }
  const context = brush(canvas),
    image = context.createImageData(columns, rows),
    { data } = image,
    { values } = matrix;
  for (let i = 0, row = 0, column = 0; i < values.length; i++) {
    const rgb = colour(values[i], row, column);
    if (rgb) {
      data[4 * i] = rgb[0];
      data[4 * i + 1] = rgb[1];
      data[4 * i + 2] = rgb[2];
      data[4 * i + 3] = 255;
    }
    if (++column === columns) [row, column] = [row + 1, 0];
  }
  context.putImageData(image, 0, 0);
}

/**
 * Shrink a map to so many rows and columns by the largest of each block: thin lines stay.
 *
 * @param {Matrix} matrix
 * @param {number} most
 */
export function pooled(matrix, most) {
  const [rows, columns] = matrix.shape;
  const shape = [Math.min(rows, most), Math.min(columns, most)];
  const values = new Float32Array(shape[0] * shape[1]);
  matrix.values.forEach((value, i) => {
    const row = Math.floor((Math.floor(i / columns) * shape[0]) / rows);
    const at = row * shape[1] + Math.floor(((i % columns) * shape[1]) / columns);
    values[at] = Math.max(values[at], value);
  });
  return { shape, values };
}
