// Pieces as points in a plane, lines to their nearest rows, and a list for the chosen one.

import { announce, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { atNewWidth, element, svg, writeInto } from "../../../../ui/views/library/dom.js";
import { moved, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { nearestRows, writePiece } from "./pieces.js";

/** @import { Exchange } from "../../../../ui/views/library/choices.js" */
/** @import { Near } from "./types.d.ts" */

/** @typedef {"source" | "added" | "mean" | "said" | "near"} Kind */

/**
 * A piece on the map, the points that it is joined with, and its nearest rows.
 *
 * @typedef {{text: string, kind: Kind, links: number[], near: Near[]}} Point
 */

/**
 * Tokens are the points of the sentence, chosen is one of these.
 *
 * @typedef {{points: Point[], places: SentTensor, tokens: number[], chosen: number, chance:
 *   number, note: string}} Data
 */

/**
 * @typedef {{map: HTMLElement, heading: HTMLElement, list: HTMLElement, note: HTMLElement}} Parts
 */

/**
 * @typedef {HTMLElement & {data: Data, tell: ViewCall<Data>["setTriggerValue"], parts: Parts,
 *   content?: string, exchange: Exchange, word: number, chosen: number, places: Float32Array, at:
 *   number[][], width: number, height: number, lines: SVGElement, dots: SVGElement, layer:
 *   SVGElement, ring: SVGElement, names: SVGTextElement[], observer: ResizeObserver}} Root
 */

const EDGE = 26,
  NARROW = 700;

/** @type {(root: Root) => Parts} */
function build(root) {
  const map = element("div", { class: "map", tabindex: 0, role: "application" }, root);
  const side = element("section", { class: "side" }, root);
  const heading = element("h4", { "aria-live": "polite" }, side);
  const list = element("div", {}, side);
  const note = element("p", { class: "note" }, root);
  const order = () => [...root.at.keys()].sort((a, b) => root.at[a][0] - root.at[b][0]);
  walk(
    map, // arrow keys go through the points from left to right
    (key) => moved(order().indexOf(root.chosen), key, root.at.length, { around: true }),
    (place) => pick(root, order()[place]),
  );
  root.observer = atNewWidth(map, () => draw(root));
  return { map, heading, list, note };
}

// Pixels of each point: the same scale on both axes, the cloud in the middle.
/** @type {(values: Float32Array, width: number, height: number) => number[][]} */
function pixels(values, width, height) {
  const axis = (/** @type {number} */ k) => {
    const all = values.filter((_, i) => i % 2 === k);
    return [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  };
  const [[left, right], [low, high]] = [axis(0), axis(1)];
  const roomX = width - 2 * EDGE - 50,
    roomY = height - 2 * EDGE;
  const scale = Math.min(roomX / (right - left || 1), roomY / (high - low || 1));
  return Array.from({ length: values.length / 2 }, (_, i) => [
    (width - 30) / 2 + (values[2 * i] - (left + right) / 2) * scale,
    height / 2 - (values[2 * i + 1] - (low + high) / 2) * scale,
  ]);
}

// Names where they cover no other name and no point; the chosen point and its lines come first.
/** @type {(root: Root) => void} */
function label(root) {
  const { points } = root.data,
    { at, width, height, chosen, layer } = root,
    { links } = points[chosen];
  /** @type {Record<Kind, number>} */
  const order = { source: 2, added: 2, mean: 2, said: 3, near: 4 };
  const rank = (/** @type {number} */ i) =>
    i === chosen ? 0 : links.includes(i) ? 1 : order[points[i].kind];
  layer.replaceChildren();
  const taken = at.map(([x, y]) => [x - 5, y - 5, x + 5, y + 5]);
  const places = [...points.keys()].sort((a, b) => rank(a) - rank(b));
  root.names = [];
  for (const i of places) {
    const kinds = `name ${points[i].kind} ${["chosen", "linked"][rank(i)] ?? ""}`;
    root.names[i] = svg("text", { class: kinds }, layer);
    writePiece(root.names[i], "tspan", points[i].text);
  }
  // All are measured before one is placed: the browser lays the page out once, not for each name.
  const boxes = root.names.map((name) => name.getBBox());
  for (const i of places) {
    const name = root.names[i],
      { width: w, height: h } = boxes[i],
      [x, y] = at[i];
    const spots = [
      [8, 5],
      [-w - 8, 5],
      [-w / 2, -8],
      [-w / 2, 18],
      [10, -9],
      [-w - 10, -9],
      [10, 20],
      [-w - 10, 20],
    ].map(([dx, dy]) => [x + dx, y + dy]);
    const free = spots.find(([left, base]) => {
      const box = [left - 2, base - h + 4, left + w + 2, base + 4];
      if (box[0] < 0 || box[2] > width || box[1] < 0 || box[3] > height) return false;
      return !taken.some(
        (other, k) =>
          k !== i &&
          box[0] < other[2] &&
          box[2] > other[0] &&
          box[1] < other[3] &&
          box[3] > other[1],
      );
    });
    const [left, base] = free ?? spots[x > width / 2 ? 1 : 0];
    name.setAttribute("x", left);
    name.setAttribute("y", base);
    // A word of the person's own has its name even where that covers another.
    const own = rank(i) < 3;
    name.classList.toggle("hidden", !free && !own);
    if (free || own) taken.push([left - 2, base - h + 4, left + w + 2, base + 4]);
  }
}

/** @type {(root: Root) => void} */
function draw(root) {
  const {
    data,
    parts: { map },
  } = root;
  root.width = map.clientWidth;
  if (!root.width) return; // not laid out yet: the observer calls again
  const { width } = root,
    height = (root.height = width < NARROW - 120 ? 400 : 470);
  root.at = pixels(root.places, width, height);
  const canvas = svg("svg", { width, height, "aria-hidden": "true" });
  root.lines = svg("g", {}, canvas);
  root.dots = svg("g", {}, canvas);
  root.layer = svg("g", {}, canvas); // of the names
  root.ring = svg("circle", { r: 9, class: "ring" }, canvas);
  for (const [i, { links }] of data.points.entries()) {
    for (const other of links) {
      const [[x1, y1], [x2, y2]] = [root.at[i], root.at[other]];
      svg("line", { x1, y1, x2, y2, "data-from": i }, root.lines);
    }
  }
  // The person's own words lie above their neighbours: each of them can be clicked.
  const own = (/** @type {number} */ i) => data.points[i].kind !== "near";
  const below = [...data.points.keys()].sort((i, j) => Number(own(i)) - Number(own(j)));
  for (const i of below) dot(root, i, data.points[i].kind);
  map.replaceChildren(canvas);
  choose(root, root.chosen);
}

/** @type {(root: Root, i: number, kind: Kind) => void} */
function dot(root, i, kind) {
  const [x, y] = root.at[i],
    r = kind === "near" ? 3.5 : 5.5;
  const hit = svg("g", { class: `point ${kind}` }, root.dots);
  svg("circle", { cx: x, cy: y, r: 12, class: "hit" }, hit);
  if (kind === "said") svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9 }, hit);
  else svg("circle", { cx: x, cy: y, r }, hit);
  hit.onpointerenter = () => root.names[i].classList.add("pointed");
  hit.onpointerleave = () => root.names[i].classList.remove("pointed");
  hit.onclick = () => pick(root, i);
}

// Ring a point, show its lines and names, list its nearest rows.
/** @type {(root: Root, chosen: number) => void} */
function choose(root, chosen) {
  const { points, chance } = root.data,
    point = points[chosen],
    { heading, list, map } = root.parts;
  root.chosen = chosen;
  const [cx, cy] = root.at[chosen];
  root.ring.setAttribute("cx", cx);
  root.ring.setAttribute("cy", cy);
  for (const line of root.lines.querySelectorAll("line")) {
    line.setAttribute("class", Number(line.dataset.from) === chosen ? "own" : "");
  }
  label(root);
  const piece = element("b");
  writePiece(piece, "span", point.text);
  heading.replaceChildren();
  writeInto(heading, t("nearest to {piece}"), { piece });
  list.replaceChildren();
  nearestRows(list, point.near, chance);
  const three = point.near.slice(0, 3).map(({ text }) => text);
  map.setAttribute(
    "aria-label",
    t(
      "Map of {count} tokens. {piece} is chosen; its nearest are {nearest}. Arrow keys " +
        "go to the next token.",
      { count: points.length, piece: point.text, nearest: three.join(", ") },
    ),
  );
}

// A token of the sentence is chosen for the whole page, any other point only here.
/** @type {(root: Root, i: number) => void} */
function pick(root, i) {
  choose(root, i);
  const word = root.data.tokens.indexOf(i);
  if (word < 0 || root.data.tokens[root.word] === i) return;
  root.word = word;
  root.exchange.told(word);
  announce({ word });
  root.tell("word", word + 1);
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".word_map");
  root.parts ??= build(root);
  const content = JSON.stringify([data.points, data.places]);
  const fresh = root.content !== content;
  Object.assign(root, { data, content, tell: setTriggerValue });
  root.places = unpack(data.places).values;
  root.exchange ??= makeExchange();
  if (root.exchange.news(data.chosen) || fresh)
    Object.assign(root, { word: data.chosen, chosen: data.tokens[data.chosen] });
  root.parts.note.textContent = data.note;
  if (fresh) draw(root);
  else if (root.at) choose(root, root.chosen);
  listen(root, ({ word }) => {
    if (word === undefined || data.tokens[word] === undefined || word === root.word) return;
    root.word = word;
    root.exchange.told(word);
    choose(root, data.tokens[word]);
  });
}
