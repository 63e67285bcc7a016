import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkOf,
  done,
  mostMissed,
  readCodes,
  right,
  toCsv,
} from "../../../../pages/background/teach_with_it/views/class_codes.js";

// As tests/ui/test_result_code.py writes it.
const CODE =
  "glass1.eyJ3aG8iOiJab8OrIiwiYmVnYW4iOiIyMDI2LTAzLTAyIDEwOjA1Iiwib" +
  "WludXRlcyI6OSwic2VudGVuY2UiOiJB" +
  "IGRvZy4iLCJ2ZXJzaW9uIjoiMS4wLjAgYWJjIiwiYW5zd2VycyI6W1siNSIsIm11b" +
  "HRpX2hlYWQiLCIxIiwiYyJdLFsiMTAxI" +
  "iwicXVlc3Rpb25zIiwiLSIsIiJdXSwic3RvcHMiOnsiZGVjb2RpbmciOiIxIn19.331f4b6a";

/** @type {(known: object) => string} */
function codeOf(known) {
  const body = Buffer.from(JSON.stringify(known)).toString("base64url");
  return `glass1.${body}.${checkOf(body)}`;
}

/** @type {(number: number) => string} */
const student = (number) =>
  codeOf({
    who: `S${number}`,
    answers: [
      ["5", "multi_head", number % 4 ? "1" : "0", "a"],
      ["12", "masking", number % 2 ? "1" : "0", "b"],
    ],
  });

test("a code of the server is read in the browser", () => {
  const { results, faults } = readCodes(
    `Dear teacher, https://a.b/questions?result=${CODE}&x=1 Zoë`,
  );
  assert.deepEqual(faults, []);
  const [one] = results;
  assert.equal(one.who, "Zoë");
  assert.deepEqual(right(one), [1, 2]);
  assert.deepEqual(done(one), [1, 1]);
  assert.equal(one.minutes, 9);
});

test("of forty links three that were cut, an altered one and two doubles are noticed", () => {
  const links = Array.from({ length: 38 }, (_, i) => `http://h/questions?result=${student(i)}`);
  const lines = [...links, links[4], links[7]];
  lines[0] = lines[0].slice(0, -4); // in the check
  lines[1] = lines[1].slice(0, 60); // in the body
  lines[2] = "http://h/questions?source=Hi&answers=5a-12b"; // before the code
  lines[3] = lines[3].replace(
    /(glass1\..{20})(.)/,
    (_, head, one) => head + (one === "A" ? "B" : "A"),
  );
  const { results, faults } = readCodes(lines.join("\n"));
  assert.equal(lines.length, 40);
  assert.equal(results.length, 34);
  assert.deepEqual(
    faults.map(({ why }) => why),
    ["cut", "cut", "cut", "altered", "twice", "twice"],
  );
  assert.deepEqual(
    results.filter(({ flag }) => flag),
    [],
  );
});

test("a whole message, with its link and its code alone, is one result", () => {
  const message = `https://a.b/questions?result=${CODE}&x=1\nName: Zoë\nCode: ${CODE}\n`;
  const { results, faults } = readCodes(message);
  assert.equal(results.length, 1);
  assert.deepEqual(faults, []);
  assert.deepEqual(
    readCodes(message + message).faults.map(({ why }) => why),
    ["twice", "twice"],
  );
});

test("what is no result is told apart, whatever it holds", () => {
  for (const known of [[], 5, null, "x", { answers: 5, stops: "no" }, { answers: [5, null] }])
    assert.doesNotThrow(() => readCodes(codeOf(known)));
  assert.deepEqual(readCodes("Hello,\nmy answers are below.\n"), { results: [], faults: [] });
  const body = "%%%".replaceAll("%", "A");
  assert.equal(readCodes(`glass1.${body}.${checkOf(body)}`).faults[0].why, "altered");
});

