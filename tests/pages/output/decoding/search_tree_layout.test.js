import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  layOut,
  makeNodes,
  pathOf,
  said,
} from "../../../../pages/output/decoding/views/search_tree_layout.js";

before(() => {
  // letters are seven pixels wide here
  const context = { measureText: (text) => ({ width: 7 * text.length }) };
  globalThis.document = { createElement: () => ({ getContext: () => context }) };
});

const token = (text, joined = false) => ({ text, joined, special: text.startsWith("<") });
const tokens = [token("un"), token("chat"), token("s", true), token("</s>"), token("une")];
const one = (id, parent, place, fate, total) => ({ id, parent, token: place, fate, total });
const sent = {
  start: token("<fr>"),
  tokens,
  steps: [
    [one(0, -1, 0, "kept", -1), one(1, -1, 4, "kept", -2), one(2, -1, 1, "pruned", -3)],
    [one(3, 0, 1, "kept", -1.5), one(4, 1, 1, "kept", -2.5), one(5, 0, 2, "pruned", -4)],
    [one(6, 3, 2, "kept", -1.7), one(7, 4, 3, "finished", -2.6)],
  ],
};
const wide = { available: 900, family: "sans-serif", most: 3 };
const overlap = (a, b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test("a path leads from the start to a node, and reads as text", () => {
  const { nodes } = makeNodes(sent);
  assert.deepEqual(
    pathOf(nodes.get(6)).map(({ id }) => id),
    [0, 3, 6],
  );
  assert.equal(said(nodes.get(6)), "un chats");
  assert.equal(said(nodes.get(7)), "une chat");
});

test("what the last step kept was left over", () => {
  const { nodes } = makeNodes(sent);
  assert.equal(nodes.get(6).fate, "pruned");
  assert.equal(nodes.get(6).left, true);
  assert.equal(nodes.get(3).left, false);
});

test("no two nodes lie over each other, and all lie inside", () => {
  const tree = makeNodes(sent),
    size = layOut(tree, wide);
  const all = size.shown.flat();
  all.forEach((a, i) => {
    assert.ok(a.x >= 0 && a.x + a.width <= size.width, `${a.id} is inside`);
    assert.ok(a.y >= 0 && a.y <= size.height, `${a.id} is inside`);
    for (const b of all.slice(i + 1)) assert.ok(!overlap(a, b), `${a.id} lies over ${b.id}`);
  });
});

test("children stand to the right of their parents, better ones above", () => {
  const tree = makeNodes(sent);
  layOut(tree, wide);
  for (const node of tree.nodes.values()) {
    if (node.parent) assert.ok(node.x > node.parent.x);
  }
  assert.ok(tree.nodes.get(0).y < tree.nodes.get(1).y);
});

test("a pruned node stands below every one that was kept", () => {
  const tree = makeNodes(sent),
    { rule } = layOut(tree, wide);
  assert.ok(tree.nodes.get(2).y > rule && tree.nodes.get(1).y < rule);
});

test("where there is no room, the tree is wider than the page and scrolls", () => {
  const [roomy, cramped] = [900, 100].map((available) =>
    layOut(makeNodes(sent), { ...wide, available }),
  );
  assert.ok(roomy.width <= 900 && cramped.width > 100);
});
