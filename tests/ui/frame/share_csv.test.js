import assert from "node:assert/strict";
import { test } from "node:test";
import { guessedSize, size } from "../../../ui/frame/share_csv.js";
import { tables } from "../../../ui/views/take_away/tables.js";
import { csv } from "../../../ui/views/take_away/text.js";

const whole = async (data) => {
  const [table] = tables(data);
  const [, , ...rows] = (await csv(table, {}, async () => {})).join("").split("\n");
  return [table, new TextEncoder().encode(rows.join("\n")).length];
};

test("the size of a short CSV is told exactly, letters of several bytes too", async () => {
  const tokens = [{ text: "é" }, { text: 'a "b"' }];
  const axes = [["token", "tokens"]];
  const data = { tokens, p: [0.5, 1 / 3], takes: [{ name: "p", axes, values: { p: "p" } }] };
  const [table, bytes] = await whole(data);
  assert.equal(guessedSize(table), bytes);
});

test("that of a long one from some of its rows, within a few percent", async () => {
  const p = Array.from({ length: 5000 }, (_, i) => Math.sin(i));
  const [table, bytes] = await whole({
    p,
    takes: [{ name: "p", axes: [["place", null]], values: { p: "p" } }],
  });
  assert.ok(Math.abs(guessedSize(table) / bytes - 1) < 0.03);
});

test("sizes are written in kB and MB", () => {
  assert.deepEqual([12, 90_400, 2_440_000].map(size), ["1 kB", "90 kB", "2.4 MB"]);
});
