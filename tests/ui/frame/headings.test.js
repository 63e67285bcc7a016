import assert from "node:assert/strict";
import test from "node:test";
import { levels } from "../../../ui/frame/headings.js";

const page = (size) => ({ size, inView: false });
const view = (size) => ({ size, inView: true });

test("a view's headings stand one level below the heading above them", () => {
  assert.deepEqual(levels([page(1), view(3), view(3), page(2), view(4)]), [1, 2, 2, 2, 3]);
});

test("within a view smaller headings stay below larger ones", () => {
  assert.deepEqual(
    levels([page(1), page(2), view(3), view(4), view(4), view(3)]),
    [1, 2, 3, 4, 4, 3],
  );
});

test("no level is left out, and a page without views is as it was", () => {
  assert.deepEqual(levels([page(1), page(2), page(2)]), [1, 2, 2]);
  assert.deepEqual(levels([view(4)]), [2]);
});
