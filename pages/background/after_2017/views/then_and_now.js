// The decoder block of 2017 beside a decoder-only block of today; what changed is in colour.

import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { AXIS, BOX, drawNow, drawThen, LEFT } from "./then_and_now_drawing.js";

/** @import { Block } from "./then_and_now_drawing.js" */

/**
 * A box of a block: the section about the change, if any, and a second line for so many heads.
 *
 * @typedef {{y: number, height: number, name: string, part?: string, gone?: boolean, second?: (h:
 *   number) => string}} Box
 */

/** @typedef {{name: string, number: number, text: string, open: boolean}} Pill */

/** @typedef {{pills: Pill[], h: number}} Data */

/** @typedef {HTMLElement & {tell: (name: string) => void, drawn?: string}} Root */

const WIDTH = 340,
  HEIGHT = 386;

/**
 * Boxes from top to bottom.
 *
 * @type {() => Box[]}
 */
const then = () => [
  { y: 4, height: 24, name: t("Linear, softmax") },
  { y: 50, height: 22, name: t("Add & LayerNorm"), part: "norm" },
  { y: 76, height: 32, name: t("Feed-forward: ReLU"), part: "gate" },
  { y: 130, height: 22, name: t("Add & LayerNorm"), part: "norm" },
  { y: 156, height: 36, name: t("Cross-attention"), part: "alone", gone: true },
  { y: 214, height: 22, name: t("Add & LayerNorm"), part: "norm" },
  {
    y: 240,
    height: 42,
    name: t("Masked self-attention"),
    part: "heads",
    second: (h) => t("{count} heads, each its own K and V", { count: h }),
  },
  { y: 358, height: 24, name: t("Embedding") },
];
/** @type {() => Box[]} */
const now = () => [
  { y: 4, height: 24, name: t("RMSNorm, linear, softmax"), part: "norm" },
  { y: 78, height: 32, name: t("Feed-forward: SwiGLU"), part: "gate" },
  { y: 126, height: 22, name: t("RMSNorm"), part: "norm" },
  {
    y: 204,
    height: 44,
    name: t("Masked self-attention"),
    part: "heads",
    second: (h) => t("q, k turned; {count} groups of K, V", { count: Math.max(h / 4, 2) }),
  },
  { y: 262, height: 22, name: t("RMSNorm"), part: "norm" },
  { y: 358, height: 24, name: t("Embedding") },
];
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
  positions: { at: 308, left: 320, right: 232 },
};
const MIDDLE = 420;

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
  const [before, after] = [t("the paper, post-norm"), t("today, pre-norm")];
  drawThen(block(stage, root, t("Decoder block"), before, then(), data.h));
  const middle = element("div", { class: "middle" }, stage);
  const changed = data.pills.filter(({ name }) => BETWEEN[name]).length;
  const parts = t("{count} parts changed: each opens its section", { count: changed });
  element("p", { class: "note" }, middle, parts);
  drawLines(middle, data.pills);
  const between = data.pills.filter(({ name }) => BETWEEN[name]);
  between.sort((a, b) => BETWEEN[a.name].at - BETWEEN[b.name].at);
  for (const each of between) {
    pill(middle, root, each).style.setProperty("--share", String(BETWEEN[each.name].at / HEIGHT));
  }
  drawNow(block(stage, root, t("Decoder-only block"), after, now(), data.h));
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

/**
 * One block with its heading. Pointing at a part is the same as pointing at its pill.
 *
 * @type {(parent: Element, root: Root, title: string, note: string, boxes: Box[], h: number) =>
 *   Block}
 */
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
      "aria-label": t("{title}, {note}, from the bottom: {parts}", { title, note, parts: named }),
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

/** @type {(middle: Element, pills: Pill[]) => void} */
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
