import assert from "node:assert/strict";
import { test } from "node:test";
import { tables } from "../../../../ui/views/take_away/tables.js";
import { csv, field, json } from "../../../../ui/views/take_away/text.js";

const packed = (shape, numbers) => ({
  shape,
  data: Buffer.from(Float32Array.from(numbers).buffer).toString("base64"),
});
const attention = {
  name: "attention",
  axes: [
    ["head", null],
    ["query", "queries"],
    ["key", "keys"],
  ],
  values: { weight: "weights", score: "scores", missing: "nowhere" },
};
const data = {
  queries: [{ text: "the" }, { text: "," }],
  keys: [{ text: "the" }, { text: 'a "the"' }],
  weights: packed([2, 2, 2], [1, 0, 0.25, 0.75, 0.123456789, 0.5, 0.5, 1e-9]),
  scores: [
    [
      [1, 2],
      [3, 4],
    ],
    [
      [5, 6],
      [7, 8],
    ],
  ],
  takes: [attention],
};
const at_once = async () => {};

test("a tidy table has a row for each number, with token and place", async () => {
  const [table] = tables(data);
  const text = (await csv(table, { page: "here" }, at_once)).join("");
  const [about, head, ...rows] = text.trimEnd().split("\n");
  assert.ok(about.startsWith('\ufeff"# {') && about.endsWith('}"')); // one cell of any spreadsheet
  const { texts, ...rest } = JSON.parse(about.slice(4, -1).replaceAll('""', '"'));
  assert.deepEqual(rest, { page: "here" });
  assert.match(texts, /apostrophe/);
  assert.equal(head, "head,query,key,query_position,key_position,weight,score");
  assert.equal(rows.length, 8);
  assert.equal(rows[0], "1,the,the,1,1,1,1");
  assert.equal(rows[3], '1,",","a ""the""",2,2,0.75,4');
  assert.equal(rows[4], "2,the,the,1,1,0.123457,5");
  assert.equal(rows[7], '2,",","a ""the""",2,2,1e-9,8');
});

test("JSON nests the numbers as the axes say, in full precision", () => {
  const {
    about,
    tables: [written],
  } = JSON.parse(json(tables(data), { page: "here" }));
  assert.deepEqual(about, { page: "here" });
  assert.equal(written.values.weight[1][0][0], Math.fround(0.123456789));
  assert.deepEqual(written.axes[1].names, ["the", ","]);
});

test("records are rows; those of steps know their step; ids become tokens", () => {
  const [table] = tables({
    steps: [[{ token: 1, p: 0.5, path: ["a", "b"] }], [{ token: 0, p: null, inner: { x: 1 } }]],
    tokens: [{ text: "le" }, { text: "la" }],
    takes: [{ name: "candidates", records: "steps", lookups: { token: "tokens" } }],
  });
  assert.deepEqual(table.columns, ["step", "token", "p", "path"]);
  const row = table.reader();
  assert.deepEqual(
    [0, 1].map((place) => row(place).slice(0, 2)),
    [
      [1, "la"],
      [2, "le"],
    ],
  );
});

test("a path may pick a field of records, or look numbers up", () => {
  const [table] = tables({
    top: [[{ id: 1, p: 0.5 }]],
    names: { 1: { text: "la" } },
    takes: [
      {
        name: "top",
        axes: [
          ["step", null],
          ["rank", null],
        ],
        values: { p: "top#p", token: "top#id>names" },
      },
    ],
  });
  assert.deepEqual(table.columns, ["step", "rank", "p", "token"]);
  assert.deepEqual(table.reader()(0), [1, 1, 0.5, "la"]);
});

test("the tensors of a page are found by their names, and what has not come is left out", () => {
  const kept = { "0.weight": packed([2], [1, 2]) };
  const take = { name: "one", axes: [["key", null]], values: { weight: "0.weight" } };
  assert.equal(tables({ takes: [take] }, kept)[0].count, 2);
  assert.deepEqual(tables({ takes: [take] }), []);
});

test("fields of a CSV: six digits, lists, nothing", () => {
  assert.equal(field(2 / 3), "0.666667");
  assert.equal(field(1234567.89), "1234570");
  assert.equal(field(-Infinity), "-Infinity");
  assert.equal(field(null), "");
  assert.equal(field(["a", { text: "b" }]), "a b");
  assert.equal(field("a\nb"), '"a\nb"');
});
