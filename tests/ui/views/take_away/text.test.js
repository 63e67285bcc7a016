import assert from "node:assert/strict";
import { test } from "node:test";
import { csv, field } from "../../../../ui/views/take_away/text.js";

const PLAIN_SIGNS = [
  "=1+1",
  "+1",
  "-2+3",
  "@x",
  "\t=1",
  "\r=1",
  "=cmd|' /C calc'!A0",
  '="a,b"',
  "'",
];
const FORMULAS = [...PLAIN_SIGNS, "＝1+1", "＋1", "－2", "＠x", '"＝1'];
const INSIDE = [
  "a;=2+2",
  "a,=2",
  "a\t-3",
  "a\n@x",
  'a;"=2+2"',
  "a;'=1",
  ";;=1",
  "a;\t=1",
  ",'",
  '"=1',
  "a;＝1",
];
const PLAIN = ["", "a", "1=1", "«-»", "a'b", "a; b", "a;b=c", "12,5"];
const MARK = /(^|[,;\t\r\n])'(?="*[=+@＝＋－＠\t\r'-])/g; // as docs/python.md has it

/**
 * The cells of a line as a spreadsheet reads it that expects a certain separator: a cell is in
 * quotes where it begins with one.
 */
function cells(line, separator) {
  const found = [];
  for (let at = 0; at <= line.length; at += 1) {
    let cell = "";
    if (line[at] === '"') {
      for (at += 1; at < line.length && (line[at] !== '"' || line[at + 1] === '"'); at += 1) {
        if (line[at] === '"') at += 1;
        cell += line[at];
      }
      at += 1;
    }
    for (; at < line.length && line[at] !== separator && line[at] !== "\n"; at += 1)
      cell += line[at];
    found.push(cell);
  }
  return found;
}

test("a text is what it was, without the mark", () => {
  for (const text of [...FORMULAS, ...INSIDE, ...PLAIN]) {
    const [cell] = cells(field(text), ",");
    assert.equal(cell.replace(MARK, "$1"), text);
  }
});

test("no cell is a formula, whichever separator a spreadsheet expects", () => {
  for (const text of [...FORMULAS, ...INSIDE, ...PLAIN]) {
    for (const line of [field(text), `a,${field(text)},1`]) {
      for (const separator of [",", ";", "\t"]) {
        for (const cell of cells(line, separator))
          assert.doesNotMatch(cell, /^[=+\-@＝＋－＠\t\r]/, line);
      }
    }
  }
});

test("a text with any separator stands in quotes", () => {
  assert.deepEqual(["a,b", "a;b", "a\tb", "a b"].map(field), ['"a,b"', '"a;b"', '"a\tb"', "a b"]);
});

test("where a CSV is from stands in one field, after the mark of UTF-8", async () => {
  const table = { columns: ["=x", "y"], count: 1, reader: () => () => ["a", 1] };
  const about = { sentence: "=cmd|' /C calc'!A0; =2+2, \"café\"" };
  const [first, head, rows] = await csv(table, about, async () => {});
  assert.ok(first.startsWith('\uFEFF"# {'));
  for (const separator of [",", ";", "\t"]) {
    const [cell, ...others] = cells(first.slice(1).trimEnd(), separator);
    assert.deepEqual(others, []);
    assert.equal(JSON.parse(cell.replace("# ", "")).sentence, about.sentence);
  }
  assert.deepEqual([head, rows], ["'=x,y\n", "a,1\n"]);
});

test("numbers stay numbers", () => {
  assert.deepEqual([-2, -0.5, 1e-9, null].map(field), ["-2", "-0.5", "1e-9", ""]);
});
