import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogueHere, speak, t, tc, tn } from "../../../../ui/views/library/messages.js";
import { brief, number, whole } from "../../../../ui/views/library/numbers.js";

const ENGLISH = { language: "en", messages: {}, decimal: ".", group: "," };
const RUSSIAN = {
  language: "ru",
  messages: {
    "Layer {layer}": "Слой {layer}",
    "heads\u0004silenced": "выключены",
    "{count} head": ["{count} голова", "{count} головы", "{count} голов"],
  },
  decimal: ",",
  group: "\u00a0",
};

test("English needs no catalogue, and fills its gaps", () => {
  assert.equal(t("Layer {layer}, {other}", { layer: 1 }), "Layer 1, {other}");
  assert.deepEqual(
    [0, 1, 2].map((count) => tn("{count} head", "{count} heads", count)),
    ["0 heads", "1 head", "2 heads"],
  );
  assert.equal(catalogueHere(), undefined);
});

test("a language has its words, a form for each count, and its signs in numbers", () => {
  speak(RUSSIAN);
  assert.equal(t("Layer {layer}", { layer: 2 }), "Слой 2");
  assert.equal(t("not translated"), "not translated");
  assert.equal(tc("heads", "silenced"), "выключены");
  assert.equal(tc("a switch", "silenced"), "silenced");
  assert.deepEqual(
    [1, 2, 5, 21].map((count) => tn("{count} head", "{count} heads", count)),
    ["1 голова", "2 головы", "5 голов", "21 голова"],
  );
  assert.deepEqual([number(-1.25), brief(0.5), whole(12345)], ["−1,25", "0,50", "12\u00a0345"]);
  assert.equal(catalogueHere(), RUSSIAN);
  speak(ENGLISH);
  assert.deepEqual([number(-1.25), brief(-0.5), whole(12345)], ["−1.25", "−.50", "12,345"]);
});
