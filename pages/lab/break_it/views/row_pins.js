// Weights that are set by hand: one is set, the others of its row share what is left.

/** @import { RowEditorData } from "./data.d.ts" */

/** Weights that were set by hand, by the place of their key. */
/** @typedef {Map<number, number>} Pins */
/** The same of all rows, as the server knows them. @typedef {RowEditorData["pins"]} Rows */

/**
 * The row after some of its weights were set: the others keep their proportions.
 *
 * @param {number[]} base
 * @param {Pins} pins
 * @returns {number[]}
 */
export function pinned(base, pins) {
  const rest = base.map((value, key) => (pins.has(key) ? 0 : value));
  const left = 1 - [...pins.values()].reduce((sum, value) => sum + value, 0);
  const total = rest.reduce((sum, value) => sum + value, 0);
  const result = rest.map(
    (value, key) => pins.get(key) ?? (total ? (value * Math.max(0, left)) / total : 0),
  );
  const sum = result.reduce((all, value) => all + value, 0);
  return sum > 0 ? result.map((value) => value / sum) : base;
}

/**
 * Set one weight; those set earlier make room for it, or are let go where nobody else could.
 *
 * @param {number[]} base
 * @param {Pins} pins
 * @param {number} key
 * @param {number} weight
 * @returns {[number, number][]} by their keys, as the server answers
 */
export function pin(base, pins, key, weight) {
  const others = [...pins].filter(([other]) => other !== key);
  const set = others.reduce((sum, [, value]) => sum + value, 0);
  const free = base.some((value, other) => value > 0 && other !== key && !pins.has(other));
  const squeeze = set > 1 - weight ? (1 - weight) / set : 1;
  const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
  /** @type {Pins} */
  const result = new Map([[key, weight]]);
  if (free) for (const [other, value] of others) result.set(other, round(value * squeeze));
  return [...result].sort(([one], [other]) => one - other);
}

/** @type {(rows: Rows, row: number, pins: [number, number][]) => Rows} */
export const withRow = (rows, row, pins) =>
  Object.fromEntries(Object.entries({ ...rows, [row]: pins }).filter(([, list]) => list.length));

/**
 * What moves sliders: all moves of one begin from what was set before its first, so a weight that
 * made room gets it back. They end where another slider moves, or something else sets weights.
 */
export function makeDrag() {
  /** @type {{row: number, key: number, from: Pins, to: Rows}} */
  let last = { row: -1, key: -1, from: new Map(), to: {} };
  /** @type {(rows: Rows, row: number, base: number[], key: number, weight: number) => Rows} */
  return (rows, row, base, key, weight) => {
    const goesOn = rows === last.to && row === last.row && key === last.key,
      from = goesOn ? last.from : new Map(rows[row]);
    last = { row, key, from, to: withRow(rows, row, pin(base, from, key, weight)) };
    return last.to;
  };
}
