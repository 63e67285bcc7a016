// The picture: ribbons, nodes, tokens and m.

import { svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, within } from "../../../../ui/views/library/numbers.js";
import { at, layOut } from "./trace_layout.js";
import { neighbour, through } from "./trace_ways.js";

/** @import { GraphNode, Laid, View } from "./types.d.ts" */

const WIDEST = 16, // pixels of the strongest ribbon
  FAINT = 0.1, // of the strongest node's part: what has less is not named
  LABELS = 6, // nodes that are named in the picture
  AWAY = 18, // from a node to its name
  BESIDE = 88; // from m to the name of a stack, its letters included

/** @type {(value: number) => string} */
export const plus = (value) => (value > 0 ? "+" : "") + number(value);

/**
 * A node and the token that it is at, in words.
 *
 * @param {GraphNode} node
 * @returns {string}
 */
export function nodeAt({ full, kind, token }) {
  if (kind === "token") return token;
  const gaps = { node: full, token };
  return kind === "position" ? t("{node} of “{token}”", gaps) : t("{node} at “{token}”", gaps);
}

/** @type {(value: number) => string} */
const sign = (value) => (value < 0 ? "minus" : "plus");

/**
 * Draw what is shown now.
 *
 * @param {View} view
 * @param {number} width
 * @returns {Laid}
 */
export function paintGraph(view, width) {
  const { data } = view;
  const laid = layOut(data, view.share, width);
  const { height } = laid;
  const box = { viewBox: `0 0 ${width} ${height}`, width, height, role: "group" };
  const drawing = svg("svg", { ...box, "aria-label": t("Paths of the decision") });
  paintGround(drawing, laid);
  const widest = Math.max(...laid.ways.map(({ flow }) => Math.abs(flow)), 1e-9);
  const ribbons = svg("g", { class: "ribbons" }, drawing);
  const paths = laid.ways.map((way) => {
    const a = at(laid.spots, { id: way.begin }),
      b = at(laid.spots, { id: way.end });
    const middle = (a.y + b.y) / 2;
    const d = `M${a.x} ${a.y}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.y}`;
    const wide = Math.max(1.2, (WIDEST * Math.abs(way.flow)) / widest);
    return svg("path", { d, class: sign(way.flow), "stroke-width": wide }, ribbons);
  });
  // A drag draws hundreds of ribbons: a title is made when it is asked for.
  ribbons.onmouseover = ({ target }) => {
    const i = paths.indexOf(/** @type {SVGPathElement} */ (target));
    if (i >= 0 && !paths[i].firstChild) svg("title", {}, paths[i], plus(laid.ways[i].flow));
  };
  paintTop(drawing, view, laid);
  const groups = paintNodes(drawing, view, laid);
  paintLabels(drawing, view, laid);
  view.light = (id) => {
    const lit = id === null ? null : through(laid.ways, id);
    laid.ways.forEach((way, i) => paths[i].classList.toggle("dim", lit !== null && !lit.has(way)));
    for (const [own, group] of groups) group.classList.toggle("lit", own === id);
  };
  const focused = view.picture.querySelector("g.node:focus")?.getAttribute("data-id");
  view.picture.replaceChildren(drawing);
  if (focused) groups.get(focused)?.focus();
  return laid;
}

/** @type {(drawing: Element, laid: Laid) => void} */
function paintGround(drawing, { boxes, rows, top }) {
  const names = { encoder: t("Encoder"), decoder: t("Decoder") };
  for (const { stack, ...box } of boxes) {
    svg("rect", { ...box, rx: 8, class: "stack" }, drawing);
    const x = Math.min(box.x + 10, top.x - BESIDE); // ribbons lead to m
    svg("text", { x, y: box.y - 6, class: "stack-name" }, drawing, names[stack]);
  }
  for (const { stack, layer, y } of rows) {
    const box = boxes.find((one) => one.stack === stack);
    if (!box) continue;
    const left = stack === "encoder";
    const x = left ? box.x - 6 : box.x + box.width + 6;
    const anchor = left ? "end" : "start";
    svg("text", { x, y: y + 4, "text-anchor": anchor, class: "layer" }, drawing, layer);
  }
}

/** @type {(drawing: Element, view: View, laid: Laid) => void} */
function paintTop(drawing, { data }, { top, width }) {
  const { said, rival } = data,
    m = number(data.m);
  const text = data.mean
    ? t("“{said}” against the mean of all: m = {m}", { said, m })
    : t("“{said}” against {rival}: m = {m}", { said, rival, m });
  const wide = Math.min(width, Math.max(170, 7.8 * text.length + 26));
  const x = within(top.x - wide / 2, 0, width - wide);
  const box = { x, y: top.y - 34, width: wide, height: 34, rx: 8 };
  svg("rect", { ...box, class: "m" }, drawing);
  const place = { x: x + wide / 2, y: top.y - 12, "text-anchor": "middle", class: "m-text" };
  svg("text", place, drawing, text);
}

