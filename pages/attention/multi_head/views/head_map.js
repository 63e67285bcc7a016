// The right half: the chosen head's map with its tokens, and the same weights as lines.

import { LEAST } from "../../../../ui/views/library/attention.js";
import { mapNodes, nameColumns, paintWeights } from "../../../../ui/views/library/attention_map.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, slice, within } from "../../../../ui/views/library/numbers.js";
import { tokenColumn } from "../../../../ui/views/library/tokens.js";

/** @import { Place } from "../../../../ui/views/library/attention_map.js" */
/** @import { Choose, Frame, HeadMap, Hover, Sizes, State } from "./types.d.ts" */

const MAP = 270; // pixels that a short sentence's map takes
/**
 * How large everything is: rows and columns shrink with the sentence, and then scroll.
 *
 * @type {(rows: number, keys: number) => Sizes}
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
 * Build the frame of map and lines; what depends on the sentence is filled in later.
 *
 * @param {Element} parent
 * @returns {Frame}
 */
export function mapFrame(parent) {
  const heading = element("div", { class: "heading" }, parent);
  const title = element("h3", {}, heading);
  element("span", { class: "kind" }, heading, t("attention weight"));
  const readout = element("output", { class: "readout" }, heading);
  const pair = element("div", { class: "pair" }, parent);
  const map = element("div", { class: "map" }, pair);
  const nodes = mapNodes(map, t("Query token"), "radiogroup");
  const lines = element("div", { class: "lines" }, pair);
  [t("query"), "", t("key")].forEach((name, i) =>
    element("div", { class: `head head-${i}` }, lines, name),
  );
  const asks = tokenColumn(lines, "asks", t("Query token"), null);
  asks.root.setAttribute("aria-hidden", "true");
  const drawing = svg(
    "svg",
    { class: "drawing", preserveAspectRatio: "none", "aria-hidden": "true" },
    lines,
  );
  const read = tokenColumn(lines, "read", t("Key token"), "group");
  const habits = element("p", { class: "habits" }, parent);
  return { ...nodes, title, readout, pair, asks, drawing, read, habits };
}

/**
 * Write the tokens of a new sentence beside map and lines.
 *
 * @param {HeadMap} part
 * @param {State} state
 * @param {Choose} choose
 * @param {Hover} hover
 */
export function fillTokens(part, state, choose, hover) {
  const { queries, keys } = state,
    size = (part.size = mapSizes(queries.length, keys.length));
  Object.assign(part, { cell: size.cell, pitch: size.pitch });
  const { pair } = part;
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
    button.onclick = () => choose({ word: row });
  };
  part.rows = part.queries.fill(queries, { role: "radio" }, asking);
  part.asking = part.asks.fill(queries, { tabindex: -1 }, asking);
  part.reading = part.read.fill(keys, {}, (button, column) => {
    watch(button, { column });
    button.tabIndex = column ? -1 : 0;
    button.onfocus = () => hover({ column });
    button.onblur = () => hover(null);
  });
  nameColumns(part, pair, keys, size.dense);
}

/**
 * Paint the chosen head: cells, their numbers where they fit, all lines in grey.
 *
 * @param {HeadMap} part
 * @param {State} state
 */
export function paintMap(part, state) {
  const { layer, head, weights, cellColour } = state,
    { size } = part;
  const map = (part.values = slice(weights, layer, head)),
    columns = map.shape[1];
  const place = { layer: layer + 1, head: head + 1 };
  part.title.textContent = t("Layer {layer}, head {head}", place);
  part.field.setAttribute(
    "aria-label",
    t(
      "Attention weights of layer {layer}, head {head}. Arrow keys move over the cells; Enter " +
        "chooses the row.",
      place,
    ),
  );
  paintWeights(part, map, cellColour);
  part.drawing.replaceChildren();
  part.drawing.setAttribute("viewBox", `0 0 100 ${size.height}`);
  map.values.forEach((value, i) => {
    const row = Math.floor(i / columns),
      column = i % columns;
    if (value >= LEAST) line(part, row, column, 0.6 + 3 * value, "faint");
  });
  part.lit = svg("g", {}, part.drawing);
  paintHabits(part, state);
}

/**
 * Draw the weight of a cell as a line from the token that asks to the one that is read.
 *
 * @param {HeadMap} part
 * @param {number} row
 * @param {number} column
 * @param {number} width
 * @param {string} kind
 * @param {Element} [parent]
 */
export function line(part, row, column, width, kind, parent = part.drawing) {
  const y1 = (row + 0.5) * part.size.pitch,
    y2 = (column + 0.5) * part.size.step;
  svg(
    "path",
    {
      d: `M0 ${y1}C45 ${y1} 55 ${y2} 100 ${y2}`,
      class: kind,
      "stroke-width": width,
      "data-row": row,
      "data-column": column,
    },
    parent,
  );
}

/** @type {(part: HeadMap, state: State) => void} */
function paintHabits({ habits }, { layer, head, habits: all }) {
  habits.replaceChildren();
  for (const { before, after, values, places } of all) {
    const value = values[layer][head];
    const pair = element("span", {}, habits, before);
    element("b", {}, pair, value === null ? "–" : number(value, places));
    pair.append(after);
  }
}
