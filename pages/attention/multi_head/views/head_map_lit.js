// What is lit in the chosen head's map and lines: a token, a cell, or the chosen word.

import { LEAST } from "../../../../ui/views/library/attention.js";
import { markPlaces } from "../../../../ui/views/library/attention_map.js";
import { times } from "../../../../ui/views/library/dom.js";
import { chooseOne } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { columnOf, number, rowOf, strongestOf } from "../../../../ui/views/library/numbers.js";
import { shown } from "../../../../ui/views/library/tokens.js";
import { line } from "./head_map.js";

/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { HeadMap, State } from "./types.d.ts" */

/**
 * Light up what belongs to the token or cell that is pointed at, or else to the chosen word.
 *
 * @param {HeadMap} part
 * @param {State} state
 */
export function paintActive(part, state) {
  const { values } = part,
    { word, hover } = state,
    [rows, columns] = values.shape;
  const column = hover?.row === undefined ? (hover?.column ?? null) : null;
  const row = hover?.row ?? word;
  /** @type {(i: number, j: number) => number} */
  const weight = (i, j) => values.values[i * columns + j];
  part.lit.replaceChildren();
  if (column !== null)
    times(
      rows,
      (i) =>
        weight(i, column) >= LEAST &&
        line(part, i, column, 1 + 9 * weight(i, column), "lit", part.lit),
    );
  else
    times(
      columns,
      (j) => weight(row, j) >= LEAST && line(part, row, j, 1 + 9 * weight(row, j), "lit", part.lit),
    );
  markPlaces(part, word, hover);
  chooseOne(part.rows, word);
  [part.rows, part.asking].forEach((buttons) =>
    buttons.forEach((button, i) => {
      button.classList.toggle("chosen", i === word);
      button.classList.toggle("on", column === null ? i === row : weight(i, column) >= 0.2);
    }),
  );
  [part.reading, part.labels].forEach((all) =>
    all.forEach((node, j) =>
      node.classList.toggle("on", column === null ? weight(row, j) >= 0.2 : j === column),
    ),
  );
  part.readout.textContent = sentence(
    state,
    column === null ? row : null,
    hover?.column ?? null,
    values,
  );
}

/**
 * The numbers of what is lit, in words.
 *
 * @type {(state: State, row: number | null, column: number | null, weights: Tensor) => string}
 */
function sentence({ queries, keys, causal }, row, column, weights) {
  if (row !== null && column !== null && causal && column > row) {
    const pair = { query: shown(queries[row]), key: shown(keys[column]) };
    return t("{query} can't attend to {key}", pair);
  }
  const i = row ?? strongestOf(columnOf(weights, column ?? 0));
  const j = column ?? strongestOf(rowOf(weights, i));
  return `${shown(queries[i])} → ${shown(keys[j])} ${number(rowOf(weights, i)[j], 3)}`;
}
