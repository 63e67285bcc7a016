import assert from "node:assert/strict";
import { mock, test } from "node:test";

const probe = () => ({ setAttribute() {}, remove() {}, style: {} });
globalThis.document = {
  activeElement: null,
  addEventListener() {},
  createComment: () => ({}),
  createElement: probe,
  createTreeWalker: () => ({}),
};
globalThis.window = { addEventListener() {} };
globalThis.ResizeObserver = class {
  observe() {}
};
globalThis.getComputedStyle = () => ({ color: "" });
const { defineView } = await import("../../../../ui/views/library/define.js");
const { nothing } = await import("../../../../ui/views/vendor/lit-html.js");

/** A view that draws nothing: what was told, and what the server says next. */
function open() {
  const root = {
    append() {},
    contains: () => false,
    insertBefore: (node) => node,
    querySelectorAll: () => [],
  };
  let view;
  const told = [];
  const draw = defineView("x", { at: () => null }, (given) => {
    view = given;
    return nothing;
  });
  const say = (at) =>
    draw({
      data: { at },
      parentElement: { querySelector: () => root },
      setTriggerValue: (_, value) => told.push(value),
    });
  say(1);
  return { view, told, say };
}

test("of choices that wait the last is told, and what the others were is later news again", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { view, told, say } = open();
  for (const at of [6, 5, 6]) view.choose({ at }, "pick", at, 200);
  assert.equal(view.now.at, 6);
  mock.timers.tick(200);
  assert.deepEqual(told, [6]);
  say(6);
  say(5);
  assert.equal(view.now.at, 5);
  mock.timers.reset();
});

test("an answer to what was told before a choice that waits changes nothing", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { view, told, say } = open();
  view.choose({ at: 2 }, "pick", 2, 200);
  mock.timers.tick(200);
  view.choose({ at: 3 }, "pick", 3, 200);
  say(2);
  assert.equal(view.now.at, 3);
  mock.timers.tick(200);
  assert.deepEqual(told, [2, 3]);
  mock.timers.reset();
});
