// Matrices as pictures.

import { svg } from "./dom.js";

/** Paint a matrix, one pixel for each number, to be enlarged: a data URL for <image> or <img>. */
export function painted(matrix, scale, divisor = 1) {
  const [rows, columns] = matrix.shape;
  const canvas = Object.assign(document.createElement("canvas"), { width: columns, height: rows });
  const context = canvas.getContext("2d");
  const image = context.createImageData(columns, rows);
  matrix.values.forEach((value, i) => image.data.set([...scale(value / divisor), 255], i * 4));
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

/** A framed heat map inside an SVG, with crisp cells. */
function heat(parent, x, y, width, height, matrix, scale, { divisor = 1, frame = null, stroke = 1 } = {}) {
  svg("image", {
    x, y, width, height, href: painted(matrix, scale, divisor), preserveAspectRatio: "none",
    style: "image-rendering: pixelated",
  }, parent);
  return svg("rect", {
    x, y, width, height, fill: "none", stroke: frame ?? "var(--glass-line2)", "stroke-width": stroke,
  }, parent);
}
