import assert from "node:assert/strict";
import { test } from "node:test";
import { tellChoice } from "../../../../pages/output/decoding/views/tell_choice.js";

function visit() {
  const messages = [],
    held = {};
  const view = {
    data: {},
    once: (name, make) => (held[name] ??= make()),
    choose: (_change, _event, message) => messages.push(message),
  };
  return { view, messages };
}

test("a later choice says those that the server may not have heard", () => {
  const { view, messages } = visit();
  tellChoice(view, {}, { alpha: 1 });
  tellChoice(view, {}, { pruned: 1 });
  tellChoice(view, {}, { alpha: 2 });
  assert.deepEqual(messages, [{ alpha: 1 }, { alpha: 1, pruned: 1 }, { alpha: 2, pruned: 1 }]);
});

test("new data answers what was said before it", () => {
  const { view, messages } = visit();
  tellChoice(view, {}, { alpha: 1 });
  view.data = {};
  tellChoice(view, {}, { pruned: 1 });
  assert.deepEqual(messages, [{ alpha: 1 }, { pruned: 1 }]);
});
