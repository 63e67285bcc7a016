import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  appear,
  between,
  come,
  drawAlong,
  during,
  runAlong,
  travel,
} from "../../../../ui/views/library/motion.js";

/** A node that notes how it is moved, and is copied by the same. */
function node(attributes = {}) {
  const made = {
    attributes,
    moves: [],
    children: [],
    animate(frames, how) {
      made.moves.push({ frames, how });
      return { finished: Promise.resolve() };
    },
    cloneNode: () => (made.copy = node({ ...attributes })),
    setAttribute: (name, value) => Object.assign(attributes, { [name]: value }),
    removeAttribute: (name) => delete attributes[name],
    append: (child) => made.children.push(child),
    after: (child) => made.children.push(child),
    remove: () => (made.removed = true),
    getTotalLength: () => 100,
  };
  return made;
}

let calm = false;
globalThis.matchMedia = () => ({ matches: calm });
beforeEach(() => {
  calm = false;
});

test("something that begins and ends within a scene is not there before, and whole after", () => {
  assert.deepEqual(
    [0, 0.25, 0.5, 0.75, 1].map((progress) => during(progress, 0.25, 0.75)),
    [0, 0, 0.5, 1, 1],
  );
  assert.equal(between(10, 20, during(0.5, 0.25, 0.75)), 15);
});

test("what comes ends as what it is, and nothing of the motion stays", () => {
  const bar = node();
  come(bar, { opacity: 0 }, { delay: 7 });
  const [{ frames, how }] = bar.moves;
  assert.deepEqual(frames, [{ opacity: 0 }, {}]);
  assert.deepEqual([how.delay, how.fill], [7, "backwards"]);
});

test("what travels is a copy that is gone at the end", async () => {
  const [picture, word] = [node(), node()];
  travel(picture, word, "translate(3px, 4px)", { duration: 50 });
  assert.deepEqual(picture.children, [word.copy]);
  assert.equal(word.copy.attributes["aria-hidden"], "true");
  assert.deepEqual(word.copy.moves[0].frames[0], { transform: "translate(3px, 4px)" });
  assert.deepEqual(word.moves[0].how.delay, 49); // it is there when the copy arrives
  await new Promise((done) => setTimeout(done));
  assert.ok(word.copy.removed);
});

test("a light that runs along a line is no stream of its own", async () => {
  const line = node({ "data-to": "cross", "marker-end": "url(#a)", class: "stream" });
  runAlong(line);
  const [light] = line.children;
  assert.deepEqual(light.attributes, { class: "light", "aria-hidden": "true" });
  await new Promise((done) => setTimeout(done));
  assert.ok(light.removed);
});

test("a line draws itself from station to station", () => {
  const line = node();
  drawAlong(line, [0, 30, 100]);
  assert.deepEqual(
    line.moves[0].frames.map((frame) => frame.strokeDasharray),
    ["0 100", "30 100", "100 100"],
  );
});

test("where less motion is asked for, nothing moves and nothing is added", () => {
  calm = true;
  const [one, parent] = [node(), node()];
  assert.equal(come(one, { opacity: 0 }), undefined);
  appear(one);
  travel(parent, one, "none");
  runAlong(one);
  drawAlong(one, [0, 100]);
  assert.deepEqual([one.moves, one.children, parent.children], [[], [], []]);
});
