import assert from "node:assert/strict";
import { test } from "node:test";

import { makeDrag, withRow } from "../../../../pages/lab/break_it/views/row_pins.js";

const BASE = [0.4, 0.3, 0.2, 0.1];

test("a weight that made room for another gets it back when that is dragged down again", () => {
  const move = makeDrag();
  /** @type {Record<number, [number, number][]>} */
  let rows = { 2: [[0, 0.5]], 5: [[1, 1]] };
  const drag = (/** @type {number} */ key, /** @type {number[]} */ ...weights) => {
    for (const weight of weights) rows = move(rows, 2, BASE, key, weight);
    return rows[2];
  };
  assert.deepEqual(drag(1, 0.2, 0.6, 1), [
    [0, 0],
    [1, 1],
  ]);
  assert.deepEqual(drag(1, 0.6, 0.2), [
    [0, 0.5],
    [1, 0.2],
  ]);
  drag(2, 1); // another slider begins from what it finds
  drag(1, 0.2);
  assert.deepEqual(rows, {
    2: [
      [0, 0],
      [1, 0.2],
      [2, 0.8],
    ],
    5: [[1, 1]],
  });
});

test("what else sets weights ends a drag", () => {
  const move = makeDrag();
  const dragged = move({ 2: [[0, 0.5]] }, 2, BASE, 1, 1),
    undone = withRow(dragged, 2, []);
  assert.deepEqual(undone, {});
  assert.deepEqual(move(undone, 2, BASE, 1, 0.2), { 2: [[1, 0.2]] });
});
