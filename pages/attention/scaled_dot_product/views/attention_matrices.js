// Attention of all words at once, as matrices, and below them the arithmetic of one cell.

import {
  attend,
  cell,
  choose,
  chosen,
  paintCells,
  row,
  strongest,
  tensorsOf,
  transposed,
} from "../../../../ui/views/library/attention.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { movedOver } from "../../../../ui/views/library/keys.js";
import { largest, number, within } from "../../../../ui/views/library/numbers.js";
import { buildCell, paintCell } from "./attention_cell.js";

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".attention_matrices");
  const tensors = tensorsOf(root, data);
  chosen(root, data, () => paintAll(root));
  Object.assign(root, { data, tell: setTriggerValue });
  const signature = JSON.stringify([data.queries, data.keys, tensors.q.shape, data.visible.data]);
  if (root.signature !== signature) {
    root.signature = signature;
    build(root, data, tensors);
  }
  paintAll(root);
}

const ONE_LINE = 11; // tokens for which the whole formula fits side by side

function build(root, data, tensors) {
  const [, queries, d_k] = tensors.q.shape,
    keys = data.keys.length;
  const most = Math.max(queries, keys);
  const pitch =
    most > ONE_LINE ? Math.max(2.5, Math.min(13, 270 / most)) : Math.min(22, 128 / most);
  const wide = d_k * 3.6,
    across = keys * pitch,
    high = queries * pitch;
  const tall = Math.max(d_k * 3, across);
  root.replaceChildren();
  const title = element("div", { class: "headline" }, root);
  element("h3", {}, title, "All words at once");
  element(
    "span",
    { class: "hint" },
    title,
    "rows: the word that asks · columns: the word that is read · click any cell",
  );
  const flow = element("div", { class: "flow" }, root);
  const [first, second] = [0, 1].map(() => element("div", { class: "half" }, flow));
  /** @type {Record<string, any>} */
  const parts = {};
  root.parts = parts;
  const add = (half, name, caption, width, height, rows, columns, role = "") => {
    parts[name] = matrix(root, half, { name, caption, width, height, rows, columns, role });
  };
  const sign = (half, text, name = "") => {
    parts[name] = element("span", { class: "sign" }, half, text);
  };
  parts.names = names(first, data.queries, pitch);
  add(first, "Q", "Q", wide, high, "word", "", "Q");
  sign(first, "·");
  add(first, "K", "Kᵀ", across, tall, "", "key", "K");
  sign(first, "", "divided");
  add(first, "scores", "scores", across, high, "word", "key");
  const masks = tensors.visible.values.some((value) => value === 0);
  sign(second, masks ? "mask, softmax →" : "softmax →");
  if (most > ONE_LINE) parts.moreNames = names(second, data.queries, pitch);
  add(second, "weights", "weights", across, high, "word", "key");
  sign(second, "·");
  add(second, "V", "V", wide, keys * pitch, "key", "", "V");
  sign(second, "=");
  add(second, "Z", "Z", wide, high, "word", "", "Z");
  parts.readout = element("div", { class: "readout", "aria-live": "polite" }, root);
  root.card = buildCell(root);
  root.point = (j) =>
    ["K", "scores", "weights"].forEach((name) => point(parts[name].pointed, j, keys));
}

/** The tokens of the rows; where they are too many, some are left out. */
function names(parent, tokens, pitch) {
  const column = element("div", { class: "names", "aria-hidden": "true" }, parent);
  const every = Math.ceil(11.5 / pitch);
  column.style.height = `${tokens.length * pitch}px`;
  return tokens.map((token, i) => {
    const name = element("span", { lang: token.lang }, column, token.text);
    name.style.top = `${(i + 0.5) * pitch}px`;
    return { name, kept: i % every === 0, every };
  });
}

/** A framed picture of numbers; rings on it show which row and column are chosen. */
function matrix(root, parent, { name, caption, width, height, rows, columns, role }) {
  const figure = element("figure", { class: `matrix ${role}`, "data-matrix": name }, parent);
  element("figcaption", {}, figure, caption);
  const cells = element("div", { class: "cells" }, figure);
  cells.style.width = `${width}px`;
  cells.style.height = `${height}px`;
  const canvas = element("canvas", { "aria-hidden": "true" }, cells);
  const pointed = columns ? element("span", { class: "pointed" }, cells) : null;
  const across = rows ? element("span", { class: "ring across" }, cells) : null;
  const down = columns ? element("span", { class: "ring down" }, cells) : null;
  const shape = element("div", { class: "shape" }, figure);
  const at = (event) => {
    const box = cells.getBoundingClientRect();
    const place = (from, size, count) => within(Math.floor((from / size) * count), 0, count - 1);
    return [
      place(event.clientY - box.top, box.height, canvas.height),
      place(event.clientX - box.left, box.width, canvas.width),
    ];
  };
  cells.onclick = (event) => {
    const [i, j] = at(event);
    choose(root, root.tell, { ...(rows && { [rows]: i }), ...(columns && { [columns]: j }) });
  };
  cells.onmousemove = (event) => read(root, name, ...at(event));
  cells.onmouseleave = () => read(root, null);
  if (rows && columns) {
    cells.tabIndex = 0;
    cells.setAttribute("role", "application");
    cells.onkeydown = (event) => walk(root, event);
  }
  return { cells, canvas, across, down, shape, pointed };
}

