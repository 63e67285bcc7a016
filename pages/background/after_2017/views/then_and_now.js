// The decoder block of 2017 beside a decoder-only block of today; what changed is in colour.

import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";

/**
 * A box of a block: the section about the change, if any, and a second line.
 *
 * @typedef {{y: number, height: number, name: string, part?: string, kind?: string, second?:
 *   string}} Box
 */

/**
 * A block: its boxes from top to bottom, from where to where arrows rise, from where to where a
 * residual goes around the right side, and where on that side it ends.
 *
 * @typedef {{title: string, note: string, boxes: Box[], rises: number[], residuals: number[],
 *   end: number}} Block
 */

/** @typedef {{picture: SVGElement, lines: SVGElement}} Drawn a block: all of it, and its arrows */

/** @typedef {{name: string, number: number, text: string, open: boolean}} Pill */

/** @typedef {{pills: Pill[], h: number}} Data */

/** @typedef {HTMLElement & {tell: (name: string) => void, drawn?: string}} Root */

const [WIDTH, HEIGHT, MIDDLE] = [340, 386, 420]; // of a block; what is between them is as high
const INSET = MIDDLE * 0.16; // where the pills begin
const [AXIS, LEFT, BOX] = [170, 60, 220]; // of all boxes: their middle, left edge and width
const SIDE = 306; // where what goes around rises

/** @type {(h: number) => Block} */
function then(h) {
  const second = t("{count} heads, each its own K and V", { count: h });
  return {
    title: t("Decoder block"),
    note: t("the paper, post-norm"),
    boxes: [
      { y: 4, height: 24, name: t("Linear, softmax") },
      { y: 50, height: 22, name: t("Add & LayerNorm"), part: "norm" },
      { y: 76, height: 32, name: t("Feed-forward: ReLU"), part: "gate" },
      { y: 130, height: 22, name: t("Add & LayerNorm"), part: "norm" },
      { y: 156, height: 36, name: t("Cross-attention"), part: "alone", kind: "gone" },
      { y: 214, height: 22, name: t("Add & LayerNorm"), part: "norm" },
      { y: 240, height: 42, name: t("Masked self-attention"), part: "heads", second },
      { y: 358, height: 24, name: t("Embedding") },
    ],
    rises: [50, 28, 130, 108, 214, 192, 322, 282, 358, 340],
    residuals: [119, 61, 203, 141, 292, 225],
    end: LEFT + BOX,
  };
}

/** @type {(h: number) => Block} */
function now(h) {
  const second = t("q, k rotated; {count} groups of K, V", { count: Math.max(h / 4, 2) });
  return {
    title: t("Decoder-only block"),
    note: t("today, pre-norm"),
    boxes: [
      { y: 4, height: 24, name: t("RMSNorm, linear, softmax"), part: "norm" },
      { y: 78, height: 32, name: t("Feed-forward: SwiGLU"), part: "gate" },
      { y: 126, height: 22, name: t("RMSNorm"), part: "norm" },
      { y: 204, height: 44, name: t("Masked self-attention"), part: "heads", second },
      { y: 262, height: 22, name: t("RMSNorm"), part: "norm" },
      { y: 358, height: 24, name: t("Embedding") },
    ],
    rises: [47, 28, 78, 66, 126, 110, 170, 148, 204, 190, 262, 248, 358, 284],
    residuals: [160, 56, 312, 180],
    end: AXIS + 10,
  };
}

/**
 * Where a pill stands, and where its lines end on the blocks.
 *
 * @type {Record<string, {at: number, left: number, right?: number}>}
 */
const BETWEEN = {
  gate: { at: 72, left: 92, right: 94 },
  norm: { at: 128, left: 141, right: 137 },
  alone: { at: 184, left: 174 },
  heads: { at: 240, left: 261, right: 220 },
  positions: { at: 308, left: 331, right: 232 },
};

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".then_and_now");
  const drawn = JSON.stringify(data);
  root.tell = (name) => setTriggerValue("open", name);
  if (root.drawn === drawn) return;
  const focused = root.contains(document.activeElement) && document.activeElement;
  const part = focused instanceof HTMLElement ? focused.dataset.part : null;
  root.drawn = drawn;
  root.replaceChildren();
  const stage = element("div", { class: "stage" }, root);
  addThen(block(stage, root, then(data.h)));
  drawBetween(element("div", { class: "middle" }, stage), root, data.pills);
  addNow(block(stage, root, now(data.h)));
  const others = element("div", { class: "others" }, root);
  element("span", { class: "note" }, others, t("Not in the drawing:"));
  for (const each of data.pills) if (!BETWEEN[each.name]) pill(others, root, each);
  /** @type {HTMLElement | null} */
  const again = root.querySelector(`button[data-part="${part}"]`);
  again?.focus();
}

/**
 * Open a section, and bring its heading up.
 *
 * @type {(root: Root, name: string) => void}
 */
function choose(root, name) {
  root.tell(name);
  const section = document.querySelector(`.st-key-section_${name}`);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section?.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  section?.querySelector("button")?.focus({ preventScroll: true });
}

