// The right half: the chosen head's map with its tokens, and the same weights as lines.

import {
  mapNodes,
  markPlaces,
  nameColumns,
  paintWeights,
  pointAtCells,
  walkOverCells,
} from "../../../../ui/views/library/attention_map.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { chooseOne } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  columnOf,
  number,
  rowOf,
  slice,
  strongestOf,
  within,
} from "../../../../ui/views/library/numbers.js";
import { shown, tokenColumn } from "../../../../ui/views/library/tokens.js";
import { drawLines } from "./head_lines.js";

/** @import { AttentionMap, Place } from "../../../../ui/views/library/attention_map.js" */
/** @import { Acts, State } from "./head_view.js" */

/** @typedef {ReturnType<typeof mapSizes>} Sizes */
/** Its nodes and sizes, what is drawn, and what it was last drawn of. */
/**
 * @typedef {AttentionMap & {pair: HTMLElement, asks: ReturnType<typeof tokenColumn>,
 *   read: ReturnType<typeof tokenColumn>, drawing: SVGElement, size: Sizes, state: State,
 *   rows: HTMLButtonElement[], asking: HTMLButtonElement[], reading: HTMLButtonElement[],
 *   filled?: string, painted?: unknown[]}} HeadMap
 */

const MAP = 270; // pixels that a short sentence's map takes
/**
 * How large everything is: rows and columns shrink with the sentence, and then scroll.
 *
 * @param {number} rows
 * @param {number} keys
 */
function mapSizes(rows, keys) {
  const side = within(Math.floor(MAP / Math.max(rows, keys)), 0, 28);
  const pitch = Math.max(side, within(Math.floor(MAP / rows), 14, 28));
  const cell = Math.max(side, within(Math.floor(MAP / keys), 12, 28));
  const dense = cell < 18; // labels stand upright, and serve map and lines at once
  const height = Math.max(rows * pitch, keys * 14);
  return {
    pitch,
    cell,
    dense,
    height,
    step: rows === keys ? pitch : Math.max(14, (rows * pitch) / keys),
  };
}

/**
 * Make map and lines. One points at a cell with the mouse, or walks over the cells with the arrow
 * keys.
 *
 * @param {Acts} acts
 * @returns {HeadMap}
 */
export function makeMap({ pick, hover }) {
  const pair = element("div", { class: "pair" });
  const nodes = mapNodes(element("div", { class: "map" }, pair), t("Query token"), "radiogroup");
  const lines = element("div", { class: "lines" }, pair);
  [t("query"), "", t("key")].forEach((name, i) =>
    element("div", { class: `head head-${i}` }, lines, name),
  );
  const asks = tokenColumn(lines, "asks", t("Query token"), null);
  asks.root.setAttribute("aria-hidden", "true");
  const about = { class: "drawing", preserveAspectRatio: "none", "aria-hidden": "true" };
  const drawing = svg("svg", about, lines);
  const read = tokenColumn(lines, "read", t("Key token"), "group");
  /** @type {Partial<HeadMap>} */
  const made = { ...nodes, pair, asks, drawing, read };
  const map = /** @type {HeadMap} */ (made);
  const shape = () => map.state.weights.shape.slice(2);
  pointAtCells(map.field, shape, hover, ({ row }) => pick({ word: row }));
  walkOverCells(
    map.field,
    () => ({ shape: shape(), hover: map.state.hover, row: map.state.word }),
    hover,
    (row) => pick({ word: row }),
  );
  return map;
}

/**
 * Draw a state: its tokens and its head where they are others, and what is lit.
 *
 * @param {HeadMap} map
 * @param {State} state
 * @param {Acts} acts
 */
export function drawMap(map, state, acts) {
  const { version, layer, head, colours } = state;
  map.state = state;
  if (map.filled !== version) fillTokens(map, acts);
  const of = [version, layer, head, colours];
  if (of.some((one, i) => one !== map.painted?.[i])) paintHead(map);
  Object.assign(map, { filled: version, painted: of });
  paintLit(map);
}

