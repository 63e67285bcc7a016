// Arrow keys: where they lead in a row and in a grid.

import { within } from "./numbers.js";

// Keys as steps: of a row in any direction, from left to right, from above, and from below.
/** @type {Record<string, number>} */
const ROW = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
/** @type {Record<string, number>} */
export const ACROSS = { ArrowRight: 1, ArrowLeft: -1 };
export const DOWN = { ArrowDown: 1, ArrowUp: -1 };
export const RISING = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/**
 * Keys of places that fill lines of so many, one after the other.
 *
 * @param {number} wide
 * @returns {Record<string, number>}
 */
export const lines = (wide) => ({ ...ACROSS, ArrowDown: wide, ArrowUp: -wide });

/**
 * Keys of a grid, as steps over [rows, columns].
 *
 * @type {Record<string, number[]>}
 */
export const GRID = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };

/**
 * Where a key leads from a place in a row of so many places. At an end it stays, or goes around.
 *
 * @param {number} place
 * @param {string} key
 * @param {number} count
 * @param {{keys?: Record<string, number>, around?: boolean}} [ways]
 * @returns {number | undefined} nothing for a key that does not move
 */
export function moved(place, key, count, { keys = ROW, around = false } = {}) {
  const step = keys[key];
  if (!step) return undefined;
  return around ? (place + step + count) % count : within(place + step, 0, count - 1);
}

/**
 * The same, and to the ends by Home and End.
 *
 * @param {number} place
 * @param {string} key
 * @param {number} count
 * @param {{keys?: Record<string, number>, around?: boolean}} [ways]
 * @returns {number | undefined}
 */
export function movedTo(place, key, count, ways = {}) {
  return { Home: 0, End: count - 1 }[key] ?? moved(place, key, count, ways);
}

/**
 * Where a key leads from [row, column] in a grid of [rows, columns].
 *
 * @param {number[]} place
 * @param {string} key
 * @param {number[]} shape
 * @param {{around?: boolean}} [ways]
 * @returns {number[] | undefined} nothing for a key that does not move
 */
export function movedOver(place, key, shape, { around = false } = {}) {
  const step = GRID[key];
  if (!step) return undefined;
  const [row, column] = place.map((at, axis) => {
    const to = at + step[axis],
      count = shape[axis];
    return around ? (to + count) % count : within(to, 0, count - 1);
  });
  return [row, column];
}

/**
 * Let keys move: where() answers with what moved() says of a key, go() is told the new place.
 *
 * @template Place
 * @param {HTMLElement | SVGElement} node that hears the keys
 * @param {(key: string, event: KeyboardEvent) => Place | undefined} where
 * @param {(place: Place) => void} go
 */
export function walk(node, where, go) {
  node.onkeydown = onKey(where, go);
}

/**
 * The same, as what hears the keys.
 *
 * @template Place
 * @param {(key: string, event: KeyboardEvent) => Place | undefined} where
 * @param {(place: Place) => void} go
 * @returns {(event: KeyboardEvent) => void}
 */
export const onKey = (where, go) => (event) => {
  const to = where(event.key, event);
  if (to === undefined) return;
  event.preventDefault();
  go(to);
};

/**
 * Arrow keys move the focus among the children of the group that hears them; told() hears where to.
 *
 * @param {(place: number) => void} [told]
 * @returns {(event: KeyboardEvent) => void}
 */
export const roam = (told) => (event) => {
  const places = /** @type {HTMLElement[]} */ ([
    .../** @type {Element} */ (event.currentTarget).children,
  ]);
  const here = places.findIndex((one) => one.matches(":focus"));
  const to = moved(here, event.key, places.length, { around: true });
  if (to === undefined) return;
  event.preventDefault();
  places[to].focus();
  told?.(to);
};

/** @type {(group: HTMLElement, told?: (place: number) => void) => void} */
export function walkChildren(group, told) {
  group.onkeydown = roam(told);
}

/**
 * Mark one node of a row as chosen; the keyboard enters the row there.
 *
 * @param {Iterable<HTMLElement | SVGElement>} nodes
 * @param {number} chosen its place
 */
export function chooseOne(nodes, chosen) {
  [...nodes].forEach((node, i) => {
    node.setAttribute("aria-checked", i === chosen);
    node.tabIndex = i === chosen ? 0 : -1;
  });
}