test("what is neither text nor number says nothing, wherever it stands", () => {
  const odd = [{}, [], { a: 1 }, [[1]], true, null];
  for (const one of odd) {
    const known = { who: one, began: one, minutes: one, sentence: one, version: one };
    const { results } = readCodes(codeOf({ ...known, answers: [["5", one, one, one]] }));
    assert.deepEqual(results, [
      {
        ...{ who: "", began: "", minutes: 0, sentence: "", version: "" },
        ...{ answers: [["5", "", "", "", "", ""]], stops: {}, flag: "no name" },
      },
    ]);
  }
  for (const [stops, read] of [
    [[[1]], {}],
    ["no", {}],
    [
      { a: {}, b: "1" },
      { a: "", b: "1" },
    ],
  ])
    assert.deepEqual(readCodes(codeOf({ stops })).results[0].stops, read);
  const [{ who, minutes }] = readCodes(codeOf({ who: 7, minutes: "12" })).results;
  assert.deepEqual([who, minutes], ["7", 12]);
});

test("a code that is no table is none, and what is no answer, letter or time is left out", () => {
  for (const odd of [[], [[]], 5, "x"]) {
    const { results, faults } = readCodes(codeOf(odd));
    assert.deepEqual([results, faults.map(({ why }) => why)], [[], ["altered"]]);
  }
  for (const minutes of ["Infinity", 1e308, -5]) {
    assert.equal(readCodes(codeOf({ minutes })).results[0].minutes, 0);
  }
  const { results } = readCodes(codeOf({ answers: [[], ["", "x"], ["5"], ["6", "x", "0", "Zz"]] }));
  const read = results[0].answers.map((one) => one.slice(0, 4));
  assert.deepEqual(read, [
    ["5", "", "-", ""],
    ["6", "x", "0", ""],
  ]);
});

test("two results of one name, and one without a name, are flagged", () => {
  const codes = [{ who: "A" }, { who: "A", minutes: 2 }, { who: " " }].map(codeOf);
  const { results } = readCodes(codes.join(" "));
  assert.deepEqual(
    results.map(({ flag }) => flag),
    ["2 results under this name", "2 results under this name", "no name"],
  );
});

test("what was missed most comes first, with the answer that was given most", () => {
  const { results } = readCodes([0, 1, 2, 3].map(student).join("\n"));
  assert.deepEqual(mostMissed(results), [
    { question: "12", page: "masking", wrong: 2, all: 4, said: "b", asked: "", words: "" },
    { question: "5", page: "multi_head", wrong: 1, all: 4, said: "a", asked: "", words: "" },
  ]);
});

/** @type {(...answers: string[][]) => ReturnType<typeof mostMissed>[number]} */
const missedBy = (...answers) => {
  const codes = answers.map((one, i) => codeOf({ who: `S${i}`, answers: [one] }));
  return mostMissed(readCodes(codes.join("\n")).results)[0];
};

test("what was missed is told in words, where all were asked the same", () => {
  const no = ["101", "questions", "0", "a", "Is it?", "no"];
  const maybe = ["101", "questions", "0", "b", "Is it?", "maybe"];
  const { said, asked, words } = missedBy(no, maybe, no);
  assert.deepEqual([said, asked, words], ["a", "Is it?", "no"]);
  const other = missedBy(no, ["101", "questions", "0", "a", "And this?", "no"]);
  assert.deepEqual([other.said, other.asked, other.words], ["a", "", ""]);
});

test("of two answers that are as frequent, none was given most", () => {
  const { wrong, said, words } = missedBy(
    ["5", "masking", "0", "a", "Which?", "he"],
    ["5", "masking", "0", "b", "Which?", "she"],
  );
  assert.deepEqual([wrong, said, words], [2, "", ""]);
});

test("no cell of the table is a formula, and markup stays text", () => {
  const { results } = readCodes(codeOf({ who: "=1+1", sentence: 'a "b", <i>' }));
  const [, row] = toCsv(results).split("\r\n");
  assert.ok(row.startsWith("'=1+1,"));
  assert.ok(row.includes('"a ""b"", <i>"'));
});
