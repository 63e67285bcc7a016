// What is kept at an address is loaded once, and views see their data whole.

import assert from "node:assert/strict";
import { test } from "node:test";

import { whole } from "../../../../ui/views/library/kept.js";
import { receive } from "../../../../ui/views/library/receive.js";

/** @type {string[]} */
const asked = [];
/** @type {(address: string) => unknown} */
const content = (address) => [address];
Object.assign(globalThis, {
  document: { baseURI: "https://somewhere.org/glass/learning", querySelector: () => null },
  /** @param {URL} address */
  fetch: async ({ pathname }) => {
    asked.push(pathname);
    return { ok: true, json: async () => content(pathname) };
  },
});

test("data without addresses is what it was", async () => {
  const data = { frame: 3, weights: { shape: [1], data: "" } };
  assert.equal(await whole(data), data);
  assert.equal(await whole(null), null);
});

test("an address below the app is loaded once, and always gives the same object", async () => {
  const data = { frame: 1, weights: { kept: "/kept/one.json" } };
  const [first, second] = [await whole(data), await whole({ ...data, frame: 2 })];
  assert.deepEqual(first, { frame: 1, weights: ["/glass/kept/one.json"] });
  assert.equal(first.weights, second.weights);
  assert.deepEqual(asked, ["/glass/kept/one.json"]);
});

test("a view and its menu get the whole data, and of two calls the later one", async () => {
  /** @type {unknown[]} */
  const [drawn, offered] = [[], []];
  /** @type {any} */
  const views = {
    "a.js": (/** @type {any} */ { data }) => drawn.push(data),
    "ui/views/take_away/menu.js": (/** @type {any} */ { data }) => offered.push(data),
  };
  const parentElement = /** @type {any} */ ({ isConnected: true });
  /** @type {(data: object) => Promise<unknown>} */
  const call = (data) =>
    receive(views, "a.js", true, { data, parentElement, setTriggerValue: () => {} });
  await Promise.all([call({ film: { kept: "/kept/slow.json" } }), call({ film: "short" })]);
  assert.deepEqual([drawn, offered], [[{ film: "short" }], [{ film: "short" }]]);
  await call({ film: { kept: "/kept/slow.json" } });
  assert.deepEqual(drawn.at(-1), { film: ["/glass/kept/slow.json"] });
  assert.deepEqual(offered.at(-1), drawn.at(-1));
  parentElement.isConnected = false;
  await call({ film: "late" });
  assert.equal(drawn.length, 2);
});
