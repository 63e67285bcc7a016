import assert from "node:assert/strict";
import { test } from "node:test";
import { repeating } from "../../../../ui/views/library/repeating.js";

function visit() {
  const messages = [];
  const view = { parentElement: {}, setTriggerValue: (...message) => messages.push(message) };
  return { view, messages };
}

test("what was told is told again with the next thing, the latest of each kind, in order", () => {
  const { view, messages } = visit();
  const { setTriggerValue } = repeating(view);
  setTriggerValue("choose", 1);
  setTriggerValue("silence", true);
  setTriggerValue("choose", 2);
  assert.deepEqual(messages, [
    ["choose", 1],
    ["choose", 1],
    ["silence", true],
    ["silence", true],
    ["choose", 2],
  ]);
});

test("new data from the server answers all that was told before it", () => {
  const { view, messages } = visit();
  repeating(view).setTriggerValue("silence", true);
  repeating(view).setTriggerValue("choose", 2);
  assert.deepEqual(messages, [
    ["silence", true],
    ["choose", 2],
  ]);
});
