// The decoder block of 2017 beside a decoder-only block of today; what changed is in colour.

import { element, svg } from "../../../../ui/views/library/dom.js";

const WIDTH = 340,
  HEIGHT = 386,
  AXIS = 170,
  LEFT = 60,
  BOX = 220,
  SIDE = 306;

/** Boxes from top to bottom: y, height, words, the section about the change, a second line. */
const THEN = [
  { y: 4, height: 24, name: "Linear, softmax" },
  { y: 50, height: 22, name: "Add & LayerNorm", part: "norm" },
  { y: 76, height: 32, name: "Feed-forward: ReLU", part: "gate" },
  { y: 130, height: 22, name: "Add & LayerNorm", part: "norm" },
  { y: 156, height: 36, name: "Cross-attention", part: "alone", gone: true },
  { y: 214, height: 22, name: "Add & LayerNorm", part: "norm" },
  {
    y: 240,
    height: 42,
    name: "Masked self-attention",
    part: "heads",
    second: (h) => `${h} heads, each its own K and V`,
  },
  { y: 358, height: 24, name: "Embedding" },
];
const NOW = [
  { y: 4, height: 24, name: "RMSNorm, linear, softmax", part: "norm" },
  { y: 78, height: 32, name: "Feed-forward: SwiGLU", part: "gate" },
  { y: 126, height: 22, name: "RMSNorm", part: "norm" },
  {
    y: 204,
    height: 44,
    name: "Masked self-attention",
    part: "heads",
    second: (h) => `q, k turned; ${Math.max(h / 4, 2)} groups of K, V`,
  },
  { y: 262, height: 22, name: "RMSNorm", part: "norm" },
  { y: 358, height: 24, name: "Embedding" },
];
/** Where a pill stands, and where its lines end on the blocks. */
const BETWEEN = {
  gate: { at: 72, left: 92, right: 94 },
  norm: { at: 128, left: 141, right: 137 },
  alone: { at: 184, left: 174 },
  heads: { at: 240, left: 261, right: 220 },
  positions: { at: 308, left: 320, right: 232 },
};
const MIDDLE = 420;

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
  drawThen(block(stage, root, "Decoder block", "the paper, post-norm", THEN, data.h));
  const middle = element("div", { class: "middle" }, stage);
  const changed = data.pills.filter(({ name }) => BETWEEN[name]).length;
  element("p", { class: "note" }, middle, `${changed} parts changed: each opens its section`);
  drawLines(middle, data.pills);
  const between = data.pills.filter(({ name }) => BETWEEN[name]);
  between.sort((a, b) => BETWEEN[a.name].at - BETWEEN[b.name].at);
  for (const each of between) {
    pill(middle, root, each).style.setProperty("--share", String(BETWEEN[each.name].at / HEIGHT));
  }
  drawNow(block(stage, root, "Decoder-only block", "today, pre-norm", NOW, data.h));
  const others = element("div", { class: "others" }, root);
  element("span", { class: "note" }, others, "Not in the drawing:");
  for (const each of data.pills) if (!BETWEEN[each.name]) pill(others, root, each);
  if (part) root.querySelector(`button[data-part="${part}"]`)?.focus();
}

/** Open a section, and bring its heading up. */
function choose(root, name) {
  root.tell(name);
  const section = document.querySelector(`.st-key-section_${name}`);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section?.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  section?.querySelector("button")?.focus({ preventScroll: true });
}

function pill(parent, root, { name, number, text, open }) {
  const button = element(
    "button",
    { type: "button", "data-part": name, class: open ? "open" : null },
    parent,
  );
  element("b", {}, button, String(number));
  element("span", {}, button, text);
  button.onclick = () => choose(root, name);
  return button;
}

