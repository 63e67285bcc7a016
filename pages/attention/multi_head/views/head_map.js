// The right half: the chosen head's map with its tokens, and the same weights as lines.

import { t } from "../../../../ui/views/library/messages.js";
import {
  columnOf,
  number,
  rowOf,
  slice,
  strongestOf,
  within,
} from "../../../../ui/views/library/numbers.js";
import { mapSizes, tokenColumn, tokenMap } from "../../../../ui/views/library/token_map.js";
import { shown } from "../../../../ui/views/library/tokens.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { headLines } from "./head_lines.js";

/** @import { Acts, Heads, State } from "./head_view.js" */

const MAP = 270; // pixels that a short sentence's map takes
/**
 * How large everything is: rows and columns shrink with the sentence, and then scroll.
 *
 * @param {number} rows
 * @param {number} keys
 */
function sizesOf(rows, keys) {
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
 * Map and lines. What belongs to the token or cell that is pointed at, or else to the chosen word,
 * is lit.
 *
 * @type {(keep: Heads["keep"], state: State, acts: Acts) => unknown}
 */
export function headMap(keep, state, { pick, hover: point }) {
  const { version, layer, head, word, hover, queries, keys, colours, cellColour } = state,
    size = sizesOf(queries.length, keys.length),
    { pitch, cell, dense, height, step } = size,
    room = mapSizes(keys, queries.length, cell, pitch, dense);
  const weights = slice(state.weights, layer, head),
    column = hover?.row === undefined ? (hover?.column ?? null) : null,
    row = hover?.row ?? word;
  /** @type {(i: number, j: number) => boolean} */
  const reads = (i, j) => rowOf(weights, i)[j] >= 0.2;
  const lit = (/** @type {number} */ j) => (column === null ? reads(row, j) : j === column);
  const asking = {
    label: t("Query token"),
    tokens: queries,
    kinds: (/** @type {number} */ i) => [
      i === word && "chosen",
      (column === null ? i === row : reads(i, column)) && "on",
    ],
    point: (/** @type {number | null} */ i) => point(i === null ? null : { row: i }),
    pick: (/** @type {number} */ i) => pick({ word: i }),
  };
  const map = tokenMap({
    ...{ keep, keys, weights, cell, pitch, dense, head: room.head, lit, hover, point },
    label: t(
      "Attention weights of layer {layer}, head {head}. Arrow keys move over the cells; Enter " +
        "chooses the row.",
      { layer: layer + 1, head: head + 1 },
    ),
    colour: cellColour,
    of: [version, layer, head, colours],
    row: word,
    queries: tokenColumn({ ...asking, kind: "queries", role: "radiogroup", entry: word }),
    pick: asking.pick,
  });
  return html`<div class="pair ${dense ? "dense" : ""}"
    style="${room.style}; --step: ${step}px; --height: ${height}px">
    <div class="map attention-map">${map}</div>
    <div class="lines">${[t("query"), "", t("key")].map(
      (name, i) => html`<div class="head head-${i}">${name}</div>`,
    )}
      ${tokenColumn({ ...asking, kind: "asks", role: null })}
      <svg class="drawing" preserveAspectRatio="none" aria-hidden="true"
        viewBox="0 0 100 ${height}">${headLines(weights, size, { row, column })}</svg>
      ${tokenColumn({
        ...{ kind: "read", role: "group", label: t("Key token"), tokens: keys, entry: 0 },
        kinds: (j) => [lit(j) && "on"],
        point: (j) => point(j === null ? null : { column: j }),
        focus: true,
      })}</div></div>`;
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
