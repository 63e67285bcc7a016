import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cellAfter,
  roomOfWeight,
  weightText,
  writtenWeights,
} from "../../../../ui/views/library/attention_map.js";
import { speak } from "../../../../ui/views/library/messages.js";

test("a weight has two decimals and no zero before them, and never reads as nothing", () => {
  assert.deepEqual([0, 0.2, 0.876, 0.994].map(weightText), [".00", ".20", ".88", ".99"]);
  assert.deepEqual([0.996, 1].map(weightText), ["1.0", "1.0"]);
});

test("only English leaves out the zero, and its cells may be narrower", () => {
  const narrow = roomOfWeight();
  speak({ language: "de", messages: {}, decimal: ",", group: "." });
  try {
    assert.deepEqual([0.2, 0.876, 1].map(weightText), ["0,20", "0,88", "1,0"]);
    assert.ok(roomOfWeight() > narrow);
  } finally {
    speak({ language: "en", messages: {}, decimal: ".", group: "," });
  }
});

test("only weights that count are written, each in its own cell", () => {
  const weights = { shape: [2, 3], values: Float32Array.of(0.75, 0.125, 0.125, 0, 1, 0) };
  assert.deepEqual(writtenWeights(weights), [
    { row: 0, column: 0, weight: 0.75, text: ".75" },
    { row: 1, column: 1, weight: 1, text: "1.0" },
  ]);
});

test("the first key shows where one stands, the next ones walk and stay inside", () => {
  const shape = [4, 3];
  assert.deepEqual(cellAfter(null, 2, "ArrowRight", shape), { row: 2, column: 0 });
  assert.deepEqual(cellAfter({ row: 1 }, 2, "ArrowDown", shape), { row: 1, column: 0 });
  const cell = { row: 3, column: 2 };
  assert.deepEqual(cellAfter(cell, 0, "ArrowUp", shape), { row: 2, column: 2 });
  assert.deepEqual(cellAfter(cell, 0, "ArrowRight", shape), cell);
  assert.equal(cellAfter(cell, 0, "Enter", shape), undefined);
});