/** One block with its heading. Pointing at a part is the same as pointing at its pill. */
function block(parent, root, title, note, boxes, h) {
  const figure = element("figure", {}, parent);
  const heading = element("figcaption", {}, figure);
  element("b", {}, heading, title);
  element("span", { class: "note" }, heading, note);
  const named = boxes
    .map(({ name }) => name)
    .reverse()
    .join(", ");
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${title}, ${note}, from the bottom: ${named}`,
    },
    figure,
  );
  svg("rect", { x: 24, y: 40, width: 302, height: 262, rx: 12, class: "frame" }, picture);
  const lines = svg("g", { class: "lines" }, picture);
  for (const box of boxes) {
    const { y, height, name, part, gone, second } = box;
    const group = svg(
      "g",
      { class: ["box", part && "changed", gone && "gone"].filter(Boolean).join(" ") },
      picture,
    );
    svg("rect", { x: LEFT, y, width: BOX, height, rx: 8 }, group);
    const middle = y + height / 2 + (second ? -3 : 5);
    svg("text", { x: AXIS, y: middle }, group, name);
    if (second) svg("text", { x: AXIS, y: middle + 16, class: "second" }, group, second(h));
    if (part) group.onclick = () => choose(root, part);
  }
  return { picture, lines };
}

const arrow = (parent, x, y) =>
  svg("path", { d: `M${x - 4} ${y + 6}h8l-4 -7z`, class: "tip" }, parent);

function rise(parent, from, to) {
  svg("path", { d: `M${AXIS} ${from}V${to + 4}` }, parent);
  arrow(parent, AXIS, to);
}

/** A residual: from a dot on the axis, around the right side, into what adds. */
function residual(parent, from, to, end) {
  svg("circle", { cx: AXIS, cy: from, r: 3, class: "tip" }, parent);
  svg(
    "path",
    { d: `M${AXIS} ${from}H${SIDE - 6}q6 0 6 -6V${to + 6}q0 -6 -6 -6H${end + 5}` },
    parent,
  );
  svg("path", { d: `M${end} ${to}l7 -4v8z`, class: "tip" }, parent);
}

function plus(parent, y, kind = "sum") {
  const group = svg("g", { class: kind }, parent);
  svg("circle", { cx: AXIS, cy: y, r: 9 }, group);
  svg("path", { d: `M${AXIS - 5} ${y}h10M${AXIS} ${y - 5}v10` }, group);
}

function drawThen({ picture, lines }) {
  for (const [from, to] of [
    [50, 28],
    [130, 108],
    [214, 192],
    [322, 282],
    [358, 340],
  ])
    rise(lines, from, to);
  for (const [from, to] of [
    [119, 61],
    [203, 141],
    [292, 225],
  ])
    residual(lines, from, to, LEFT + BOX);
  svg("path", { d: "M0 174H52", class: "memory" }, picture);
  svg("path", { d: "M60 174l-9 -5.5v11z", class: "memory-tip" }, picture);
  svg("text", { x: 0, y: 165, class: "memory-name" }, picture, "memory");
  plus(picture, 331, "sum changed");
  svg("path", { d: "M226 331H186" }, lines);
  svg("path", { d: "M181 331l7 -4v8z", class: "tip" }, lines);
  svg("path", { d: "M232 331c8 -22 16 -22 24 0s16 22 24 0", class: "wave" }, picture);
}

function drawNow({ picture, lines }) {
  for (const [from, to] of [
    [47, 28],
    [78, 66],
    [126, 110],
    [170, 148],
    [204, 190],
    [262, 248],
    [358, 284],
  ]) {
    rise(lines, from, to);
  }
  residual(lines, 160, 56, AXIS + 10);
  residual(lines, 312, 180, AXIS + 10);
  plus(picture, 56);
  plus(picture, 180);
  svg("path", { d: "M77 232a7 7 0 1 1 4 -6", class: "turn" }, picture);
  svg("path", { d: "M81 231l-4 -6h8z", class: "turn-tip" }, picture);
}

function drawLines(middle, pills) {
  const picture = svg("svg", { viewBox: `0 0 ${MIDDLE} ${HEIGHT}`, "aria-hidden": "true" }, middle);
  const inset = MIDDLE * 0.16;
  for (const { name } of pills) {
    const ends = BETWEEN[name];
    if (!ends) continue;
    const { at, left, right } = ends;
    svg("circle", { cx: 4, cy: left, r: 3 }, picture);
    svg(
      "path",
      { d: `M4 ${left}C${inset * 0.6} ${left} ${inset * 0.5} ${at} ${inset} ${at}` },
      picture,
    );
    if (right === undefined) continue;
    const [far, end] = [MIDDLE - 4, MIDDLE - inset];
    svg("circle", { cx: far, cy: right, r: 3 }, picture);
    svg(
      "path",
      {
        d: `M${far} ${right}C${far - inset * 0.6} ${right} ${far - inset * 0.5} ${at} ${end} ${at}`,
      },
      picture,
    );
  }
}
