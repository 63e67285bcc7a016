import assert from "node:assert/strict";
import test from "node:test";

import { matches } from "../../../ui/frame/find_box.js";

const ENTRIES = ["Multi-head", "causal mask", "mask", "Masking", "Overview"].map((name) => ({
  name,
  page: "",
  address: "./",
}));

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
    assert.equal(matches([{ name, page: "", address: "./" }], typed).length, 1);
});

test("nothing typed finds nothing, and many are cut", () => {
  assert.deepEqual(matches(ENTRIES, "  "), []);
  assert.equal(matches(Array(30).fill(ENTRIES[0]), "m").length, 8);
});
