import assert from "node:assert/strict";
import { test } from "node:test";
import { ACROSS, moved, movedOver, RISING } from "../../../../ui/views/library/keys.js";

test("a row ends at its ends, or goes around", () => {
  assert.equal(moved(1, "ArrowRight", 3), 2);
  assert.equal(moved(2, "ArrowDown", 3), 2);
  assert.equal(moved(0, "ArrowLeft", 3), 0);
  assert.equal(moved(2, "ArrowRight", 3, { around: true }), 0);
  assert.equal(moved(0, "ArrowUp", 3, { around: true }), 2);
});

test("other keys lead nowhere", () => {
  assert.equal(moved(0, "Enter", 3), undefined);
  assert.equal(moved(0, "ArrowDown", 3, { keys: ACROSS }), undefined);
  assert.equal(movedOver([0, 0], "Tab", [2, 2]), undefined);
});

test("where up means more, it leads on", () =>
  assert.equal(moved(0, "ArrowUp", 3, { keys: RISING }), 1));

test("a grid is walked in both directions and left at no edge", () => {
  assert.deepEqual(movedOver([0, 0], "ArrowDown", [2, 3]), [1, 0]);
  assert.deepEqual(movedOver([1, 2], "ArrowRight", [2, 3]), [1, 2]);
  assert.deepEqual(movedOver([1, 2], "ArrowRight", [2, 3], { around: true }), [1, 0]);
  assert.deepEqual(movedOver([0, 1], "ArrowUp", [2, 3], { around: true }), [1, 1]);
});

test("a place of a row of one stays", () => {
  for (const around of [false, true]) assert.equal(moved(0, "ArrowLeft", 1, { around }), 0);
});
