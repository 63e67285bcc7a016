import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../../../../ui/views/library/messages.js";
import {
  largest,
  number,
  percent,
  slice,
  unpack,
  within,
} from "../../../../ui/views/library/numbers.js";

test("a tensor arrives with the numbers that were sent", () => {
  const numbers = Float32Array.from([1, -2, 0.5, 4]);
  const data = Buffer.from(numbers.buffer).toString("base64");
  assert.deepEqual(unpack({ shape: [2, 2], data }), { shape: [2, 2], values: numbers });
});

test("shares that came in sixteen bits are shares again", () => {
  const data = Buffer.from(Uint16Array.of(0, 65535, 13107).buffer).toString("base64");
  const { values } = unpack({ shape: [3], data, steps: 65535 });
  assert.deepEqual([...values], [...Float32Array.of(0, 1, 0.2)]);
});

test("a slice is one matrix of many", () => {
  const tensor = { shape: [2, 3, 2], values: Float32Array.from({ length: 12 }, (_, i) => i) };
  assert.deepEqual([...slice(tensor, 1).values], [6, 7, 8, 9, 10, 11]);
  assert.deepEqual(slice(tensor, 1, 2), { shape: [2], values: Float32Array.of(10, 11) });
});

test("the largest number is one by size, and never nothing", () => {
  assert.equal(largest({ values: Float32Array.of(1, -3, 2) }), 3);
  assert.ok(largest({ values: Float32Array.of(0) }) > 0);
});

test("a share has its percent sign as the language writes it", () => {
  assert.equal(percent(0.5649), "56%");
  speak({ language: "de", messages: {}, decimal: ",", group: "." });
  assert.equal(percent(0.5649), "56\u00a0%");
  speak({ language: "en", messages: {}, decimal: ".", group: "," });
});

test("numbers have a true minus sign, and no minus before nothing", () => {
  assert.equal(number(-1.005, 1), "−1.0");
  assert.equal(number(-0.001), "0.00");
});

test("what lies beyond a range becomes its end", () => {
  assert.deepEqual(
    [-1, 2, 9].map((value) => within(value, 0, 4)),
    [0, 2, 4],
  );
});
