// The pixels of canvases and images, as parts of an SVG and as other canvases.

import { brush, svg } from "../library/dom.js";
import { inked } from "./colours.js";

/** @import { Box } from "../library/board.js" */

const MOST_CELLS = 20_000; // of a canvas that is drawn as squares; a larger one is a picture
const SHARP = 2; // pixels of a picture for each on the screen

/**
 * A canvas as squares of its colours; a large one as a picture.
 *
 * @type {(canvas: HTMLCanvasElement, box: Box, out: Element) => void}
 */
export function pixels(canvas, { x, y, width, height }, out) {
  const { width: columns, height: rows } = canvas;
  if (!columns || !rows || !width || !height) return;
  const enlarged = width * height > columns * rows;
  if (!enlarged || columns * rows > MOST_CELLS) {
    const times = enlarged ? Math.ceil((SHARP * width) / columns) : 1; // no program blurs it then
    const href = canvasOf(canvas, columns * times, rows * times, false).toDataURL();
    svg("image", { x, y, width, height, preserveAspectRatio: "none", href }, out);
    return;
  }
  const { data } = brush(canvas).getImageData(0, 0, columns, rows);
  const transform = `translate(${x} ${y}) scale(${width / columns} ${height / rows})`;
  const group = svg("g", { transform, "shape-rendering": "crispEdges" }, out);
  for (const [colour, d] of runs(data, columns, rows))
    svg("path", { ...inked("fill", colour), d }, group);
}

/**
 * The cells of each colour, as paths of which each square is a run in a row.
 *
 * @type {(data: Uint8ClampedArray, columns: number, rows: number) => Map<string, string>}
 */
function runs(data, columns, rows) {
  const paths = new Map();
  for (let row = 0; row < rows; row++) {
    for (let column = 0, from = 0; column < columns; column++) {
      const at = 4 * (row * columns + column);
      const same =
        column + 1 < columns && [0, 1, 2, 3].every((i) => data[at + i] === data[at + 4 + i]);
      if (same) continue;
      const colour = `rgba(${data[at]},${data[at + 1]},${data[at + 2]},${data[at + 3] / 255})`;
      const d = `M${from} ${row}h${column + 1 - from}v1h${from - column - 1}z`;
      if (data[at + 3]) paths.set(colour, (paths.get(colour) ?? "") + d);
      from = column + 1;
    }
  }
  return paths;
}

/**
 * An image that has come.
 *
 * @param {string} address
 */
export async function imageOf(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/**
 * A canvas of some size that an image fills; enlarged without blur, or as the browser does it.
 *
 * @param {HTMLImageElement | HTMLCanvasElement} image
 * @param {number} width
 * @param {number} height
 * @param {boolean} [smooth]
 */
export function canvasOf(image, width, height, smooth = true) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = brush(canvas);
  context.imageSmoothingEnabled = smooth;
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}
