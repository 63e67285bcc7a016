import assert from "node:assert/strict";
import { test } from "node:test";
import { leap, letterScale } from "../../../ui/frame/projector.js";
import { enlargeLetters } from "../../../ui/views/plot_figure.js";

test("the smallest letters have a fortieth of the screen's height", () => {
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [1024, 768],
  ])
    assert.ok(Math.abs(12 * letterScale(width, height, 0) - height / 40) < 1e-9);
});

test("keys make letters larger and smaller, and a phone keeps its own", () => {
  assert.equal(letterScale(390, 844, 0), 1);
  assert.ok(letterScale(1280, 720, 1) > letterScale(1280, 720, 0));
  assert.ok(letterScale(1280, 720, -1) < letterScale(1280, 720, 0));
});

test("Page Down goes to the next figure, and never farther than a screen", () => {
  assert.equal(leap([-900, 0, 300, 900], 600, 1), 300);
  assert.equal(leap([0, 2000], 600, 1), 510);
  assert.equal(leap([-200, 0, 400], 600, -1), -200);
  assert.equal(leap([], 600, -1), -510);
});

test("all letters of a figure grow, and nothing else does", () => {
  const figure = { size: 3, textfont: { size: 10 }, axis: [{ title: { font: { size: 12 } } }] };
  enlargeLetters(figure, 1.5);
  assert.deepEqual(figure, {
    size: 3,
    textfont: { size: 15 },
    axis: [{ title: { font: { size: 18 } } }],
  });
});
