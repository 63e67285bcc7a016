// The six steps of attention for one word: a table with one row for each key.

import { attend, cell, paintCells } from "../../../../ui/views/library/attention.js";
import { announce } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { DOWN, moved, walk } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number, rowOf, strongestOf } from "../../../../ui/views/library/numbers.js";
import { choose, chosen, tensorsOf } from "./attention_chosen.js";
import { goAlongKeys } from "./attention_motion.js";

/** @import { Data, Heads, KeyRow, StepsRoot } from "./types.d.ts" */
/** @import { Head, Tensors } from "../../../../ui/views/library/attention.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/** @param {ViewCall<Data, StepsRoot>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".attention_steps");
  const tensors = tensorsOf(root, data);
  const paint = () => paintSteps(root, root.data, root.tensors);
  chosen(root, data, paint);
  root.data = data;
  const signature = JSON.stringify([data.queries, data.keys, tensors.q.shape, data.visible.data]);
  if (root.signature !== signature) {
    root.signature = signature;
    build(root, data, tensors);
  }
  root.tell = setTriggerValue;
  paint();
}

/**
 * Lay the table out: heads of the steps, the query, one row for each key, the sum.
 *
 * @type {(root: StepsRoot, data: Data, tensors: Tensors) => void}
 */
function build(root, data, tensors) {
  const [, , d_k] = tensors.q.shape;
  const masks = tensors.visible.values.some((value) => value === 0);
  root.replaceChildren();
  root.classList.toggle("long", data.keys.length > 12);
  const scroll = element("div", { class: "scroll" }, root);
  const about = { role: "grid", "aria-label": t("The steps of attention") };
  const table = element("table", about, scroll);
  const titles = heads(element("thead", {}, table), d_k, masks);
  const body = element("tbody", {}, table);
  const rows = data.keys.map((token, j) => keyRow(root, body, token, j, masks));
  const last = sum(element("tfoot", {}, table), masks);
  const now = () => rows.findIndex(({ line }) => line.ariaSelected === "true");
  walk(
    body,
    (key) => moved(now(), key, rows.length, { keys: DOWN }),
    (key) => {
      choose(root, root.tell, { key }, 150);
      rows[key].line.focus({ preventScroll: true });
    },
  );
  const legend = element("p", { class: "legend" }, root);
  root.parts = { ...titles, masks, rows, ...last, legend };
}

/**
 * The titles of the steps, and under them the query.
 *
 * @type {(head: Element, d_k: number, masks: boolean) => Heads}
 */
function heads(head, d_k, masks) {
  const titles = element("tr", {}, head);
  let step = 0;
  /** @type {(name: string, subtitle: string, kind?: string) => Heads["divided"]} */
  const title = (name, subtitle, kind = "") => {
    const box = element("th", { scope: "col", class: kind }, titles);
    const line = element("div", { class: "title" }, box);
    step += 1;
    element("span", { class: "step" }, line, String(step));
    const text = element("span", {}, line, name);
    const below = element("div", { class: "subtitle" }, box, subtitle);
    return { text, below };
  };
  element("td", { class: "token" }, titles);
  const { text: first } = title("", tn("{count} number each", "{count} numbers each", d_k), "wide");
  title("q · k", t("agreement"), "right");
  const divided = title("", "", "right");
  if (masks) title(t("mask"), t("visible?"), "right");
  title("softmax", t("weights from 0 to 1"), "rail");
  element("td", { class: "right" }, titles);
  title(t("weight × value"), t("what each word contributes"), "wide");
  const line = element("tr", { class: "query" }, head);
  const asking = element("th", { scope: "row", class: "token" }, line);
  const query = strip(element("td", { class: "wide" }, line), "Q", "q");
  element("td", { colspan: masks ? 6 : 5 }, line);
  return { first, divided, asking, query };
}

/**
 * A row of d_k numbers as a framed canvas, with its letter.
 *
 * @type {(box: Element, role: string, letter: string) => HTMLCanvasElement}
 */
function strip(box, role, letter) {
  const holder = element("div", { class: `strip ${role}` }, box);
  const canvas = element("canvas", { width: 1, height: 1, "aria-hidden": "true" }, holder);
  if (letter) element("b", { class: "letter" }, holder, letter);
  return canvas;
}

/** @type {(root: StepsRoot, body: Element, token: Token, j: number, masks: boolean) => KeyRow} */
function keyRow(root, body, token, j, masks) {
  const line = element("tr", { "data-key": j }, body);
  const name = element(
    "th",
    { scope: "row", class: token.special ? "token special" : "token", lang: token.lang },
    line,
    token.text,
  );
  name.title = token.text;
  const key = strip(element("td", { class: "wide" }, line), "K", j ? "" : "k");
  const numbers = ["product", "score", ...(masks ? ["mask"] : [])].map((kind) =>
    element("td", { class: `number ${kind}` }, line),
  );
  const rail = element("div", { class: "rail" }, element("td", { class: "rail" }, line));
  const bar = element("div", { class: "bar" }, rail);
  const weight = element("td", { class: "number weight" }, line);
  const value = strip(element("td", { class: "wide" }, line), "V", j ? "" : "v");
  // A second click on the chosen row gives the choice back to the strongest one.
  line.onclick = () => choose(root, root.tell, { key: root.now.key === j ? -1 : j });
  line.onmouseenter = () => announce({ pointed: j });
  line.onmouseleave = () => announce({ pointed: -1 });
  const [product, score, mask] = numbers;
  return { line, key, product, score, mask, bar, weight, value };
}

