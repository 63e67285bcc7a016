import assert from "node:assert/strict";
import { test } from "node:test";
import { SCENES } from "../../../../pages/start/story/views/story_scenes.js";
import { during } from "../../../../ui/views/library/motion.js";

const tensor = (...shape) => ({ shape, values: new Float32Array(shape.reduce((a, b) => a * b)) });
const TOKENS = ["My", "sister", "lost", "her", "keys", "."].map((text) => ({
  text,
  joined: text === ".",
}));
const TOLD = {
  scenes: [],
  source: [...TOKENS, { text: "</s>", special: true }],
  words: { source: ["My", "sister", "lost", "her", "keys."], target: ["Ma", "sœur"] },
  left: [0, 0],
  ids: [5, 70, 300, 42, 900, 7, 2],
  output: [{ text: "Ma" }, { text: "sœur" }, { text: "</s>", special: true }],
  start: { text: "<2fr>", special: true },
  vocabulary: 1000,
  twins: null,
  example: { query: 3, key: 1, layer: 0, head: 1 },
  rare: ["un", "break", "able"],
  alike: { row: 1, names: ["sœur", "hermana"], angle: 57 },
  apart: 0,
  turn: 55,
  attention: [0.1, 0.7, 0.05, 0.05, 0.05, 0.03, 0.02],
  habits: { 1: "previous token" },
  active: [1, 0, 0, 1],
  tensors: {
    ...{ table: tensor(4, 8), rows: tensor(7, 32), waves: tensor(7, 32), sums: tensor(7, 32) },
    ...{ z: tensor(1, 32), maps: tensor(2, 7, 7), block: tensor(4, 32) },
    ...{ "layer 0": tensor(7, 32), "layer 1": tensor(7, 32), "layer 2": tensor(7, 32) },
  },
  steps: [
    {
      names: ["Ma", "Mon"],
      probabilities: [0.8, 0.1],
      came: 0,
      weights: [0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05],
    },
    {
      names: ["mère", "sœur"],
      probabilities: [0.5, 0.4],
      came: 1,
      weights: [0.1, 0.5, 0.1, 0.1, 0.1, 0.05, 0.05],
    },
    {
      names: ["</s>", "."],
      probabilities: [0.9, 0.05],
      came: 0,
      weights: [0.1, 0.1, 0.1, 0.1, 0.1, 0.05, 0.45],
    },
  ],
  frames: [
    { step: 40, text: "aaa" },
    { step: 100, text: "Ma" },
  ],
};
const ROOM = { width: 560, height: 600 };
const PHONE = { width: 358, height: 360 };
const seen = (shapes) => shapes.filter(({ alpha }) => alpha !== 0);
const texts = (shapes) => seen(shapes).flatMap(({ text }) => text ?? []);

test("what comes and goes is not there before it begins and is whole when it ends", () => {
  assert.deepEqual(
    [0, 0.25, 0.5, 0.75, 1].map((p) => during(p, 0.25, 0.75)),
    [0, 0, 0.5, 1, 1],
  );
});

for (const [number, scene] of SCENES.entries())
  test(`scene ${number + 1} is finite and in its room at each moment, wide and on a phone`, () => {
    for (const room of [ROOM, PHONE])
      for (const progress of [0, 0.5, 1]) {
        const shapes = seen(scene(TOLD, progress, room));
        assert.ok(shapes.length > 0);
        for (const { kind, from, to, ...shape } of shapes) {
          const numbers = [...Object.values(shape), ...(from ?? []), ...(to ?? [])];
          for (const value of numbers)
            if (typeof value === "number") assert.ok(Number.isFinite(value), kind);
          if (kind !== "text" && shape.x !== undefined)
            assert.ok(shape.x >= 0 && shape.x <= room.width, kind);
          if (shape.y !== undefined)
            assert.ok(shape.y >= 0 && shape.y <= room.height, `${kind} at ${shape.y}`);
        }
      }
  });

const scene = (number, progress) => SCENES[number - 1](TOLD, progress, ROOM);

test("the translation comes after the sentence has gone into the gap", () => {
  assert.deepEqual(
    texts(scene(1, 0)).filter((text) => ["Ma", "sœur"].includes(text)),
    [],
  );
  assert.deepEqual(
    texts(scene(1, 1)).filter((text) => ["Ma", "sœur"].includes(text)),
    ["Ma", "sœur"],
  );
});

test("letters end as pieces, each with its row", () => {
  assert.ok(scene(2, 0).some(({ kind, gap }) => kind === "letters" && gap > 10));
  assert.ok(!seen(scene(2, 1)).some(({ kind }) => kind === "letters"));
});

test("a piece's number counts up, and its row leaves the table where the number says", () => {
  assert.ok(texts(scene(3, 1)).includes("900"));
  const rows = (progress) => scene(3, progress).filter(({ tensor }) => tensor === "rows");
  assert.equal(rows(0).length, 0);
  const [first, , , , late] = rows(0.45);
  assert.ok(late.y > first.y);
});

test("rows and waves become their sums", () => {
  const strengths = (progress) =>
    Object.fromEntries(
      scene(4, progress)
        .filter(({ kind }) => kind === "strip")
        .map(({ tensor, alpha }) => [tensor, alpha]),
    );
  assert.deepEqual(strengths(0), { rows: 1, waves: 0, sums: 0 });
  assert.deepEqual(strengths(1), { rows: 0, waves: 0, sums: 1 });
});

test("bars of the query's weights are as long as the weights, once the query has passed", () => {
  const bars = scene(5, 1)
    .filter(({ kind }) => kind === "bar")
    .map(({ width }) => width - 3);
  assert.ok(Math.abs(bars[1] / bars[0] - 7) < 1e-6);
  assert.equal(scene(5, 0).filter(({ kind }) => kind === "line").length, 0);
  assert.equal(scene(5, 1).filter(({ kind }) => kind === "line").length, 7);
});

test("heads get their names at the end, and only those whose habit is clear", () => {
  assert.deepEqual(
    texts(scene(6, 0.6)).filter((text) => text === "previous token"),
    [],
  );
  assert.deepEqual(texts(scene(6, 1)).slice(1), ["head 1", "previous token"]);
});

test("the memory is framed when all layers are there", () => {
  assert.ok(!seen(scene(8, 0.5)).some(({ kind }) => kind === "box"));
  assert.ok(seen(scene(8, 1)).some(({ kind, colour }) => kind === "box" && colour === "X"));
});

test("the token that came falls back in as the next input, even if another was likelier", () => {
  const ringed = (progress) => scene(9, progress).find(({ ring }) => ring).text;
  assert.deepEqual([0, 0.4, 0.99].map(ringed), ["<2fr>", "Ma", "sœur"]);
  assert.ok(
    scene(9, 0.62).some(
      ({ kind, text, x }) => kind === "token" && text === "sœur" && x < ROOM.width * 0.6,
    ),
  );
});

test("the error runs back after the guess was made", () => {
  const dots = (progress) => scene(10, progress).filter(({ kind }) => kind === "dot");
  const [forth, later] = [dots(0.1)[0].x, dots(0.3)[0].x];
  assert.ok(later > forth);
  const [back, end] = [dots(0.45)[0].x, dots(0.7)[0].x];
  assert.ok(end < back);
});
