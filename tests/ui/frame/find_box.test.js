import assert from "node:assert/strict";
import test from "node:test";

import { matches } from "../../../ui/frame/find_box.js";

/** @param {string} name */
const entry = (name, words = [""].slice(1)) => ({
  name,
  page: "",
  address: "./",
  place: "",
  words,
});
const ENTRIES = ["Multi-head", "causal mask", "mask", "Masking", "Overview"].map((name) =>
  entry(name),
);

test("names that begin with what is typed come first", () => {
  const found = matches(ENTRIES, " MASK ").map(({ name }) => name);
  assert.deepEqual(found, ["mask", "Masking", "causal mask"]);
});

test("accents and hyphens need not be typed", () => {
  for (const [name, typed] of [
    ["Cross-attention", "cross attention"],
    ["log-probability", "Log  probability"],
    ["tokenización", "tokenizacion"],
    ["feed forward", "feed-forward"],
  ])
    assert.equal(matches([entry(name)], typed).length, 1);
});

test("everyday words find what is called otherwise, the same word before a longer one", () => {
  const known = [entry("History", ["RNN", "recurrent nets"]), entry("Order", ["RN"]), entry("x")];
  const names = (/** @type {string} */ typed) => matches(known, typed).map(({ name }) => name);
  assert.deepEqual(names("recurrent"), ["History"]);
  assert.deepEqual(names("nets"), ["History"]);
  assert.deepEqual(names("rn"), ["Order", "History"]);
});

test("nothing typed finds nothing, and many are cut", () => {
  assert.deepEqual(matches(ENTRIES, "  "), []);
  assert.equal(matches(Array(30).fill(ENTRIES[0]), "m").length, 8);
});