/**
 * The last step: the weighted values add up to z.
 *
 * @type {(foot: Element, masks: boolean) => {adds: HTMLElement, z: HTMLCanvasElement}}
 */
function sum(foot, masks) {
  const line = element("tr", {}, foot);
  element("td", { class: "token" }, line);
  const score = t("each score is q times k, number by number, added up");
  element("td", { class: "note wide" }, line, score);
  const label = element("td", { class: "adds", colspan: masks ? 5 : 4 }, line);
  element("span", { class: "step" }, label, masks ? "7" : "6");
  const text = element("span", {}, label);
  const z = strip(element("td", { class: "wide" }, line), "Z", "z");
  return { adds: text, z };
}

/** @type {(root: StepsRoot, data: Data, tensors: Tensors) => void} */
function paintSteps(root, data, tensors) {
  const { now, parts } = root;
  const head = attend(tensors, now.head, now.divide);
  const weights = rowOf(head.weights, now.word);
  const key = now.key < 0 ? strongestOf(weights) : now.key;
  const colours = palette(root);
  const asking = data.queries[now.word].text;
  parts.first.textContent = t("query of “{token}”, all keys", { token: asking });
  parts.asking.textContent = asking;
  parts.asking.title = asking;
  parts.divided.text.textContent = now.divide ? `÷ √${head.d_k}` : t("not divided");
  parts.divided.below.textContent = now.divide
    ? `= ${number(head.divisor, 2)}`
    : t("÷ √{d_k} is off", { d_k: head.d_k });
  const query = { shape: [1, head.d_k], values: rowOf(head.q, now.word) };
  paintCells(parts.query, query, colours.signed, largest(head.q));

  const z = { shape: [1, head.d_k], values: rowOf(head.z, now.word) };
  const values = parts.rows.map((_, j) => ({
    shape: [1, head.d_k],
    values: rowOf(head.v, j).map((v) => v * weights[j]),
  }));
  // One scale for the parts and their sum.
  const most = Math.max(largest(z), ...values.map(largest));
  parts.rows.forEach((line, j) => {
    const seen = head.visible(now.word, j);
    paintKey(line, head, j, { seen, weight: weights[j], chosen: j === key, word: now.word });
    const numbers = { shape: [1, head.d_k], values: rowOf(head.k, j) };
    paintCells(line.key, numbers, colours.signed, largest(head.k));
    paintCells(line.value, values[j], colours.signed, most);
  });
  paintCells(parts.z, z, colours.signed, most);
  parts.adds.textContent = data.silenced[now.head]
    ? t("switched off: set to zero")
    : t("add up: the new “{token}”", { token: asking });
  parts.legend.textContent = t(
    "Orange to brown is negative, blue positive. Colours reach full strength at ±{q} " +
      "in q, ±{k} in k, ±{most} in weight × value and in z.",
    { q: number(largest(head.q), 1), k: number(largest(head.k), 1), most: number(most, 2) },
  );
  keepInSight(root, key);
  // Whoever asks another question sees it go along the keys.
  const asked = `${now.word} ${now.head} ${now.divide}`;
  if (root.asked !== undefined && root.asked !== asked) goAlongKeys(root);
  root.asked = asked;
}

/**
 * @type {(line: KeyRow, head: Head, j: number, how: {seen: boolean, weight: number, chosen:
 *   boolean, word: number}) => void}
 */
function paintKey(line, head, j, { seen, weight, chosen, word }) {
  line.line.classList.toggle("chosen", chosen);
  line.line.classList.toggle("masked", !seen);
  line.line.setAttribute("aria-selected", chosen);
  line.line.tabIndex = chosen ? 0 : -1;
  line.product.textContent = number(cell(head.products, word, j), 2);
  line.score.textContent = number(cell(head.scores, word, j), 2);
  if (line.mask) line.mask.textContent = seen ? "✓" : "−∞";
  line.mask?.setAttribute("aria-label", seen ? t("visible") : t("masked: minus infinity"));
  line.bar.style.width = `${weight * 100}%`;
  line.bar.style.minWidth = weight > 0 ? "2px" : "0";
  line.weight.textContent = number(weight, 3);
}

/**
 * In a long table, bring the chosen row between the heads and the sum, without moving the page.
 *
 * @type {(root: StepsRoot, key: number) => void}
 */
function keepInSight(root, key) {
  const place = `${key} ${root.signature}`;
  if (root.place === place) return;
  root.place = place;
  const scroll = root.querySelector(".scroll"),
    head = root.querySelector("thead"),
    foot = root.querySelector("tfoot"),
    { line } = root.parts.rows[key];
  if (!scroll || !head || !foot) return;
  const [top, bottom] = [head.offsetHeight, foot.offsetHeight];
  const start = line.offsetTop - scroll.scrollTop;
  const above = start - top;
  const below = start + line.offsetHeight + bottom - scroll.clientHeight;
  if (above < 0) scroll.scrollTop += above;
  else if (below > 0) scroll.scrollTop += below;
}