/**
 * Draw nodes and tokens; each can be clicked and has the arrow keys.
 *
 * @type {(drawing: Element, view: View, laid: Laid) => Map<string, SVGGElement>}
 */
function paintNodes(drawing, view, laid) {
  const strongest = Math.max(...laid.nodes.map(({ part }) => Math.abs(part)), 1e-9);
  /** @type {Map<string, SVGGElement>} */
  const groups = new Map();
  const shown = laid.nodes.some(({ id }) => id === view.chosen);
  laid.nodes.forEach((node, i) => {
    const chosen = node.id === view.chosen;
    const first = shown ? chosen : i === 0;
    const label = `${nodeAt(node)}: ${plus(node.part)}`;
    const about = { class: "node", "data-id": node.id, role: "button", tabindex: first ? 0 : -1 };
    const pressed = { "aria-label": label, "aria-pressed": chosen };
    const group = svg("g", { ...about, ...pressed }, drawing);
    svg("title", {}, group, label);
    if (node.kind === "token") paintToken(group, laid, node);
    else {
      const { x, y } = at(laid.spots, node);
      const r = node.kind === "position" ? 4 : 4.5 + 9 * Math.sqrt(Math.abs(node.part) / strongest);
      svg("circle", { cx: x, cy: y, r: 12, class: "hit" }, group);
      svg("circle", { cx: x, cy: y, r, class: sign(node.part) }, group);
    }
    group.onclick = () => view.choose(node.id);
    group.onmouseenter = group.onfocus = () => view.light(node.id);
    group.onmouseleave = group.onblur = () => view.light(null);
    group.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        view.choose(node.id);
        return;
      }
      const to = neighbour(laid.ways, laid.nodes, node.id, event.key);
      if (to === undefined) return;
      event.preventDefault();
      groups.get(to)?.focus();
    };
    groups.set(node.id, group);
  });
  return groups;
}

/** @type {(group: Element, laid: Laid, node: GraphNode) => void} */
function paintToken(group, { columns, height }, node) {
  const column = columns.find((one) => one.node === node);
  if (!column) return;
  const { x, width } = column;
  const narrow = width < 24;
  const y = height - 56;
  const box = { x: x + (narrow ? 1 : 2), y, width: Math.max(4, width - (narrow ? 2 : 4)) };
  svg("rect", { ...box, height: 28, rx: narrow ? 2 : 6, class: "token" }, group);
  if (narrow) return;
  const middle = x + width / 2,
    room = Math.max(1, Math.floor((width - 8) / 7.4));
  const text = node.token.length > room ? `${node.token.slice(0, room - 1)}…` : node.token;
  svg("text", { x: middle, y: y + 19, "text-anchor": "middle" }, group, text);
  const about = { x: middle, y: y + 46, "text-anchor": "middle", class: `part ${sign(node.part)}` };
  svg("text", about, group, plus(node.part));
}

/**
 * Name the strongest nodes, and the chosen one, where there is room.
 *
 * @type {(drawing: Element, view: View, laid: Laid) => void}
 */
function paintLabels(drawing, view, laid) {
  const inner = laid.nodes.filter(({ layer, id }) => layer > 0 && id !== view.chosen);
  inner.sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const least = FAINT * Math.abs(inner[0]?.part ?? 0);
  const chosen = laid.nodes.filter(({ layer, id }) => layer > 0 && id === view.chosen);
  /** @type {{x: number, y: number, width: number}[]} */
  const taken = laid.nodes
    .filter(({ layer }) => layer > 0)
    .map((node) => ({ x: at(laid.spots, node).x - 8, y: at(laid.spots, node).y, width: 16 }));
  /** @type {(place: {start: number, y: number}, width: number) => boolean} */
  const isFree = ({ start, y }, width) =>
    start >= 0 &&
    start + width <= laid.width &&
    taken.every(
      (one) =>
        Math.abs(one.y - y) >= 16 || start >= one.x + one.width + 4 || one.x >= start + width + 4,
    );
  for (const node of [...chosen, ...inner].slice(0, LABELS)) {
    if (Math.abs(node.part) < least) continue;
    const { x, y } = at(laid.spots, node),
      text = `${node.name} ${plus(node.part)}`,
      width = 7 * text.length;
    const right = { x: x + AWAY, start: x + AWAY, y, anchor: "start" },
      left = { x: x - AWAY, start: x - AWAY - width, y, anchor: "end" },
      above = { x, start: x - width / 2, y: y - AWAY, anchor: "middle" };
    const sides = node.kind === "cross" ? [left, right, above] : [right, left, above];
    const free = sides.find((side) => isFree(side, width));
    if (!free) continue;
    taken.push({ x: free.start, y: free.y, width });
    const about = { x: free.x, y: free.y + 4, "text-anchor": free.anchor, class: "label" };
    svg("text", about, drawing, text);
  }
}
