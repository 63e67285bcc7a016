// A heat map of positional encodings: a column for each position, a row for each number.

import { brush, cellUnder, element, svg } from "../../../../ui/views/library/dom.js";

/** @import { EncodingMap } from "./types.d.ts" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/**
 * A length in whole pixels of the screen, or rows that alternate would melt into each other.
 *
 * @param {number} size
 * @returns {number}
 */
export const wholePixels = (size) =>
  Math.max(1, Math.floor(size * devicePixelRatio)) / devicePixelRatio;

/**
 * Make an empty heat map.
 *
 * @param {Element} parent
 * @returns {EncodingMap}
 */
export function encodingMap(parent) {
  const node = element("div", { class: "encoding" }, parent);
  const canvas = element("canvas", { "aria-hidden": "true" }, node);
  const marks = svg("svg", { "aria-hidden": "true" }, node);
  const [labels, rings] = [svg("g", {}, marks), svg("g", {}, marks)];
  const sizes = { cell: 1, pitch: 1, left: 0, positions: 0, rows: 0, width: 0, height: 0 };
  return { node, canvas, marks, labels, rings, ...sizes };
}

/**
 * Paint a table of shape [position, d_model] with cells of whole pixels; room on the left is for
 * the numbers of rows, room on the right for marks.
 *
 * @param {EncodingMap} map
 * @param {Tensor} table
 * @param {{cell: number, pitch: number, left: number, right: number}} places
 * @param {(value: number) => Colour} signed
 */
export function paintEncoding(map, table, { cell, pitch, left, right }, signed) {
  const [positions, rows] = table.shape;
  const size = { width: positions * cell, height: rows * pitch };
  Object.assign(map, { cell, pitch, left, positions, rows, ...size });
  Object.assign(map.canvas, { width: positions, height: rows });
  Object.assign(map.canvas.style, {
    left: `${left}px`,
    width: `${size.width}px`,
    height: `${size.height}px`,
  });
  Object.assign(map.node.style, {
    width: `${left + size.width + right}px`,
    height: `${size.height}px`,
  });
  const context = brush(map.canvas),
    image = context.createImageData(positions, rows);
  const shades = Array.from({ length: 257 }, (_, i) => signed(i / 128 - 1));
  table.values.forEach((value, at) => {
    const position = Math.floor(at / rows),
      row = at % rows;
    const shade = shades[Math.round((value + 1) * 128)];
    image.data.set([...shade, 255], (row * positions + position) * 4);
  });
  context.putImageData(image, 0, 0);
  const every = [1, 2, 4, 8, 16].find((step) => step * pitch >= 24) ?? 32;
  map.labels.replaceChildren();
  for (let row = 0; row < rows; row += every) {
    const y = Math.max(10, (row + 0.5) * pitch + 4);
    svg("text", { x: left - 7, y, class: "tick end" }, map.labels, String(row));
  }
}

/**
 * Ring the column of a position and the rows of a pair.
 *
 * @param {EncodingMap} map
 * @param {number} position
 * @param {number} first
 * @param {number} second
 */
export function ringEncoding(map, position, first, second) {
  const { cell, pitch, left, width, height } = map;
  map.rings.replaceChildren();
  /** @type {(x: number, y: number, w: number, h: number) => SVGElement} */
  const ring = (x, y, w, h) =>
    svg("rect", { x: x - 1, y: y - 1, width: w + 2, height: h + 2, class: "ring" }, map.rings);
  if (position < map.positions) ring(left + position * cell, 0, cell, height);
  for (const row of second === first + 1 ? [] : [first, second])
    ring(left, row * pitch, width, pitch);
  if (second === first + 1) ring(left, first * pitch, width, 2 * pitch);
}

/**
 * The position, as a column, and the row under a pointer.
 *
 * @param {EncodingMap} map
 * @param {MouseEvent} event
 */
export const encodingUnder = (map, event) =>
  cellUnder(map.canvas, event, [map.rows, map.positions]);

/**
 * Follow a pointer over a node: press(event) while a button or finger is down.
 *
 * @param {HTMLElement | SVGElement} node
 * @param {(event: PointerEvent) => void} press
 */
export function onPress(node, press) {
  node.onpointerdown = (event) => {
    if (!event.button) press(event);
  };
  node.onpointermove = (event) => {
    if (event.buttons === 1) press(event);
  };
}
