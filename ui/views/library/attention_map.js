// One map of attention with its tokens: rows ask, columns are read, a cell is a weight.

import { ink } from "./colours.js";
import { cellUnder, element, svg } from "./dom.js";
import { movedOver } from "./keys.js";
import { brief, number } from "./numbers.js";
import { dots } from "./paint.js";
import { cut, shown, tokenColumn } from "./tokens.js";

/** @import { Token } from "./tokens.js" */

/**
 * What is drawn, and the room that a cell has in pixels.
 *
 * @typedef {ReturnType<typeof mapNodes> & {cell: number, pitch: number, labels: SVGTextElement[],
 *   ring: SVGRectElement, spot: SVGRectElement}} AttentionMap
 */

/** @typedef {{row: number, column: number}} Cell */
/** @typedef {Partial<Cell>} Place */

const WRITTEN = 0.2; // weights below are colour alone

const CHARACTER = 6; // pixels of a cell's width that each character of its number takes

/**
 * A weight as a cell has room for it: brief, and 1.0 for what rounds to one.
 *
 * @param {number} weight
 */
export const weightText = (weight) => (weight > 0.995 ? number(1, 1) : brief(weight));

/** From how many pixels on a cell has room for its weight. */
export const roomOfWeight = () => CHARACTER * weightText(WRITTEN).length;

/**
 * Which weights are written in their cells: those that count.
 *
 * @type {(weights: Matrix) => (Cell & {weight: number, text: string})[]}
 */
export function writtenWeights({ shape: [, columns], values }) {
  return [...values.entries()]
    .filter(([, weight]) => weight >= WRITTEN)
    .map(([i, weight]) => ({
      row: Math.floor(i / columns),
      column: i % columns,
      weight,
      text: weightText(weight),
    }));
}

/**
 * Which cell a key leads to, from the one that is pointed at or else from a row's first.
 *
 * @type {(hover: Place | null, row: number, key: string, shape: number[]) => Place | undefined}
 */
export function cellAfter(hover, row, key, shape) {
  const here = { row: hover?.row ?? row, column: hover?.column ?? 0 };
  const to = movedOver([here.row, here.column], key, shape);
  if (!to) return undefined;
  // The first key shows where one stands.
  return hover?.column === undefined ? here : { row: to[0], column: to[1] };
}

/**
 * Make the nodes of a map; the column of those that ask has a label and a role.
 *
 * @param {Element} parent
 * @param {string} label
 * @param {string} role
 */
export function mapNodes(parent, label, role) {
  parent.classList.add("attention-map");
  element("div", { class: "corner" }, parent);
  const keys = svg("svg", { class: "keys", "aria-hidden": "true" }, parent);
  const queries = tokenColumn(parent, "queries", label, role);
  const field = element("div", { class: "field", tabindex: 0, role: "group" }, parent);
  const canvas = element("canvas", { "aria-hidden": "true" }, field);
  const over = svg("svg", { "aria-hidden": "true" }, field);
  return { keys, queries, field, canvas, over };
}

/**
 * Let cells be pointed at.
 *
 * @type {(field: HTMLElement, shape: () => number[], hover: (cell: Cell | null) => void,
 *   pick: (cell: Cell) => void) => void}
 */
export function pointAtCells(field, shape, hover, pick) {
  field.onpointermove = (event) => hover(cellUnder(field, event, shape()));
  field.onpointerleave = field.onblur = () => hover(null);
  field.onclick = (event) => pick(cellUnder(field, event, shape()));
}

/**
 * Let cells be walked over with the arrow keys, from the row that is chosen; Enter picks a row.
 *
 * @type {(field: HTMLElement, now: () => {shape: number[], hover: Place | null, row: number},
 *   hover: (place: Place) => void, pick: (row: number) => void) => void}
 */
export function walkOverCells(field, now, hover, pick) {
  field.onkeydown = (event) => {
    const { shape, hover: place, row } = now();
    const to = cellAfter(place, row, event.key, shape);
    if (!to && event.key !== "Enter") return;
    event.preventDefault();
    if (to) hover(to);
    else pick(place?.row ?? row);
  };
}

/**
 * Write the tokens that are read above their columns, in a frame that has the sizes as variables.
 *
 * @type {(map: AttentionMap, frame: HTMLElement, tokens: Token[], dense: boolean) => void}
 */
export function nameColumns(map, frame, tokens, dense) {
  const width = Math.max(...tokens.map((token) => cut(shown(token)).length)) * 7;
  const head = Math.round(dense ? width + 12 : width * 0.67 + 22);
  frame.style.setProperty("--head", `${head}px`);
  frame.classList.toggle("dense", dense);
  map.keys.replaceChildren();
  map.labels = tokens.map((token, i) => {
    const x = (i + 0.5) * map.cell + (dense ? 4 : 5);
    const transform = `translate(${x} ${head - 6}) rotate(${dense ? -90 : -42})`;
    const kind = token.special ? "special" : null;
    return svg("text", { transform, class: kind, lang: token.lang }, map.keys, cut(shown(token)));
  });
}

/**
 * Paint the cells, and their numbers if they fit; keep a ring for a row and a spot for a cell.
 *
 * @param {AttentionMap} map
 * @param {Matrix} weights
 * @param {(value: number, row: number, column: number) => Colour | null} colour
 */
export function paintWeights(map, weights, colour) {
  const { over, cell, pitch } = map;
  dots(map.canvas, weights, colour);
  over.replaceChildren();
  for (const { row, column, weight, text } of cell < roomOfWeight()
    ? []
    : writtenWeights(weights)) {
    const fill = ink(colour(weight, row, column) ?? [255, 255, 255]);
    svg("text", { x: (column + 0.5) * cell, y: (row + 0.5) * pitch + 4.5, fill }, over, text);
  }
  const width = weights.shape[1] * cell + 2;
  map.ring = svg("rect", { class: "ring", x: -1, width, height: pitch + 2 }, over);
  map.spot = svg("rect", { class: "spot", width: cell, height: pitch }, over);
}

/**
 * Ring a row, and mark a cell if one is pointed at.
 *
 * @type {(map: AttentionMap, row: number, place: Place | null) => void}
 */
export function markPlaces({ ring, spot, cell, pitch }, row, place) {
  ring.setAttribute("y", String(row * pitch - 1));
  const there = place?.row !== undefined && place.column !== undefined;
  spot.setAttribute("visibility", there ? "visible" : "hidden");
  spot.setAttribute("x", String((place?.column ?? 0) * cell));
  spot.setAttribute("y", String((place?.row ?? 0) * pitch));
}
