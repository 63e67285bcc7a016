// A board: heat maps on canvases, which stay in the page so that nothing blinks, below lines and
// letters in SVG and the names of tokens.

import { element, svg, zoomOf } from "./dom.js";
import { largest, within } from "./numbers.js";
import { dots } from "./paint.js";
import { classesOf } from "./tokens.js";

/** @import { Token } from "./tokens.js" */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * What a view wants to hear of an area; most is what full colour stands for.
 *
 * @typedef {{most?: number, group?: number, name?: string}} Found
 */

/**
 * A matrix on a board.
 *
 * @typedef {Box & Found & {role: string, rows: number, columns: number, matrix: Matrix}} Area
 */

/**
 * @typedef {{node: HTMLDivElement, names: HTMLDivElement, lines: SVGSVGElement,
 *   frames: SVGGElement, marks: SVGGElement, pointer: SVGGElement, maps: Map<string,
 *   HTMLCanvasElement>, areas: Area[]}} Board
 */

/** @typedef {HTMLSpanElement & {row: number, group: number | string}} NameNode */

/** @import { Scale } from "./colours.js" */

/**
 * Make a board, with nothing on it yet.
 *
 * @param {Element} parent
 * @param {string} name
 * @param {Attributes} [attributes]
 * @returns {Board}
 */
export function board(parent, name, attributes = {}) {
  const node = element("div", { class: `board ${name}`, ...attributes }, parent);
  const names = element("div", { "aria-hidden": "true" }, node);
  const lines = svg("svg", { "aria-hidden": "true" }, node);
  const [frames, marks, pointer] = [0, 1, 2].map(() => svg("g", {}, lines));
  return { node, names, lines, frames, marks, pointer, maps: new Map(), areas: [] };
}

/**
 * Begin a new drawing of this size.
 *
 * @param {Board} board
 * @param {number} width
 * @param {number} height
 */
export function wipe(board, width, height) {
  Object.assign(board.node.style, { width: `${width}px`, height: `${height}px` });
  board.lines.setAttribute("width", String(width));
  board.lines.setAttribute("height", String(height));
  for (const layer of [board.frames, board.names]) layer.replaceChildren();
  board.areas = [];
}

/**
 * Paint a matrix into a box {x, y, width, height}, in the frame of its role.
 *
 * @param {Board} board
 * @param {string} name
 * @param {Box} box
 * @param {Matrix} matrix
 * @param {string} role
 * @param {Scale} signed
 * @param {Found} [found]
 */
export function heatMap(board, name, box, matrix, role, signed, found = {}) {
  const [rows, columns] = matrix.shape;
  const most = found.most ?? largest(matrix);
  const canvas =
    board.maps.get(name) ?? element("canvas", { "aria-hidden": "true", "data-name": name });
  if (!board.maps.has(name)) {
    board.maps.set(name, canvas);
    board.node.prepend(canvas);
  }
  Object.assign(canvas.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  dots(canvas, matrix, (value) => signed(value / most));
  svg("rect", { ...box, class: "frame", stroke: `var(--glass-${role})` }, board.frames);
  board.areas.push({ ...box, ...found, role, rows, columns, matrix });
}

/**
 * A letter above a matrix, and beside it what belongs to it: W with a small Q, 256 × 32.
 *
 * @param {Board} board
 * @param {number} x
 * @param {number} y
 * @param {string} role
 * @param {{text: string, below?: string, shape?: string, plain?: string}} words
 */
export function letter(board, x, y, role, { text, below = "", shape = "", plain = "" }) {
  const line = svg("text", { x, y }, board.frames),
    fill = `var(--glass-${role}-ink)`;
  svg("tspan", { class: "letter", fill }, line, text);
  if (below) svg("tspan", { class: "below", dy: 3, fill }, line, below);
  if (shape) svg("tspan", { class: "shape", dx: 8, dy: below ? -3 : 0 }, line, shape);
  if (plain) svg("tspan", { class: "plain", dx: 8 }, line, plain);
}

const LOWEST = 14; // pixels of a row whose name can be read

/**
 * The names of tokens beside the rows of a matrix; a line joins the pieces of one word. Where rows
 * are too low, names are left out at equal steps.
 *
 * @param {Board} board
 * @param {Token[]} tokens
 * @param {number} top
 * @param {number} pitch
 * @param {number | string} group
 */
export function nameRows(board, tokens, top, pitch, group) {
  const every = Math.ceil(LOWEST / pitch);
  tokens.forEach((token, row) => {
    if (row % every) return;
    const about = { class: classesOf("name", token), title: token.text, lang: token.lang };
    const name = element("span", about, board.names);
    name.textContent = token.text;
    Object.assign(name.style, {
      top: `${top + row * pitch - (Math.max(pitch, LOWEST) - pitch) / 2}px`,
      height: `${Math.max(pitch, LOWEST)}px`,
      lineHeight: `${Math.max(pitch, LOWEST)}px`,
      fontSize: `${within(pitch - 2, 12, 14)}px`,
    });
    Object.assign(name, { row, group });
  });
}

/**
 * Draw a ring around a box that is chosen or pointed at.
 *
 * @param {Element} layer
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @returns {SVGRectElement}
 */
export const ring = (layer, x, y, width, height) =>
  svg("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, class: "ring" }, layer);

/**
 * What lies under a pointer: the area, and the row and column of its matrix; or null.
 *
 * @param {Board} board
 * @param {MouseEvent} event
 * @returns {(Area & {row: number, column: number}) | null}
 */
export function under(board, event) {
  const edge = board.node.getBoundingClientRect(),
    zoom = zoomOf(board.node);
  const x = (event.clientX - edge.left) / zoom,
    y = (event.clientY - edge.top) / zoom;
  const area = board.areas.find(
    (one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height,
  );
  return area
    ? {
        ...area,
        row: Math.floor(((y - area.y) / area.height) * area.rows),
        column: Math.floor(((x - area.x) / area.width) * area.columns),
      }
    : null;
}
