// The results of a class: codes out of any text, a table of them, and what was missed most.

import { t, tc, tn } from "../../../../ui/views/library/messages.js";
import { crc32 } from "../../../../ui/views/library/numbers.js";
import { field } from "../../../../ui/views/take_away/text.js";

/**
 * An answer; where it was wrong, question and answer stand there in words, too.
 *
 * @typedef {[question: string, page: string, mark: string, said: string, asked: string,
 *   words: string]} Answer
 */

/**
 * A question that somebody missed: how many of how many who answered, the letter that most of them
 * gave ("" if there is no such one), and both in words where the codes have them.
 *
 * @typedef {{question: string, page: string, wrong: number, all: number, said: string,
 *   asked: string, words: string}} Missed
 */

/**
 * One student's result; flag says what to look at.
 *
 * @typedef {{who: string, began: string, minutes: number, sentence: string, version: string,
 *   answers: Answer[], stops: Record<string, string>, flag: string}} Result
 */

/** @typedef {{what: string, why: "cut" | "altered" | "twice"}} Fault */

const CODE = /glass1\.[\w-]*(?:\.[0-9a-f]*)?/gi;
// A link of a student's, cut before its code
const ANSWERS = /https?:\/\/\S*[?&](?:answers|did|questions|result|tour)=\S*/i;
const MOST = 400; // results, and answers of one
const TEXT = 200; // characters of a field
const LETTER = /^[a-z]$/; // of an answer

/**
 * The check at the end of a code; see ui/result_code.py.
 *
 * @param {string} text
 */
export const checkOf = (text) =>
  crc32(new TextEncoder().encode(text)).toString(16).padStart(8, "0");

/** @param {string} body */
function decode(body) {
  const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
    one.charCodeAt(0),
  );
  const known = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (table(known) !== known) throw new TypeError("no result");
  return known;
}

/**
 * A text or a number as text; all else says nothing.
 *
 * @type {(value: unknown) => string}
 */
const said = (value) =>
  typeof value === "string" || Number.isFinite(value) ? String(value).slice(0, TEXT) : "";

/** @type {(value: unknown) => object} */
const table = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

/**
 * A result as it should be, whatever its code holds.
 *
 * @param {Record<string, unknown>} known
 * @returns {Result}
 */
function tidy(known) {
  const answers = Array.isArray(known.answers) ? known.answers.slice(0, MOST) : [];
  const stops = Object.entries(table(known.stops)).slice(0, MOST);
  const minutes = Number(said(known.minutes));
  return {
    who: said(known.who).trim(),
    began: said(known.began),
    minutes: minutes >= 0 && minutes < 1e5 ? minutes : 0,
    sentence: said(known.sentence),
    version: said(known.version),
    answers: answers
      .filter((one) => Array.isArray(one) && said(one[0]))
      .map((one) => {
        const [question, page = "", mark = "-", letter = "", asked = "", words = ""] =
          one.map(said);
        return [question, page, mark, LETTER.test(letter) ? letter : "", asked, words];
      }),
    stops: Object.fromEntries(stops.map(([name, mark]) => [said(name), said(mark)])),
    flag: "",
  };
}

/**
 * Read all codes in a text: links, codes alone, whole messages.
 *
 * @param {string} text
 * @returns {{results: Result[], faults: Fault[]}}
 */