/**
 * Write the tokens of a new sentence beside map and lines.
 *
 * @type {(map: HeadMap, acts: Acts) => void}
 */
function fillTokens(map, { pick, hover }) {
  const { queries, keys } = map.state,
    size = mapSizes(queries.length, keys.length),
    { pair } = map;
  Object.assign(map, { size, cell: size.cell, pitch: size.pitch });
  pair.style.cssText =
    `--pitch: ${size.pitch}px; --step: ${size.step}px; --cell: ${size.cell}px;` +
    `--columns: ${keys.length}; --rows: ${queries.length}; --height: ${size.height}px`;
  /** @type {(button: HTMLElement, place: Place) => void} */
  const watch = (button, place) => {
    button.onmouseenter = () => hover(place);
    button.onmouseleave = () => hover(null);
  };
  /** @type {(button: HTMLElement, row: number) => void} */
  const asking = (button, row) => {
    watch(button, { row });
    button.onclick = () => pick({ word: row });
  };
  map.rows = map.queries.fill(queries, { role: "radio" }, asking);
  map.asking = map.asks.fill(queries, { tabindex: -1 }, asking);
  map.reading = map.read.fill(keys, {}, (button, column) => {
    watch(button, { column });
    button.tabIndex = column ? -1 : 0;
    button.onfocus = () => hover({ column });
    button.onblur = () => hover(null);
  });
  nameColumns(map, pair, keys, size.dense);
}

/**
 * Paint the chosen head: its cells, and their numbers where they fit.
 *
 * @type {(map: HeadMap) => void}
 */
function paintHead(map) {
  const { layer, head, weights, cellColour } = map.state;
  const label = t(
    "Attention weights of layer {layer}, head {head}. Arrow keys move over the cells; Enter " +
      "chooses the row.",
    { layer: layer + 1, head: head + 1 },
  );
  map.field.setAttribute("aria-label", label);
  paintWeights(map, slice(weights, layer, head), cellColour);
  map.drawing.setAttribute("viewBox", `0 0 100 ${map.size.height}`);
}

/**
 * Draw the lines, and light up what belongs to the token or cell that is pointed at, or else to the
 * chosen word.
 *
 * @type {(map: HeadMap) => void}
 */
function paintLit(map) {
  const { layer, head, weights, word, hover } = map.state,
    matrix = slice(weights, layer, head),
    column = hover?.row === undefined ? (hover?.column ?? null) : null,
    row = hover?.row ?? word;
  drawLines(map.drawing, matrix, map.size, { row, column });
  markPlaces(map, word, hover);
  chooseOne(map.rows, word);
  /** @type {(i: number, j: number) => boolean} */
  const reads = (i, j) => matrix.values[i * matrix.shape[1] + j] >= 0.2;
  [map.rows, map.asking].forEach((buttons) =>
    buttons.forEach((button, i) => {
      button.classList.toggle("chosen", i === word);
      button.classList.toggle("on", column === null ? i === row : reads(i, column));
    }),
  );
  [map.reading, map.labels].forEach((all) =>
    all.forEach((node, j) =>
      node.classList.toggle("on", column === null ? reads(row, j) : j === column),
    ),
  );
}

/**
 * The numbers of what is lit, in words.
 *
 * @param {State} state
 */
export function readout({ queries, keys, causal, layer, head, word, hover, ...state }) {
  const weights = slice(state.weights, layer, head),
    column = hover?.column ?? null,
    row = hover?.row ?? (column === null ? word : null);
  if (row !== null && column !== null && causal && column > row) {
    const pair = { query: shown(queries[row]), key: shown(keys[column]) };
    return t("{query} can't attend to {key}", pair);
  }
  const i = row ?? strongestOf(columnOf(weights, column ?? 0));
  const j = column ?? strongestOf(rowOf(weights, i));
  return `${shown(queries[i])} → ${shown(keys[j])} ${number(rowOf(weights, i)[j], 3)}`;
}
