import assert from "node:assert/strict";
import { test } from "node:test";
import { placeName } from "../../../../pages/decoder/cross_attention/views/memory_state.js";

test("the places after the last layer and the last head are called the means of all", () => {
  const shape = [5, 9]; // four layers, eight heads, and their means
  const name = (/** @type {number} */ layer, /** @type {number} */ head) =>
    placeName({ layer, head }, shape);
  assert.equal(name(2, 5), "layer 3, head 6");
  assert.equal(name(2, 8), "layer 3, all heads");
  assert.equal(name(4, 5), "mean of all layers, head 6");
  assert.equal(name(4, 8), "mean of all layers, all heads");
});
