// The card that keeps its place and shows the block last pointed at.

import { isTokenRow, TOKEN_ROWS } from "../../../../ui/views/library/diagram_layout.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number, slice } from "../../../../ui/views/library/numbers.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { cut } from "../../../../ui/views/library/tokens.js";
import { barColour } from "./diagram_curves.js";
import {
  headPicture,
  isHeads,
  layerOf,
  MOST,
  rowsPicture,
  STACKS,
  thumbnail,
} from "./diagram_thumbnails.js";

/** @import { Moment, Paint, TokenRow, View } from "./types.d.ts" */

/**
 * @typedef {{name: string, text: string, share?: number, strong?: boolean, fill?: string}} Entry
 */

const PEEK = [0, 2, 124, 104]; // where its picture stands

/**
 * Write a sentence in which **this** is bold.
 *
 * @type {(parent: Element, text: string) => void}
 */
function emphasized(parent, text) {
  parent.replaceChildren();
  text
    .split("**")
    .forEach((part, i) => (i % 2 ? element("b", {}, parent, part) : parent.append(part)));
}

/**
 * Lines of a name, a bar and a number, for what has few numbers with names.
 *
 * @type {(parent: Element, lines: Entry[]) => void}
 */
function listPicture(parent, lines) {
  const pitch = Math.min(17, PEEK[3] / lines.length);
  lines.forEach(({ name, share, text, strong, fill = null }, i) => {
    const y = PEEK[1] + (i + 0.5) * pitch,
      weight = strong ? 700 : null;
    const label = cut(name, 8);
    svg("text", { x: 0, y: y + 4, class: "name", "font-weight": weight }, parent, label);
    if (share !== undefined) {
      svg("rect", { x: 54, y: y - 4, width: 30, height: 8, class: "rail" }, parent);
      svg("rect", { x: 54, y: y - 4, width: Math.max(1, 30 * share), height: 8, fill }, parent);
    }
    svg(
      "text",
      { x: 124, y: y + 4, class: "n", "text-anchor": "end", "font-weight": weight },
      parent,
      text,
    );
  });
}

/**
 * The next tokens of a step with their logits or probabilities; the one that was said is bold.
 *
 * @type {(view: View, name: string, step: number) => Entry[]}
 */
function nextList(view, name, step) {
  const { names, rank } = view.data.next,
    linear = name === "linear";
  const { values } = slice(linear ? view.logits : view.probabilities, step - 1);
  const most = linear ? largest({ values }) : 1;
  return names[step - 1].map((token, i) => ({
    name: token,
    strong: i === rank[step - 1],
    share: Math.abs(values[i]) / most,
    text: number(values[i], linear ? 2 : 3),
    fill: barColour(view, values[i], linear),
  }));
}

/**
 * The first tokens of a row with their ids, or with the probability they were said with.
 *
 * @type {(view: View, name: TokenRow) => Entry[]}
 */
function tokenList(view, name) {
  const { ids, next } = view.data,
    row = TOKEN_ROWS[name];
  const numbers = ids[row] ?? next.said.map((p) => number(p, 3));
  return view.data[row]
    .slice(0, 7)
    .map(({ text }, i) => ({ name: text, text: String(numbers[i]) }));
}

/**
 * What a stack hands on, layer by layer.
 *
 * @type {(view: View, name: string, parent: Element) => Paint}
 */
function layersPicture(view, name, parent) {
  const output = name === "encoder_stack" ? "encoder_norm_2" : "decoder_norm_3";
  const count = view.tensors[output].shape[0],
    pitch = PEEK[3] / count;
  const paints = Array.from({ length: count }, (_, i) => {
    const y = PEEK[1] + (count - 1 - i) * pitch; // the first layer is at the bottom
    svg("text", { x: 4, y: y + pitch / 2 + 3, class: "n" }, parent, i + 1);
    return rowsPicture(view, output, parent, [18, y, 106, pitch - 4], i);
  });
  return (moment) => paints.forEach((paint) => paint(moment));
}

/**
 * Draw the large picture of a block.
 *
 * @type {(view: View, name: string, parent: Element, moment: Moment) => void}
 */
function largePicture(view, name, parent, moment) {
  if (isTokenRow(name)) return listPicture(parent, tokenList(view, name));
  if (name === "linear" || name === "softmax")
    return listPicture(parent, nextList(view, name, moment.step));
  const [x, y, , height] = PEEK;
  const paint = name.endsWith("_stack")
    ? layersPicture(view, name, parent)
    : isHeads(name)
      ? headPicture(view, name, parent, [x + 10, y, height, height])
      : thumbnail(view, name, parent, PEEK);
  paint?.(moment);
}

/**
 * Which part of the tensor the picture shows, in a few words.
 *
 * @type {(view: View, name: string) => string}
 */
function whichPart(view, name) {
  const { heads, next } = view.data;
  if (isHeads(name)) {
    const layer = layerOf(view, name);
    const head = heads[name].shown[layer] + 1;
    return t("layer {layer}, head {head}", { layer: layer + 1, head });
  }
  if (name === "linear" || name === "softmax")
    return t("step {step}, the top {count}", { step: view.step, count: next.names[0].length });
  if (isTokenRow(name))
    return name === "output_tokens" ? t("with their probability") : t("with their ids");
  if (name.endsWith("_stack")) {
    const count = view.data.layers[name === "encoder_stack" ? "encoder" : "decoder"];
    return tn("its only layer", "all {count} layers", count);
  }
  if (name.endsWith("_positions")) return t("three of its waves");
  const full = name.endsWith("feed_forward") ? view.data.widths.hidden : view.data.widths.model;
  const every = Math.ceil(full / MOST);
  if (STACKS.has(name)) return t("one column in {every}", { every });
  const layer = layerOf(view, name) + 1;
  return t("layer {layer}, one column in {every}", { layer, every });
}

/**
 * Fill the card with a block.
 *
 * @param {View} view
 */
export function drawPeek(view) {
  const name = view.shown,
    block = view.data.blocks.find((one) => one.name === name);
  const page = view.data.opens[name],
    card = view.peek;
  card.dataset.shows = name;
  const { picture, title, part, says, flow, open } = view.peekParts;
  picture.replaceChildren();
  largePicture(view, name, picture, view.moment());
  title.textContent = block?.title ?? "";
  part.textContent = whichPart(view, name);
  emphasized(says, view.data.texts[name] ?? "");
  flow.textContent = block?.flow ?? "";
  open.hidden = !page;
  if (page) {
    open.href = page.address + location.search;
    open.onclick = (event) => follow(event, open);
  }
}

/**
 * Make the empty card.
 *
 * @param {View} view
 */
export function makePeek(view) {
  const card = element("div", { class: "peek" }, view.overlay);
  const picture = svg("svg", { width: 124, height: 108, "aria-hidden": "true" }, card);
  const text = element("div", { class: "text" }, card);
  const head = element("div", { class: "ends" }, text);
  const title = element("h2", {}, head);
  const part = element("span", { class: "part" }, head);
  const says = element("p", {}, text);
  const foot = element("div", { class: "ends foot" }, text);
  const flow = element("span", { class: "flow" }, foot);
  // The block itself is the link for the keyboard.
  const open = element("a", { tabindex: -1 }, foot, t("Open →"));
  view.peek = card;
  view.peekParts = { picture, title, part, says, flow, open };
}
