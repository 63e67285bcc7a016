import assert from "node:assert/strict";
import { test } from "node:test";
import { makeExchange } from "../../../../ui/views/library/choices.js";

test("what the server says by itself is news, once", () => {
  const exchange = makeExchange();
  assert.equal(exchange.news(3), true);
  assert.equal(exchange.news(3), false);
  assert.equal(exchange.news(4), true);
});

test("an answer to what was told is no news", () => {
  const exchange = makeExchange();
  exchange.news(1);
  exchange.told(2);
  assert.equal(exchange.news(2), false);
});

test("late answers to a quick hand change nothing, in whatever number they come", () => {
  const exchange = makeExchange();
  exchange.news(1);
  [2, 3, 4].forEach((value) => {
    exchange.told(value);
  });
  assert.equal(exchange.news(1), false); // a run that began before the first choice
  assert.equal(exchange.news(2), false);
  assert.equal(exchange.news(4), false); // 3 was skipped: the server ran once for both
});

test("what somebody else chose meanwhile is news, and older questions are forgotten", () => {
  const exchange = makeExchange();
  exchange.news(1);
  exchange.told(2);
  assert.equal(exchange.news(7), true);
  assert.equal(exchange.news(2), true);
});
