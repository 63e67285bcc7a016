// All heads in a table: a column's name sorts, a row chooses.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number, percent } from "../../../../ui/views/library/numbers.js";
import { sign } from "./census_grids.js";

/** @import { Row, Sort, TableData, TableView, Written } from "./types.d.ts" */

const RISING = ["head", "role"]; // of these the first comes first, of numbers the largest
/** @type {Record<Written, (value: number | null) => string>} */
const WRITTEN = {
  share: (value) => brief(value ?? 0),
  output: (value) => percent(value ?? 0),
  silencing: (value) => number(value ?? 0, 3),
  gradient: (value) => (value === null ? "–" : number(value, 3)),
};

/**
 * At each change of data.
 *
 * @param {ViewCall<TableData, HTMLElement & {view?: TableView}>} call
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".census_table");
  const exchanges = { sorting: makeExchange(), looking: makeExchange() };
  const view = (root.view ??= /** @type {TableView} */ (exchanges)),
    version = JSON.stringify(data.version),
    fresh = view.version !== version;
  Object.assign(view, { data, version, root, tell: setTriggerValue });
  if (view.sorting.news(data.sort) || fresh) view.sort = data.sort;
  if (view.looking.news(data.chosen) || fresh) view.chosen = data.chosen;
  paint(view);
}

/** @type {(view: TableView) => void} */
function paint(view) {
  const { root, data } = view,
    before = root.scrollTop;
  /** @type {HTMLElement | null | undefined} */
  const held = document.activeElement?.closest(".census_table [data-focus]");
  const focused = held?.dataset.focus;
  root.replaceChildren();
  const table = element("table", {}, root);
  paintHead(view, element("tr", {}, element("thead", {}, table)));
  const body = element("tbody", {}, table),
    most = Math.max(...data.rows.map((row) => row.silencing), 1e-9);
  for (const place of sorted(data.rows, view.sort)) paintRow(view, body, place, most);
  root.scrollTop = before;
  /** @type {HTMLElement | null} */
  const again = root.querySelector(`[data-focus="${focused}"]`);
  again?.focus({ preventScroll: true });
}

/** @type {(view: TableView, line: Element) => void} */
function paintHead(view, line) {
  const keys = /** @type {Sort[]} */ (Object.keys(view.data.columns));
  for (const key of keys) {
    const text = view.data.columns[key];
    const on = key === view.sort,
      rising = RISING.includes(key);
    const cell = element("th", { scope: "col", class: key in WRITTEN ? "number" : "" }, line);
    cell.setAttribute("aria-sort", on ? (rising ? "ascending" : "descending") : "none");
    const name = on ? `${text} ${rising ? "↑" : "↓"}` : text;
    const button = element("button", { type: "button", "data-focus": `by-${key}` }, cell, name);
    button.onclick = () => {
      view.sort = key;
      view.sorting.told(key);
      paint(view);
      view.tell("sort", key);
    };
  }
  element("th", { "aria-hidden": "true" }, line);
}

/** @type {(view: TableView, body: Element, place: number, most: number) => void} */
function paintRow(view, body, place, most) {
  const row = view.data.rows[place],
    on = place === view.chosen,
    silent = view.data.silenced.includes(place);
  const line = element("tr", { class: `${on ? "on" : ""} ${silent ? "silent" : ""}` }, body);
  const first = element("th", { scope: "row" }, line);
  const button = element("button", { type: "button", "data-focus": place }, first, row.name);
  button.setAttribute("aria-pressed", String(on));
  const role = element("td", { class: "role" }, line);
  sign(role, row.key);
  element("span", {}, role, silent ? t("{role}, switched off", { role: row.role }) : row.role);
  for (const key of /** @type {Written[]} */ (Object.keys(WRITTEN))) {
    element("td", { class: "number" }, line, WRITTEN[key](row[key]));
  }
  const bar = element("i", {}, element("td", { class: "bar" }, line));
  bar.style.width = `${(100 * Math.max(0, row.silencing)) / most}%`;
  line.onclick = () => {
    view.chosen = place;
    view.looking.told(place);
    paint(view);
    view.tell("choose", place);
  };
}

/**
 * Places of the rows in the order of a column.
 *
 * @param {Row[]} rows
 * @param {Sort} key
 * @returns {number[]}
 */
function sorted(rows, key) {
  const places = rows.map((_, place) => place);
  const value = (/** @type {number} */ place) => rows[place][key] ?? 0;
  const turn = RISING.includes(key) ? 1 : -1;
  /** @type {(a: number, b: number) => number} */
  const compare = (a, b) => turn * (Number(value(a) > value(b)) - Number(value(a) < value(b)));
  return places.sort((a, b) => compare(a, b) || a - b);
}
