import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isReached,
  labelOf,
  lengthText,
} from "../../../../pages/training/one_step/views/error_state.js";

/** @import { Flowing } from "../../../../pages/training/one_step/views/error_state.js" */

const stages = [
  { block: "softmax", layer: 0, title: "The loss" },
  { block: "encoder_norm_2", layer: 1, title: "Layer 2 · Add & Norm" },
  { block: "encoder_self", layer: 1, title: "Layer 2 · Self-attention" },
  { block: "encoder_norm_2", layer: 0, title: "Layer 1 · Add & Norm" },
  { block: "source_embedding", layer: 0, title: "Input embedding" },
];
const lengths = { encoder_norm_2: [0.25, 12], encoder_self: [1, 1], source_embedding: [1] };

/** @type {(step: number) => Flowing} */
const at = (step) => {
  const data = {
    titles: { encoder_norm_2: "Add & Norm" },
    losses: [{ loss: 1.5 }, { loss: 0.25 }],
    flows: [{ stages, lengths }],
  };
  return /** @type {any} */ ({ data, now: { step, whole: false } });
};

test("a block is called by its layer, and says what has arrived there", () => {
  assert.equal(labelOf(at(1), "softmax"), "The loss 1.75");
  assert.equal(labelOf(at(1), "encoder_norm_2"), "Layer 2 · Add & Norm");
  assert.equal(labelOf(at(2), "encoder_norm_2"), "Layer 2 · Add & Norm 12");
  assert.equal(labelOf(at(4), "encoder_norm_2"), "Layer 1 · Add & Norm 0.25");
});

test("below the sign where positions are added, the error runs on to the embedding", () => {
  assert.ok(!isReached(at(4), ["source_sum"]));
  assert.ok(isReached(at(5), ["source_sum"]));
});

test("a length has three digits, or is one digit times a power of ten", () => {
  const lengthsSaid = [0, 12.3, 1.234, 0.0095, 9.6e-4, 2.4e-7].map(lengthText);
  assert.deepEqual(lengthsSaid, ["0", "12", "1.23", "0.01", "1e−3", "2e−7"]);
});
