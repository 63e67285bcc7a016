import assert from "node:assert/strict";
import test from "node:test";

import { brief } from "../../../../pages/lab/steer_it/views/steer_words.js";

/** @type {(words: [string, boolean][]) => string} */
const text = (words) => words.map(([word]) => word).join(" ");

test("a long translation is cut to its beginning and what stands near a change", () => {
  /** @type {[string, boolean][]} */
  const words = Array.from({ length: 20 }, (_, i) => [String(i), i === 10]);
  assert.equal(text(brief(words)), "0 1 2 … 8 9 10 11 12 …");
  assert.equal(text(brief(words.slice(4))), text(words.slice(4)));
});
