// A position's way through the feed-forward network: d_model numbers, d_ff units, d_model numbers.

import { listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { cellUnder, element } from "../../../../ui/views/library/dom.js";
import { lines, moved, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack, whole } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { chosenUnit, drawExcited, drawStrongest } from "./unit_lists.js";

/** @import { Data, Excited, Picture, Vector, View } from "./types.d.ts" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/** @type {(Vector | Excited)[]} */
const TENSORS = ["x", "hidden", "output", "values", "sentences", "positions"];
/** @type {Vector[]} */
const VECTORS = ["x", "hidden", "output"];
const WIDE = 64; // cells in a row: the hidden layer is then d_ff / d_model times as high as x

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".feed_forward");
  const view = (root.view ??= build(root));
  const fresh = JSON.stringify(view.data?.tokens) !== JSON.stringify(data.tokens);
  Object.assign(view, { data, tell: setTriggerValue });
  for (const name of TENSORS) view[name] = unpack(data[name]);
  const { word, unit } = data;
  if (view.exchange.news([word, unit].join()) || fresh) Object.assign(view, { word, unit });
  listen(root, ({ word = view.word }) => {
    if (word !== view.word && word < data.tokens.length) show(view, word, view.unit);
  });
  repaint(view);
}

/** @type {(root: HTMLElement) => View} */
function build(root) {
  const view = /** @type {View} */ ({ root, exchange: makeExchange() });
  view.choose = (unit) => choose(view, unit);
  const way = element("section", { class: "way" }, root);
  view.pictures = {
    x: picture(way, "X", t("the sub-layer's input")),
    hidden: picture(way, "hidden", t("hidden units after the ReLU")),
    output: picture(way, "Z", t("what the sub-layer adds")),
  };
  step(view.pictures.hidden.box, t("× W₁ + b₁, then max(0, ·)"));
  step(view.pictures.output.box, "× W₂ + b₂");
  const { canvas } = view.pictures.hidden;
  Object.assign(canvas, { tabIndex: 0 });
  canvas.setAttribute("role", "slider");
  canvas.setAttribute("aria-label", t("Hidden unit"));
  canvas.onclick = (event) => choose(view, unitUnder(canvas, event));
  canvas.onpointermove = (event) => say(view, unitUnder(canvas, event));
  canvas.onpointerleave = () => say(view, chosenUnit(view));
  walk(
    canvas,
    (key) => moved(chosenUnit(view), key, view.hidden.shape[1], { keys: lines(WIDE) }),
    (unit) => choose(view, unit),
  );
  const cells = element("div", { class: "cells" }, view.pictures.hidden.box);
  cells.append(canvas);
  view.mark = element("span", { class: "mark" }, cells);
  view.said = element("p", { class: "said", "aria-live": "polite" }, way);
  const right = element("section", { class: "units" }, root);
  view.strongest = element("div", {}, right);
  view.excited = element("div", {}, right);
  return view;
}

/** @type {(parent: Element, role: string, text: string) => Picture} */
function picture(parent, role, text) {
  const box = element("div", { class: `picture ${role}` }, parent);
  const caption = element("div", { class: "caption" }, box);
  const name = element("b", {}, caption);
  element("span", {}, caption, text);
  const shape = element("code", {}, caption);
  const canvas = element("canvas", { "aria-hidden": role === "hidden" ? null : "true" }, box);
  return { box, name, shape, canvas };
}

/** @type {(before: Element, text: string) => void} */
function step(before, text) {
  const node = element("div", { class: "step" });
  before.before(node);
  element("span", { "aria-hidden": "true" }, node, "↓");
  element("code", {}, node, text);
}

/** @type {(view: View, name: Vector) => Tensor} */
const row = (view, name) => slice(view[name], view.word);

/** @type {(canvas: HTMLCanvasElement, event: MouseEvent) => number} */
function unitUnder(canvas, event) {
  const { row, column } = cellUnder(canvas, event, [canvas.height, WIDE]);
  return row * WIDE + column;
}

/** @type {(view: View, unit: number) => void} */
function choose(view, unit) {
  show(view, view.word, unit);
  view.tell("unit", unit + 1);
}

/** @type {(view: View, word: number, unit: number) => void} */
function show(view, word, unit) {
  Object.assign(view, { word, unit });
  view.exchange.told([word, unit].join());
  repaint(view);
}

/** @type {(view: View) => void} */
function repaint(view) {
  const colours = palette(view.root),
    hidden = row(view, "hidden").values;
  const word = view.data.tokens[view.word].text;
  const titles = {
    x: t("x of “{token}”", { token: word }),
    hidden: "max(0, xW₁ + b₁)",
    output: t("output"),
  };
  for (const name of VECTORS) {
    const { name: title, shape, canvas } = view.pictures[name];
    const { values } = row(view, name),
      most = largest({ values });
    title.textContent = titles[name];
    shape.textContent = whole(values.length);
    dots(canvas, { shape: [Math.ceil(values.length / WIDE), WIDE], values }, (v) =>
      name === "hidden" ? colours.attention(v / most) : colours.signed(v / most),
    );
  }
  const active = hidden.reduce((some, v) => some + Number(v > 0), 0);
  view.pictures.hidden.shape.textContent = t("{active} of {count} active", {
    active: whole(active),
    count: whole(hidden.length),
  });
  markUnit(view);
  drawStrongest(view);
  drawExcited(view);
  say(view, chosenUnit(view));
}

/** @type {(view: View) => void} */
function markUnit(view) {
  const { canvas } = view.pictures.hidden,
    unit = chosenUnit(view);
  const frame = 2; // of the canvas
  Object.assign(view.mark.style, {
    left: `calc(${frame}px + (100% - ${2 * frame}px) * ${(unit % WIDE) / WIDE})`,
    width: `calc((100% - ${2 * frame}px) / ${WIDE})`,
    top: `calc(${frame}px + (100% - ${2 * frame}px) * ${Math.floor(unit / WIDE) / canvas.height})`,
    height: `calc((100% - ${2 * frame}px) / ${canvas.height})`,
  });
  canvas.setAttribute("aria-valuenow", unit + 1);
  canvas.setAttribute("aria-valuemin", 1);
  canvas.setAttribute("aria-valuemax", view.hidden.shape[1]);
}

/** @type {(view: View, unit: number) => void} */
function say(view, unit) {
  const value = row(view, "hidden").values[unit],
    word = view.data.tokens[view.word].text;
  const gaps = { unit: unit + 1, value: number(value, 3), token: word };
  view.said.textContent =
    value > 0
      ? t("unit {unit}: {value} at “{token}”", gaps)
      : view.data.silenced.includes(unit)
        ? t("unit {unit}: switched off", gaps)
        : t("unit {unit}: not active at “{token}” (xW₁ + b₁ was not above 0)", gaps);
  view.pictures.hidden.canvas.setAttribute("aria-valuetext", view.said.textContent);
}
