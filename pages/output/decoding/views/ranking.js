// The endings of a search, ranked: a table with the arithmetic, and the scores over alpha.

import { listen } from "../../../../ui/views/library/choices.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { penalty, ranked, score } from "./hypotheses.js";

/** @import { Written } from "./types.d.ts" */

/** @typedef {{langs: Langs, endings: Written[], alpha: number}} Data */

/** @typedef {"rank" | "text" | "total" | "length" | "penalty" | "score"} Column */

/** @typedef {Record<Column, HTMLElement>} Cells */

/**
 * @typedef {{ending: Written, line: HTMLElement, cells: Cells, curve: SVGElement, dot:
 *   SVGElement}} Row
 */

/**
 * @typedef {{body: HTMLElement, titles: Cells, caption: HTMLElement, chart: SVGElement, endings:
 *   Written[], rows: Row[], lowest: number, spoken: string, cursor: SVGElement,
 *   signature?: string}} View
 */

/** @type {Column[]} */
const COLUMNS = ["rank", "text", "total", "length", "penalty", "score"];
const CHART = { width: 400, height: 250, left: 44, right: 12, top: 14, bottom: 34, most: 2 };

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".ranking");
  const view = (root.view ??= build(root));
  const { endings, langs } = data;
  const signature = JSON.stringify([endings, langs]);
  if (view.signature !== signature) {
    Object.assign(view, { signature, endings, spoken: langs.target });
    draw(view);
  }
  paint(view, data.alpha);
  listen(root, (choice) => "alpha" in choice && paint(view, choice.alpha));
}

/** @type {(root: Element) => View} */
function build(root) {
  const left = element(
    "div",
    {
      class: "scroll",
      tabindex: 0,
      role: "region",
      "aria-label": t("Finished translations, ranked"),
    },
    root,
  );
  const table = element("table", {}, left);
  const titles = element("tr", {}, element("thead", {}, table));
  /** @type {Partial<View>} */
  const nodes = { body: element("tbody", {}, table), titles: /** @type {Cells} */ ({}) };
  const view = /** @type {View} */ (nodes);
  const named = {
    rank: "",
    text: t("translation"),
    total: "ln p",
    length: t("tokens"),
    penalty: t("÷ penalty"),
    score: t("= score"),
  };
  for (const name of COLUMNS) {
    view.titles[name] = element("th", { scope: "col", class: name }, titles, named[name]);
  }
  const figure = element("figure", {}, root);
  view.caption = element("figcaption", {}, figure);
  view.chart = svg(
    "svg",
    {
      viewBox: `0 0 ${CHART.width} ${CHART.height}`,
      role: "img",
      "aria-label": t("Scores over alpha"),
    },
    figure,
  );
  return view;
}

/** @type {(view: View) => void} */
function draw(view) {
  view.body.replaceChildren();
  view.rows = view.endings.map((ending) => {
    const line = element("tr", {}, null);
    const made = COLUMNS.map((name) => [name, element("td", { class: name }, line)]);
    const cells = /** @type {Cells} */ (Object.fromEntries(made));
    const words = ending.text || t("(nothing)");
    const lang = ending.text && view.spoken;
    element("span", { class: "words", title: words, lang: lang || null }, cells.text, words);
    if (ending.fate === "cut") element("span", { class: "cut" }, cells.text, t("cut at the limit"));
    cells.total.textContent = number(ending.total, 2);
    cells.length.textContent = String(ending.length);
    return { ending, line, cells, curve: svg("polyline"), dot: svg("circle", { r: 3.5 }) };
  });
  drawChart(view);
}

/**
 * A curve for each ending: every score rises to 0 with alpha, long ones faster.
 *
 * @type {(view: View) => void}
 */
