// Translations along a direction: a slider for α, a strip for each direction, all that is said.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { element } from "../../../../ui/views/library/dom.js";
import { makeSlider } from "../../../../ui/views/library/knobs.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { brief } from "./steer_words.js";

/** @import { Said, StripData, StripRow, StripView } from "./types.d.ts" */

/** @type {(alpha: number) => string} */
const alphaName = (alpha) => (alpha < 0 ? "−" : "") + number(Math.abs(alpha), alpha % 1 ? 1 : 0);

/**
 * Neighbours that say the same, as one group.
 *
 * @type {(said: Said[]) => Said[][]}
 */
export function groups(said) {
  /** @type {Said[][]} */
  const found = [];
  for (const one of said) {
    const last = found.at(-1);
    if (last && textOf(last[0]) === textOf(one)) last.push(one);
    else found.push([one]);
  }
  return found;
}

/** @type {(one: Said) => string} */
const textOf = (one) => one.words.map(([word]) => word).join(" ");

/**
 * What is said nearest to an alpha; a strip may have fewer of them than the slider.
 *
 * @type {(said: Said[], alpha: number) => number}
 */
export function nearest(said, alpha) {
  const far = said.map(
    (one) => Math.abs(one.alpha - alpha) + (Math.abs(one.alpha) > Math.abs(alpha) ? 0.01 : 0),
  );
  return far.indexOf(Math.min(...far));
}

/** @type {(root: Element) => StripView} */
function build(root) {
  root.replaceChildren();
  const top = element("div", { class: "knob" }, root);
  const strips = element("div", { class: "strips" }, root);
  const list = element("div", { class: "list" }, root);
  /** @type {Partial<StripView>} */
  const view = { root, top, strips, list, exchange: makeExchange() };
  return /** @type {StripView} */ (view);
}

/** @type {(view: StripView) => void} */
function fill(view) {
  const { rows } = view.data;
  const alphas = rows[0].said.map((one) => one.alpha);
  view.top.replaceChildren();
  view.set = makeSlider(view.top, {
    label: t("α: how many times the arrow is added"),
    min: alphas[0],
    max: alphas[alphas.length - 1],
    step: alphas[1] - alphas[0],
    show: alphaName,
    move: (alpha) => paint(view, alpha),
    stop: () => tell(view, view.alpha ?? 0),
  });
  const scale = element("div", { class: "scale", "aria-hidden": "true" }, view.top);
  const marks = alphas.filter((alpha) => alpha % 2 === 0);
  for (const alpha of marks) element("span", {}, scale, alphaName(alpha));
  view.strips.replaceChildren();
  view.shown = rows.map((row) => fillStrip(view, row));
  view.list.replaceChildren();
  view.lines = rows.flatMap((row, i) => fillList(view, row, i));
}

/** @type {(view: StripView, row: StripRow) => StripView["shown"][0]} */
function fillStrip(view, row) {
  const box = element("div", { class: "strip" }, view.strips);
  element("p", { class: "name" }, box, row.name);
  const bar = element("div", { class: "cells", "aria-hidden": "true" }, box);
  const cells = row.said.map((one, i) => {
    const before = row.said[i - 1];
    const cell = element("i", {}, bar);
    cell.style.setProperty("--share", String(one.share));
    cell.classList.toggle("same", !one.share);
    cell.classList.toggle("turn", i > 0 && textOf(before) !== textOf(one));
    cell.onclick = () => choose(view, one.alpha);
    return cell;
  });
  const said = element("p", { class: "said", lang: view.data.language }, box);
  const note = element("p", { class: "note" }, box);
  return { row, cells, said, note };
}

/** @type {(view: StripView, row: StripRow, place: number) => StripView["lines"]} */
function fillList(view, row, place) {
  const box = element("div", { class: "column" }, view.list);
  element("p", { class: "name" }, box, row.name);
  return groups(row.said).map((group) => {
    const [first, last] = [group[0].alpha, group[group.length - 1].alpha];
    const line = element("button", { type: "button", class: "line" }, box);
    const range =
      first === last
        ? t("α = {alpha}", { alpha: alphaName(first) })
        : t("α = {first} to {last}", { first: alphaName(first), last: alphaName(last) });
    element("span", { class: "range" }, line, range);
    const words = element("span", { class: "words", lang: view.data.language }, line);
    fillWords(words, brief(group[0].words));
    const low = Math.min(...group.map((one) => one.log_p)),
      high = Math.max(...group.map((one) => one.log_p));
    const p =
      number(low, 1) === number(high, 1)
        ? t("ln p {value}", { value: number(high, 1) })
        : t("ln p {low} to {high}", { low: number(low, 1), high: number(high, 1) });
    element("span", { class: "p" }, line, p);
    const near = group.reduce((a, b) => (Math.abs(b.alpha) < Math.abs(a.alpha) ? b : a));
    line.onclick = () => choose(view, near.alpha);
    return { node: line, alphas: group.map((one) => one.alpha), place };
  });
}

/** @type {(node: Element, words: Said["words"]) => void} */
function fillWords(node, words) {
  node.replaceChildren();
  words.forEach(([word, isNew], i) => {
    if (i) node.append(" ");
    if (isNew) element("mark", {}, node, word);
    else node.append(word);
  });
}

/** @type {(view: StripView, alpha: number) => void} */
function paint(view, alpha) {
  view.alpha = alpha;
  view.set(alpha);
  for (const { row, cells, said, note } of view.shown) {
    const place = nearest(row.said, alpha),
      one = row.said[place];
    cells.forEach((cell, i) => cell.classList.toggle("now", i === place));
    fillWords(said, one.words);
    const values = { alpha: alphaName(one.alpha), value: number(one.log_p, 2) };
    note.textContent = one.share
      ? t("at α = {alpha}, ln p {value}", values)
      : t("at α = {alpha}, ln p {value}: no word has changed", values);
  }
  for (const { node, alphas, place } of view.lines) {
    const { said } = view.shown[place].row;
    node.classList.toggle("now", alphas.includes(said[nearest(said, alpha)].alpha));
  }
}

/** @type {(view: StripView, alpha: number) => void} */
function choose(view, alpha) {
  paint(view, alpha);
  tell(view, alpha);
}

/** @type {(view: StripView, alpha: number) => void} */
function tell(view, alpha) {
  view.exchange.told(alpha);
  view.send("alpha", alpha);
}

/** @param {ViewCall<StripData, HTMLElement & {view?: StripView}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".steer_strip");
  const view = (root.view ??= build(root));
  view.send = setTriggerValue;
  const others = JSON.stringify(data.rows) !== view.seen;
  view.data = data;
  if (others) {
    view.seen = JSON.stringify(data.rows);
    fill(view);
  }
  const news = view.exchange.news(data.alpha);
  paint(view, news || view.alpha === undefined ? data.alpha : view.alpha);
}
