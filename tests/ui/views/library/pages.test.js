import assert from "node:assert/strict";
import { test } from "node:test";
import { exactLink } from "../../../../ui/views/library/pages.js";

test("a link for others has the sentence, the languages, and nothing of what its maker did", () => {
  const address = "http://h/questions?layer=2&answers=5a&exercise_began=2026-03-02&to=es";
  const window = { glassOwn: ["answers", "exercise_began"], glassSaid: { lang: "de", to: "fr" } };
  Object.assign(globalThis, { location: { href: address }, window });
  assert.equal(exactLink(), "http://h/questions?layer=2&to=es&lang=de");
});