function drawChart(view) {
  const { chart, endings } = view;
  chart.replaceChildren();
  view.lowest = Math.min(-0.1, ...endings.map(({ total, length }) => score({ total, length }, 0)));
  const bottom = CHART.height - CHART.bottom;
  for (const alpha of [0, 0.5, 1, 1.5, 2]) {
    const tick = number(alpha, Number.isInteger(alpha) ? 0 : 1);
    svg("text", { x: across(alpha), y: bottom + 16, "text-anchor": "middle" }, chart, tick);
  }
  svg(
    "text",
    { x: (CHART.left + CHART.width - CHART.right) / 2, y: bottom + 31, "text-anchor": "middle" },
    chart,
    t("length penalty α"),
  );
  for (const share of [0, 0.5, 1]) {
    const value = share * view.lowest,
      y = down(view, value);
    svg(
      "line",
      { class: "grid", x1: CHART.left, x2: CHART.width - CHART.right, y1: y, y2: y },
      chart,
    );
    svg("text", { x: CHART.left - 6, y: y + 4, "text-anchor": "end" }, chart, number(value, 1));
  }
  view.cursor = svg("line", { class: "cursor", y1: CHART.top, y2: bottom }, chart);
  for (const row of view.rows) {
    const points = Array.from({ length: 41 }, (_, i) => (i / 40) * CHART.most).map(
      (alpha) => `${across(alpha)},${down(view, score(row.ending, alpha))}`,
    );
    row.curve.setAttribute("points", points.join(" "));
    chart.append(row.curve, row.dot);
    svg("title", {}, row.curve, row.ending.text || t("(nothing)"));
  }
}

/** @type {(alpha: number) => number} */
const across = (alpha) =>
  CHART.left + (alpha / CHART.most) * (CHART.width - CHART.left - CHART.right);
/** @type {(view: View, value: number) => number} */
const down = ({ lowest }, value) =>
  CHART.top + (value / lowest) * (CHART.height - CHART.top - CHART.bottom);

/**
 * Put the rows into their order under this alpha, with their arithmetic.
 *
 * @type {(view: View, alpha: number) => void}
 */
function paint(view, alpha) {
  const order = ranked(view.endings, alpha);
  for (const { ending, line, cells, curve, dot } of view.rows) {
    const rank = order.indexOf(ending),
      { length } = ending;
    for (const node of [line, curve, dot]) node.setAttribute("class", rank ? "" : "winner");
    dot.setAttribute("cx", across(alpha));
    dot.setAttribute("cy", down(view, score(ending, alpha)));
    cells.rank.textContent = String(rank + 1);
    cells.penalty.textContent =
      `((5 + ${length}) / 6)^${number(alpha, 1)} = ` + number(penalty(length, alpha), 2);
    cells.score.textContent = number(score(ending, alpha), 3);
  }
  const rows = order.flatMap((ending) => view.rows.filter((row) => row.ending === ending));
  view.body.append(...rows.map(({ line }) => line));
  view.chart.append(rows[0].curve, rows[0].dot);
  for (const name of ["x1", "x2"]) view.cursor.setAttribute(name, across(alpha));
  view.caption.textContent = inWords(view.endings, alpha);
}

/**
 * Say where another ending takes over.
 *
 * @type {(endings: Written[], alpha: number) => string}
 */
function inWords(endings, alpha) {
  if (endings.length < 2)
    return t("There's only one translation, so no penalty can change the winner.");
  const best = ranked(endings, alpha)[0];
  const winners = Array.from({ length: 201 }, (_, i) => ranked(endings, i / 100)[0]);
  const turn = winners.findIndex((one, i) => i && one !== winners[i - 1]);
  if (turn < 0) return t("The same translation wins at every α from 0 to 2.");
  const turns = winners.filter((one, i) => i && one !== winners[i - 1]).length;
  const gaps = { turn: number(turn / 100, 2), turns, alpha: number(alpha, 1) };
  return turns > 1
    ? tn(
        "The winner changes at α = {turn} ({turns} times in all). At {alpha}, a " +
          "{count}-token translation wins.",
        "The winner changes at α = {turn} ({turns} times in all). At {alpha}, a " +
          "{count}-token translation wins.",
        best.length,
        gaps,
      )
    : tn(
        "The winner changes at α = {turn}. At {alpha}, a {count}-token translation wins.",
        "The winner changes at α = {turn}. At {alpha}, a {count}-token translation wins.",
        best.length,
        gaps,
      );
}
