// The numbers of one map of attention: rows ask, columns are read, a cell is a weight.

import { movedOver } from "./keys.js";
import { brief, number } from "./numbers.js";

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