/** @type {(parent: Element, root: Root, pill: Pill) => HTMLButtonElement} */
function pill(parent, root, { name, number, text, open }) {
  const looks = { type: "button", "data-part": name, class: open ? "open" : null };
  const button = element("button", looks, parent);
  element("b", {}, button, String(number));
  element("span", {}, button, text);
  button.onclick = () => choose(root, name);
  return button;
}

/** @type {(parent: Element, d: string, kind?: string) => SVGElement} */
const path = (parent, d, kind) => svg("path", { d, class: kind }, parent);

/**
 * One block with its heading. Pointing at a part is the same as pointing at its pill.
 *
 * @type {(parent: Element, root: Root, shown: Block) => Drawn}
 */
function block(parent, root, { title, note, boxes, rises, residuals, end }) {
  const figure = element("figure", {}, parent);
  const heading = element("figcaption", {}, figure);
  element("b", {}, heading, title);
  element("span", { class: "note" }, heading, note);
  const parts = boxes.map(({ name }) => name);
  const said = { title, note, parts: parts.reverse().join(", ") };
  const label = t("{title}, {note}, from the bottom: {parts}", said);
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label };
  const picture = svg("svg", size, figure);
  svg("rect", { x: 24, y: 40, width: 302, height: 262, rx: 12, class: "frame" }, picture);
  const lines = svg("g", { class: "lines" }, picture);
  for (const { y, height, name, part, kind, second } of boxes) {
    const looks = ["box", part && "changed", kind].filter(Boolean).join(" ");
    const group = svg("g", { class: looks }, picture);
    svg("rect", { x: LEFT, y, width: BOX, height, rx: 8 }, group);
    const middle = y + height / 2 + (second ? -3 : 5);
    svg("text", { x: AXIS, y: middle }, group, name);
    if (second) svg("text", { x: AXIS, y: middle + 16, class: "second" }, group, second);
    if (part) group.onclick = () => choose(root, part);
  }
  for (let i = 0; i < rises.length; i += 2) {
    const [from, to] = rises.slice(i);
    path(lines, `M${AXIS} ${from}V${to + 4}`);
    path(lines, `M${AXIS - 4} ${to + 6}h8l-4 -7z`, "tip");
  }
  for (let i = 0; i < residuals.length; i += 2) {
    const [from, to] = residuals.slice(i);
    svg("circle", { cx: AXIS, cy: from, r: 3, class: "tip" }, lines);
    path(lines, `M${AXIS} ${from}H${SIDE - 6}q6 0 6 -6V${to + 6}q0 -6 -6 -6H${end + 5}`);
    path(lines, `M${end} ${to}l7 -4v8z`, "tip");
  }
  return { picture, lines };
}

/** @type {(picture: SVGElement, y: number, kind?: string) => void} */
function plus(picture, y, kind = "sum") {
  const group = svg("g", { class: kind }, picture);
  svg("circle", { cx: AXIS, cy: y, r: 9 }, group);
  path(group, `M${AXIS - 5} ${y}h10M${AXIS} ${y - 5}v10`);
}

/** @type {(block: Drawn) => void} */
function addThen({ picture, lines }) {
  path(picture, "M0 174H52", "memory");
  path(picture, "M60 174l-9 -5.5v11z", "memory-tip");
  svg("text", { x: 0, y: 165, class: "memory-name" }, picture, t("memory"));
  plus(picture, 331, "sum changed");
  path(lines, "M226 331H186");
  path(lines, "M181 331l7 -4v8z", "tip");
  path(picture, "M232 331c8 -22 16 -22 24 0s16 22 24 0", "wave");
}

/** @type {(block: Drawn) => void} */
function addNow({ picture }) {
  plus(picture, 56);
  plus(picture, 180);
  path(picture, "M77 232a7 7 0 1 1 4 -6", "turn");
  path(picture, "M81 231l-4 -6h8z", "turn-tip");
}

/** @type {(middle: Element, root: Root, pills: Pill[]) => void} */
function drawBetween(middle, root, pills) {
  const between = pills.filter(({ name }) => BETWEEN[name]);
  const said = t("{count} parts have changed. Click one to open its section", {
    count: between.length,
  });
  element("p", { class: "note" }, middle, said);
  const picture = svg("svg", { viewBox: `0 0 ${MIDDLE} ${HEIGHT}`, "aria-hidden": "true" }, middle);
  /** @type {(x: number, y: number, at: number, from: number, inward: number) => void} */
  const line = (x, y, at, from, inward) => {
    svg("circle", { cx: x, cy: y, r: 3 }, picture);
    const [first, second] = [from + inward * 0.6, from + inward * 0.5];
    const end = inward > 0 ? INSET : MIDDLE - INSET;
    path(picture, `M${x} ${y}C${first} ${y} ${second} ${at} ${end} ${at}`);
  };
  for (const { name } of between) {
    const { at, left, right } = BETWEEN[name];
    line(LEFT + BOX - WIDTH, left, at, 0, INSET); // from the edge of the box on the left
    if (right !== undefined) line(MIDDLE + LEFT, right, at, MIDDLE, -INSET);
  }
  between.sort((a, b) => BETWEEN[a.name].at - BETWEEN[b.name].at);
  for (const each of between)
    pill(middle, root, each).style.setProperty("--share", String(BETWEEN[each.name].at / HEIGHT));
}
