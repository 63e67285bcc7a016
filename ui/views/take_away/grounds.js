// Gradients and hatches of CSS, and the pixels of canvases, as parts of an SVG.

import { brush, svg } from "../library/dom.js";
import { apart, inked, listed, opaque } from "./colours.js";

/** @import { Box } from "../library/board.js" */

const MOST_CELLS = 20_000; // of a canvas that is drawn as squares; a larger one is a picture
const SHARP = 2; // pixels of a picture for each on the screen

/** @type {(image: string) => string[]} */
const parts = (image) =>
  listed(image.slice(image.indexOf("(") + 1, image.lastIndexOf(")"))).map((part) => part.trim());
/** @type {(part: string) => boolean} */
const isColour = (part) => /^(rgb|color|oklab|#)/.test(part);

/**
 * @type {(defs: Element, tag: "pattern" | "linearGradient", attributes: Attributes) => [string,
 *   SVGElement]}
 */
function named(defs, tag, attributes) {
  const id = `taken-${tag}-${defs.childElementCount}`;
  return [`url(#${id})`, svg(tag, { id, ...attributes }, defs)];
}

/**
 * Stripes, as where a mask hides something.
 *
 * @type {(image: string, defs: Element) => string}
 */
export function hatched(image, defs) {
  const colours = parts(image)
    .filter(isColour)
    .map((part) => apart(part)[0]);
  const [fill, pattern] = named(defs, "pattern", {
    width: 6,
    height: 6,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  for (const [width, colour] of /** @type {const} */ ([
    [6, colours.at(-1)],
    [3, colours[0]],
  ])) {
    const ink = inked("fill", colour);
    if (ink.fill !== "none") svg("rect", { width, height: 6, ...ink }, pattern);
  }
  return fill;
}

/** @type {Record<string, number>} */
const SIDES = { "to right": 90, "to left": 270, "to top": 0, "to bottom": 180, "to top right": 45 };

/**
 * A colour that becomes another, in any direction.
 *
 * @type {(image: string, box: Box, defs: Element) => string}
 */
export function ramp(image, { x, y, width, height }, defs) {
  const [first, ...rest] = parts(image);
  const directed = !isColour(first);
  const degrees = directed ? (SIDES[first] ?? parseFloat(first)) : 180;
  const turn = (degrees * Math.PI) / 180;
  const [across, down] = [Math.sin(turn), -Math.cos(turn)];
  const half = (Math.abs(across) * width + Math.abs(down) * height) / 2;
  const [middle, centre] = [x + width / 2, y + height / 2];
  const [fill, gradient] = named(defs, "linearGradient", {
    gradientUnits: "userSpaceOnUse",
    x1: middle - across * half,
    y1: centre - down * half,
    x2: middle + across * half,
    y2: centre + down * half,
  });
  const stops = (directed ? rest : [first, ...rest]).filter(isColour);
  stops.forEach((stop, i) => {
    const [colour, places] = apart(stop);
    const [paint, opacity] = opaque(colour);
    const even = `${(100 * i) / Math.max(1, stops.length - 1)}%`;
    for (const offset of places.match(/[\d.]+%/g) ?? [even]) {
      const seen = { "stop-color": paint === "none" ? "#fff" : paint, "stop-opacity": opacity };
      svg("stop", { offset, ...seen }, gradient);
    }
  });
  return fill;
}

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
    const href = large(canvas, enlarged ? Math.ceil((SHARP * width) / columns) : 1);
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
 * A picture of a canvas, each pixel so many times as large: no program blurs it then.
 *
 * @type {(canvas: HTMLCanvasElement, times: number) => string}
 */
function large(canvas, times) {
  if (times === 1) return canvas.toDataURL();
  const copy = document.createElement("canvas");
  Object.assign(copy, { width: canvas.width * times, height: canvas.height * times });
  const context = brush(copy);
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, 0, 0, copy.width, copy.height);
  return copy.toDataURL();
}
