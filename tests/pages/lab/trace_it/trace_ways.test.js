import assert from "node:assert/strict";
import { test } from "node:test";
import { shareOf, shownWays } from "../../../../pages/lab/trace_it/views/trace_ways.js";

const many = Array.from({ length: 100 }, (_, i) => ({
  begin: `${i}`,
  end: "m",
  flow: i % 2 ? 1 : -1,
}));

test("the share is that of the ways that are shown, not the one that was asked for", () => {
  const shown = shownWays({ ways: many, into: 100 }, 80);
  assert.equal(shown.length, 40); // no more can be read
  assert.equal(shareOf(shown, 100), 40);
});

test("ways that do not end at m are no part of the flow into it", () => {
  const ways = [
    { begin: "a", end: "m", flow: -3 },
    { begin: "b", end: "a", flow: 9 },
  ];
  assert.equal(shareOf(ways, 4), 75);
  assert.equal(shareOf([], 0), 0);
});