/** Arrow keys move over the cells of scores and weights. */
function walk(root, event) {
  const shape = [root.data.queries.length, root.data.keys.length];
  const to = movedOver([root.now.word, root.cell.key], event.key, shape);
  if (!to) return;
  event.preventDefault();
  const [word, key] = to;
  choose(root, root.tell, { word, key }, 150);
}

function paintAll(root) {
  const { now, parts, data } = root;
  const head = attend(root.tensors, now.head, now.divide);
  const key = now.key < 0 ? strongest(row(head.weights, now.word)) : now.key;
  root.cell = { head, key, word: now.word };
  const colours = palette(root);
  const hidden = (i, j) => !head.visible(i, j);
  const signed = (name, values, cover = null) =>
    paintCells(parts[name].canvas, values, colours.signed, largest(values), cover);
  signed("Q", head.q);
  signed("K", transposed(head.k));
  signed("scores", head.scores, hidden);
  paintCells(parts.weights.canvas, head.weights, colours.attention, 1, hidden);
  signed("V", head.v);
  signed("Z", head.z);
  colours.release();
  ring(parts, now.word, key, head);
  parts.divided.textContent = now.divide ? `÷ √${head.d_k} =` : "(not divided) =";
  const label = `${head.queries} by ${head.keys}; arrow keys choose a cell`;
  for (const name of ["scores", "weights"]) {
    parts[name].cells.setAttribute("aria-label", `${name}, ${label}`);
  }
  for (const list of [parts.names, parts.moreNames ?? []]) mark(list, now.word);
  read(root, null);
  paintCell(root.card, root.cell, data);
}

/** The same row and column ringed in every matrix. */
function ring(parts, word, key, { queries, keys, d_k }) {
  const shapes = {
    Q: [queries, d_k],
    K: [d_k, keys],
    scores: [queries, keys],
    weights: [queries, keys],
    V: [keys, d_k],
    Z: [queries, d_k],
  };
  for (const [name, [rows, columns]] of Object.entries(shapes)) {
    const { across, down, shape } = parts[name];
    const place = name === "V" ? key : word;
    const part = (at, count) => [`${(100 * at) / count}%`, `${100 / count}%`];
    if (across) [across.style.top, across.style.height] = part(place, rows);
    if (down) [down.style.left, down.style.width] = part(key, columns);
    shape.textContent = `${rows} × ${columns}`;
  }
}

function point(mark, j, keys) {
  mark.style.display = j < 0 ? "none" : "block";
  Object.assign(mark.style, { left: `${(100 * j) / keys}%`, width: `${100 / keys}%` });
}

/** The chosen word's name is always there; its neighbours make room. */
function mark(list, word) {
  list.forEach(({ name, kept, every }, i) => {
    const near = Math.abs(i - word) < every;
    name.hidden = i !== word && (!kept || near);
    name.classList.toggle("chosen", i === word);
  });
}

/** Say in words what is pointed at, or else what is chosen. */
function read(root, name, i, j) {
  const { head, key, word } = root.cell,
    { queries, keys } = root.data;
  const text = (tokens, place) => `“${tokens[place].text}”`;
  const plain = {
    Q: () => `q of ${text(queries, i)}, number ${j + 1}: ${number(cell(head.q, i, j), 3)}`,
    K: () => `k of ${text(keys, j)}, number ${i + 1}: ${number(cell(head.k, j, i), 3)}`,
    V: () => `v of ${text(keys, i)}, number ${j + 1}: ${number(cell(head.v, i, j), 3)}`,
    Z: () => `z of ${text(queries, i)}, number ${j + 1}: ${number(cell(head.z, i, j), 3)}`,
  }[name];
  const [row, column] = name ? [i, j] : [word, key];
  const pair = () => {
    const seen = head.visible(row, column);
    return (
      `${text(queries, row)} reads ${text(keys, column)}: score ` +
      `${number(cell(head.scores, row, column), 3)}${seen ? "" : ", masked"}, ` +
      `weight ${number(cell(head.weights, row, column), 3)}`
    );
  };
  root.parts.readout.textContent = plain ? plain() : pair();
}