export function readCodes(text) {
  /** @type {Map<string, Result>} */
  const found = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {Fault[]} */
  const faults = [];
  for (const line of text.split("\n").filter((one) => one.trim())) {
    const what = line.trim().slice(0, 80);
    const codes = [...line.matchAll(CODE)];
    if (!codes.length && ANSWERS.test(line)) faults.push({ what, why: "cut" });
    for (const { 0: code, index } of codes) {
      const form = `${line[index - 1] === "="} ${code}`; // a message has it in a link and alone
      const [, body, check = ""] = code.split(".");
      if (check.length < 8) faults.push({ what, why: "cut" });
      else if (checkOf(body) !== check) faults.push({ what, why: "altered" });
      else if (seen.has(form)) faults.push({ what: found.get(code)?.who || what, why: "twice" });
      else if (found.size < MOST) {
        try {
          found.set(code, tidy(decode(body)));
          seen.add(form);
        } catch {
          faults.push({ what, why: "altered" });
        }
      }
    }
  }
  const results = [...found.values()];
  for (const one of results) {
    const namesakes = results.filter((other) => one.who && other.who === one.who);
    if (!one.who) one.flag = t("no name");
    else if (namesakes.length > 1) {
      one.flag = tn(
        "{count} result under this name",
        "{count} results under this name",
        namesakes.length,
      );
    }
  }
  return { results, faults };
}

/** @type {(one: Result) => [right: number, all: number]} */
export const right = ({ answers }) => [
  answers.filter(([, , mark]) => mark === "1").length,
  answers.length,
];

/** @type {(one: Result) => [done: number, all: number]} */
export const done = ({ stops }) => {
  const marks = Object.values(stops);
  return [marks.filter((mark) => mark === "1").length, marks.length];
};

/**
 * What the class got wrong, the most missed first: how many were wrong of how many who answered.
 *
 * Who had a sentence of their own were asked something else: then the words are left out.
 *
 * @param {Result[]} results
 * @returns {Missed[]}
 */
export function mostMissed(results) {
  /** @type {Map<string, {question: string, page: string, all: number, wrong: Answer[]}>} */
  const byName = new Map();
  for (const answer of results.flatMap((one) => one.answers)) {
    const [question, page, mark] = answer;
    const name = `${question} ${page}`;
    const entry = byName.get(name) ?? { question, page, all: 0, wrong: [] };
    byName.set(name, entry);
    if (mark !== "-") entry.all += 1;
    if (mark !== "-" && mark !== "1") entry.wrong.push(answer);
  }
  return [...byName.values()]
    .filter(({ wrong }) => wrong.length)
    .map(({ wrong, ...entry }) => {
      const asked = wrong.map((answer) => answer[4]);
      const said = mostFrequent(wrong.map((answer) => answer[3]));
      const words = wrong.find((answer) => answer[3] === said)?.[5] ?? "";
      const same = asked.every((one) => one === asked[0]);
      const both = { asked: same ? asked[0] : "", words: same ? words : "" };
      return { ...entry, wrong: wrong.length, said, ...both };
    })
    .sort((a, b) => b.wrong / b.all - a.wrong / a.all || b.wrong - a.wrong);
}

/**
 * The text that occurs more often than any other; "" where two are as frequent.
 *
 * @param {string[]} texts
 */
function mostFrequent(texts) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [[first, most], second] = [...counts].sort(([, a], [, b]) => b - a);
  return second && second[1] === most ? "" : first;
}

/**
 * The table as CSV; no cell of it is a formula.
 *
 * @param {Result[]} results
 */
export function toCsv(results) {
  const names = [...new Set(results.flatMap((one) => one.answers.map(([name]) => name)))];
  const stops = [...new Set(results.flatMap((one) => Object.keys(one.stops)))];
  const head = [
    t("name"),
    t("begun"),
    t("minutes"),
    tc("answers", "right"),
    t("asked"),
    t("sentence"),
    t("version"),
    t("remark"),
  ];
  const rows = results.map((one) => {
    const marks = new Map(
      one.answers.map(([name, , mark, letter]) => [name, mark === "-" ? "" : letter + mark]),
    );
    const own = [
      one.who,
      one.began,
      one.minutes,
      ...right(one),
      one.sentence,
      one.version,
      one.flag,
    ];
    return [
      ...own,
      ...names.map((name) => marks.get(name)),
      ...stops.map((name) => (one.stops[name] === "1" ? 1 : 0)),
    ];
  });
  const heads = [...head, ...names.map((name) => t("question {name}", { name })), ...stops];
  return [heads, ...rows].map((row) => row.map((value) => field(value)).join(",")).join("\r\n");
}
