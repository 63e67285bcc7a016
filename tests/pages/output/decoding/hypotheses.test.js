import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isEnding,
  penalty,
  ranked,
  score,
} from "../../../../pages/output/decoding/views/hypotheses.js";

test("without alpha a hypothesis is ranked by its total alone", () => {
  assert.equal(penalty(40, 0), 1);
  assert.equal(score({ total: -3, length: 40 }, 0), -3);
});

test("the penalty of one token is one, whatever alpha", () => {
  for (const alpha of [0, 0.6, 2]) assert.equal(penalty(1, alpha), 1);
});

test("the larger alpha is, the less a long hypothesis loses", () => {
  const [short, long] = [
    { total: -2, length: 2 },
    { total: -3, length: 12 },
  ];
  assert.ok(score(short, 0) > score(long, 0));
  assert.ok(score(long, 1) > score(short, 1));
});

test("a node of the tree counts as many tokens as its step says", () => {
  assert.equal(score({ total: -4, step: 6 }, 1), score({ total: -4, length: 7 }, 1));
});

test("what the length limit cut comes after what ended, and the rest is dropped by nobody", () => {
  const endings = [
    { total: -1, length: 5, fate: "cut" },
    { total: -9, length: 5, fate: "finished" },
    { total: -2, length: 5, fate: "finished" },
  ];
  assert.deepEqual(
    ranked(endings, 1).map(({ total }) => total),
    [-2, -9, -1],
  );
  assert.deepEqual(
    ["kept", "finished", "cut", "pruned"].map((fate) => isEnding({ fate })),
    [false, true, true, false],
  );
});
