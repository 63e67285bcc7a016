import assert from "node:assert/strict";
import { test } from "node:test";
import { numbered, thin } from "../../../../ui/views/library/plot_room.js";

const map = () => ({
  type: "heatmap",
  texttemplate: "%{text}",
  z: [[0, 1, 2, 3, 4, 5, 6, 7]],
  text: [["−0.16", "0", "0", "0", "0", "0", "0", "0"]],
});

test("numbers in cells are as large as fits, and left out where they could not be read", () => {
  const rows = { ticktext: ["Encoder, layer 1"] };
  const drawn = (width) => {
    const trace = map();
    numbered(trace, rows, width);
    return trace.texttemplate ? trace.textfont.size : 0;
  };
  assert.deepEqual([1000, 362, 320].map(drawn), [14, 12, 0]);
});

test("a size that was chosen stays", () => {
  const trace = { ...map(), textfont: { size: 18 } };
  numbered(trace, {}, 100);
  assert.deepEqual([trace.textfont.size, trace.texttemplate], [18, "%{text}"]);
});

test("names on an axis are left out at equal steps where they have no room", () => {
  const all = Array.from({ length: 40 }, (_, i) => i);
  const axis = { tickvals: all, ticktext: all.map(String) };
  thin(axis, 370);
  assert.deepEqual(
    axis.tickvals,
    all.filter((i) => i % 2 === 0),
  );
  assert.deepEqual(axis.ticktext, axis.tickvals.map(String));
});
