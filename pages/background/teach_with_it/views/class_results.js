// A field for forty pasted results, a table of them that can be sorted, and what was missed most.

import { element, writeInto } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { save } from "../../../../ui/views/take_away/about.js";
import { done, mostMissed, readCodes, right, toCsv } from "./class_codes.js";

/** @import { Fault, Missed, Result } from "./class_codes.js" */

/** @typedef {{titles: Record<string, string>}} Data */

/** @typedef {HTMLElement & {data: Data, box: HTMLElement}} Root */

/**
 * @typedef {{name: string, text: (one: Result) => string,
 *   key: (one: Result) => string | number}} Column
 */

const WAIT = 200; // milliseconds after the last letter

/** @type {(why: Fault["why"]) => string} */
const faultOf = (why) =>
  ({
    cut: t("{code} is incomplete. Ask for it again."),
    altered: t("{code} was altered: its check doesn't match."),
    twice: t("{code} came twice and counts once."),
  })[why];

/** @type {(pair: number[]) => string} */
const share = ([part, all]) => (all ? t("{part} of {all}", { part, all }) : "");

/** @type {() => Column[]} */
const columnsOf = () => [
  {
    name: t("Name or code"),
    text: (one) => one.who || t("(none)"),
    key: (one) => one.who.toLowerCase(),
  },
  { name: t("Right first time"), text: (one) => share(right(one)), key: (one) => -right(one)[0] },
  { name: t("Stops completed"), text: (one) => share(done(one)), key: (one) => -done(one)[0] },
  {
    name: t("Minutes"),
    text: (one) => (one.minutes ? String(one.minutes) : ""),
    key: (one) => one.minutes,
  },
  { name: t("Begun"), text: (one) => one.began, key: (one) => one.began },
  { name: t("Sentence"), text: (one) => one.sentence, key: (one) => one.sentence },
  { name: t("Remark"), text: (one) => one.flag, key: (one) => one.flag },
];

/** @type {(root: Root) => void} */
function build(root) {
  const label = element("label", {}, root, t("Links or codes of your students"));
  const field = /** @type {HTMLTextAreaElement} */ (
    element("textarea", { rows: 6, spellcheck: false, placeholder: t("Paste them here.") }, label)
  );
  root.box = element("div", { class: "found" }, root);
  let due = 0;
  field.oninput = () => {
    clearTimeout(due);
    due = setTimeout(() => draw(root, field.value), WAIT);
  };
}

/** @type {(root: Root, text: string) => void} */
function draw(root, text) {
  const { box, data } = root;
  box.replaceChildren();
  if (!text.trim()) return;
  const { results, faults } = readCodes(text);
  const found = results.length
    ? tn("One result.", "{count} results.", results.length)
    : t("There's no result in what you pasted.");
  const head = element("p", { class: "count", role: "status" }, box);
  element("b", {}, head, found);
  drawFaults(box, faults);
  if (!results.length) return;
  drawTable(box, results);
  const button = element("button", { type: "button" }, box, t("Download as CSV"));
  button.onclick = () => save([`\uFEFF${toCsv(results)}\r\n`], "results.csv", "text/csv");
  drawMissed(box, results, data.titles);
}

/** @type {(box: Element, faults: Fault[]) => void} */
function drawFaults(box, faults) {
  if (!faults.length) return;
  const list = element("ul", { class: "faults" }, box);
  for (const { what, why } of faults) {
    const code = element("span", { class: "what" }, null, what);
    writeInto(element("li", {}, list), faultOf(why), { code });
  }
}

/** @type {(box: Element, results: Result[]) => void} */
function drawTable(box, results) {
  const holder = element(
    "div",
    { class: "holder", tabindex: 0, role: "group", "aria-label": t("Results") },
    box,
  );
  const table = element("table", {}, holder),
    columns = columnsOf();
  const heads = element("tr", {}, element("thead", {}, table));
  const body = element("tbody", {}, table);
  const rows = [...results];
  const fill = () => {
    body.replaceChildren();
    for (const one of rows) {
      const row = element("tr", {}, body);
      columns.forEach(({ text }, i) => {
        element(i ? "td" : "th", i ? {} : { scope: "row" }, row, text(one));
      });
    }
  };
  /** @type {(column: Column, head: Element) => void} */
  const sort = ({ key }, head) => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of heads.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.sort((a, b) => {
      const [first, second] = [key(a), key(b)];
      return (first < second ? -1 : Number(first > second)) * (down ? -1 : 1);
    });
    fill();
  };
  for (const column of columns) {
    const head = element("th", { scope: "col" }, heads);
    element("button", { type: "button" }, head, column.name).onclick = () => sort(column, head);
  }
  sort(columns[0], heads.children[0]);
}

/** @type {(box: Element, results: Result[], titles: Record<string, string>) => void} */
function drawMissed(box, results, titles) {
  const missed = mostMissed(results);
  if (results.every(({ answers }) => answers.every(([, , mark]) => mark === "-"))) return;
  element("h3", {}, box, t("Most often answered wrong"));
  if (!missed.length) {
    element("p", {}, box, t("No answer was wrong."));
    return;
  }
  const list = element("ol", { class: "missed" }, box);
  for (const one of missed.slice(0, 10)) {
    const { page } = one;
    const item = element("li", {}, list, `${aboutMissed(one)} `);
    const title = Object.hasOwn(titles, page) ? titles[page] : null;
    if (!title || page === "questions") continue; // which asks, and explains nothing
    const href = new URL(page === "overview" ? "./" : `./${page}`, document.baseURI).href;
    const link = element("a", { href }, item, t("{title} explains it →", { title }));
    link.onclick = (event) => follow(event, { href });
  }
}

/** An answer that is a token stands in marks already. @type {(words: string) => string} */
const quoted = (words) => (/^[„“«].*[“”»]$/.test(words) ? words : t("“{words}”", { words }));

/** @type {(one: Missed) => string} */
function aboutMissed({ question: number, wrong, all, said, asked, words }) {
  const question = asked ? t("{number} “{asked}”", { number, asked }) : number;
  const answer = words ? quoted(words) : said.charCodeAt(0) - 96;
  if (!said) {
    return tn(
      "Question {question}: {count} of {all} got it wrong.",
      "Question {question}: {count} of {all} got it wrong.",
      wrong,
      { question, all },
    );
  }
  if (wrong === 1) {
    return t("Question {question}: 1 of {all} got it wrong, with answer {answer}.", {
      ...{ question, all, answer },
    });
  }
  return tn(
    "Question {question}: {count} of {all} got it wrong, mostly with answer " + "{answer}.",
    "Question {question}: {count} of {all} got it wrong, mostly with answer " + "{answer}.",
    wrong,
    { question, all, answer },
  );
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".class_results");
  root.data = data;
  if (!root.box) build(root);
}
