import assert from "node:assert/strict";
import { test } from "node:test";
import { attend, exponential, logOfSum } from "../../../../ui/views/library/attention.js";

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
const tensor = (shape, values) => ({ shape, values: Float32Array.from(values) });
// One head, two queries, two keys, d_k = 4; the second key is hidden from the first query.
const sent = {
  q: tensor([1, 2, 4], [2, 0, 0, 0, 0, 2, 0, 0]),
  k: tensor([1, 2, 4], [1, 0, 0, 0, 0, 1, 0, 0]),
  v: tensor([1, 2, 4], [1, 2, 3, 4, 5, 6, 7, 8]),
  weights: tensor([1, 2, 2], [1, 0, 0.25, 0.75]),
  heads: tensor([1, 2, 4], [1, 2, 3, 4, 4, 5, 6, 7]),
  visible: tensor([2, 2], [1, 0, 1, 1]),
};

test("divided by the root of d_k, the weights are the model's own", () => {
  const { scores, weights, divisor } = attend(sent, 0, true);
  assert.equal(divisor, 2);
  assert.deepEqual([...scores.values], [1, 0, 0, 1]);
  assert.deepEqual([...weights.values], [1, 0, 0.25, 0.75]);
});

test("not divided, each row of weights sums to one and sees what it may see", () => {
  const { weights } = attend(sent, 0, false);
  const [a, hidden, c, d] = weights.values;
  assert.equal(hidden, 0);
  near(a, 1);
  near(c + d, 1);
  near(d / c, Math.exp(2)); // scores 0 and 2
});

test("z is the weights times v", () => {
  const { weights, z } = attend(sent, 0, false);
  near(z.values[4], weights.values[2] * 1 + weights.values[3] * 5);
});

test("scores of a thousand neither overflow nor vanish", () => {
  const large = { ...sent, q: tensor([1, 2, 4], [2000, 0, 0, 0, 0, 2000, 0, 0]) };
  const { weights } = attend(large, 0, false);
  assert.ok(weights.values.every(Number.isFinite));
  near(weights.values[3], 1);
});

test("a silenced head adds nothing, divided or not", () => {
  const silenced = { ...sent, heads: tensor([1, 2, 4], new Array(8).fill(0)) };
  assert.ok(attend(silenced, 0, false).z.values.every((value) => value === 0));
});

test("the logarithm of a sum of powers is right where the powers are huge", () => {
  near(logOfSum([0, 0]), Math.log(2));
  near(logOfSum([1000, 1000]), 1000 + Math.log(2));
});

test("powers of e are written for people", () => {
  assert.equal(exponential(0), "1.000");
  assert.equal(exponential(-Infinity), "0");
  assert.equal(exponential(100 * Math.LN10), "1.00·10¹⁰⁰");
  assert.equal(exponential(-7 * Math.LN10), "1.00·10⁻⁷");
});
