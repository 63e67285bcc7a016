import assert from "node:assert/strict";
import { test } from "node:test";
import { field } from "../../../../ui/views/take_away/text.js";

const FORMULAS = ["=1+1", "+1", "-2+3", "@x", "\t=1", "\r=1", "=cmd|' /C calc'!A0", '="a,b"', "'"];

test("no cell of a CSV is a formula, and without the mark each text is what it was", () => {
  for (const text of [...FORMULAS, "", "a", "1=1", "«-»", "a'b"]) {
    const cell = field(text)
      .replace(/^"(.*)"$/s, "$1")
      .replaceAll('""', '"');
    assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
    assert.equal(cell.startsWith("'") ? cell.slice(1) : cell, text);
  }
});

test("numbers stay numbers", () => {
  assert.deepEqual([-2, -0.5, 1e-9, null].map(field), ["-2", "-0.5", "1e-9", ""]);
});
