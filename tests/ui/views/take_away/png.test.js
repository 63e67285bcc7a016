import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "../../../../ui/views/library/numbers.js";
import { withText } from "../../../../ui/views/take_away/png.js";

test("a chunk has the checksum that the PNG standard gives the last one of every file", () => {
  assert.equal(crc32(new TextEncoder().encode("IEND")), 0xae426082);
});

test("a text stands after the head of a PNG, with its length", () => {
  const png = Uint8Array.from({ length: 50 }, (_, i) => i);
  const [head, chunk, rest] = withText(png, "Description", "é");
  assert.deepEqual([...head, ...rest], [...png]);
  const view = new DataView(chunk.buffer);
  assert.equal(view.getUint32(0), chunk.length - 12);
  assert.equal(new TextDecoder().decode(chunk.slice(4, 8)), "iTXt");
  assert.ok(new TextDecoder().decode(chunk).includes("Description\0\0\0\0\0é"));
});
