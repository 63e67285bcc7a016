// The decoder block of 2017 beside a decoder-only block of today; what changed is in colour.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { still } from "../../../../ui/views/library/motion.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Pill, ThenAndNowData, ThenAndNowEvents } from "./data.d.ts" */

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

/** @typedef {(name: string) => void} Open */

export default defineView("then_and_now", {}, render);

const [WIDTH, HEIGHT, MIDDLE] = [340, 386, 420]; // of a block; what is between them is as high
const INSET = MIDDLE * 0.1; // where the pills begin
const [AXIS, LEFT, BOX] = [170, 60, 220]; // of all boxes: their middle, left edge and width
const SIDE = 306; // where what goes around rises

/** @type {(h: number) => Block} */
function then(h) {
  const second = t("{count} sets of keys and values", { count: h });
  return {
    title: t("Decoder block"),
    note: t("the paper: norm last"),
    boxes: [
      { y: 4, height: 24, name: t("Linear, softmax") },
      { y: 50, height: 22, name: t("Add & Norm"), part: "norm" },
      { y: 76, height: 32, name: t("Feed-forward"), part: "gate" },
      { y: 130, height: 22, name: t("Add & Norm"), part: "norm" },
      { y: 156, height: 36, name: t("Cross-attention"), part: "alone", kind: "gone" },
      { y: 214, height: 22, name: t("Add & Norm"), part: "norm" },
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
  const second = t("{count} sets, shared by the heads", { count: Math.max(h / 4, 2) });
  return {
    title: t("Decoder-only block"),
    note: t("today: norm first"),
    boxes: [
      { y: 4, height: 24, name: t("Simpler norm, linear, softmax"), part: "norm" },
      { y: 74, height: 40, name: t("Feed-forward"), part: "gate", second: t("smooth gate") },
      { y: 128, height: 22, name: t("Simpler norm"), part: "norm" },
      { y: 204, height: 44, name: t("Masked self-attention"), part: "heads", second },
      { y: 262, height: 22, name: t("Simpler norm"), part: "norm" },
      { y: 358, height: 24, name: t("Embedding") },
    ],
    rises: [47, 28, 74, 66, 128, 114, 170, 150, 204, 190, 262, 248, 358, 284],
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
  norm: { at: 128, left: 148, right: 139 },
  alone: { at: 184, left: 174 },
  heads: { at: 240, left: 261, right: 220 },
  positions: { at: 308, left: 331, right: 232 },
};

/** @param {View<ThenAndNowData, {}, ThenAndNowEvents>} view */
function render({ data: { pills, h }, choose }) {
  /**
   * Open a section, and bring its heading up.
   *
   * @type {Open}
   */
  const open = (name) => {
    choose({}, "open", name);
    const section = document.querySelector(`.st-key-section_${name}`);
    section?.scrollIntoView({ behavior: still() ? "auto" : "smooth", block: "start" });
    section?.querySelector("button")?.focus({ preventScroll: true });
  };
  const others = pills.filter(({ name }) => !BETWEEN[name]);
  return html`<div class="stage">${block(then(h), open, ofThen())}
      <div class="middle">${between(pills, open)}</div>${block(now(h), open, OF_NOW)}</div>
    <details><summary>${t("{count} more changes, not in the drawing", {
      count: others.length,
    })}</summary><div class="others">${others.map((one) => pill(one, open))}</div></details>`;
}

/** @type {(pill: Pill, open: Open) => unknown} */
const pill = ({ name, number, text, open }, choose) =>
  html`<button type="button" data-part=${name} class=${open ? "open" : ""}
    style=${ifAny(BETWEEN[name] && `--share: ${BETWEEN[name].at / HEIGHT}`)}
    @click=${() => choose(name)}><b>${number}</b><span>${text}</span></button>`;

/** @type {(d: string, kind?: string) => unknown} */
const path = (d, kind = "") => svg`<path d=${d} class=${kind}></path>`;

/** @type {(numbers: number[]) => number[][]} */
const pairs = (numbers) => numbers.flatMap((from, i) => (i % 2 ? [] : [[from, numbers[i + 1]]]));

/**
 * One block with its heading. Pointing at a part is the same as pointing at its pill.
 *
 * @type {(block: Block, open: Open, more: {lines?: unknown, above: unknown}) => unknown}
 */
function block({ title, note, boxes, rises, residuals, end }, open, more) {
  const parts = boxes.map(({ name }) => name).reverse();
  const said = { title, note, parts: parts.join(", ") };
  const lines = [
    ...pairs(rises).map(([from, to]) => [
      path(`M${AXIS} ${from}V${to + 4}`),
      path(`M${AXIS - 4} ${to + 6}h8l-4 -7z`, "tip"),
    ]),
    ...pairs(residuals).map(([from, to]) => [
      svg`<circle cx=${AXIS} cy=${from} r="3" class="tip"></circle>`,
      path(`M${AXIS} ${from}H${SIDE - 6}q6 0 6 -6V${to + 6}q0 -6 -6 -6H${end + 5}`),
      path(`M${end} ${to}l7 -4v8z`, "tip"),
    ]),
  ];
  return html`<figure><figcaption><b>${title}</b><span class="note">${note}</span></figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"
      aria-label=${t("{title}, {note}, from the bottom: {parts}", said)}>
      <rect x="24" y="40" width="302" height="262" rx="12" class="frame"></rect>
      <g class="lines">${lines}${more.lines ?? ""}</g>
      ${boxes.map((box) => boxOf(box, open))}${more.above}</svg></figure>`;
}

/** @type {(box: Box, open: Open) => unknown} */
function boxOf({ y, height, name, part, kind = "", second }, open) {
  const middle = y + height / 2 + (second ? -3 : 5);
  return svg`<g class="box ${part ? "changed" : ""} ${kind}" @click=${() => part && open(part)}>
    <rect x=${LEFT} y=${y} width=${BOX} height=${height} rx="8"></rect>
    <text x=${AXIS} y=${middle}>${name}</text>${
      second ? svg`<text x=${AXIS} y=${middle + 16} class="second">${second}</text>` : ""
    }</g>`;
}

/** @type {(y: number, kind?: string) => unknown} */
const plus = (y, kind = "sum") =>
  svg`<g class=${kind}><circle cx=${AXIS} cy=${y} r="9"></circle>${path(
    `M${AXIS - 5} ${y}h10M${AXIS} ${y - 5}v10`,
  )}</g>`;

/** What else belongs to the block of 2017: the memory, and positions that are added. */
const ofThen = () => ({
  lines: [path("M226 331H186"), path("M181 331l7 -4v8z", "tip")],
  above: svg`${path("M8 174H52", "memory")}${path("M60 174l-9 -5.5v11z", "memory-tip")}
    <text x="4" y="165" class="memory-name">${t("memory")}</text>${plus(331, "sum changed")}
    ${path("M232 331c8 -22 16 -22 24 0s16 22 24 0", "wave")}`,
});

/** And to that of today: a sign that vectors are rotated. */
const OF_NOW = {
  above: [
    plus(56),
    plus(180),
    path("M77 232a7 7 0 1 1 4 -6", "turn"),
    path("M81 231l-4 -6h8z", "turn-tip"),
  ],
};

/**
 * A pill for each change between the blocks, with lines to what it changed.
 *
 * @type {(pills: Pill[], open: Open) => unknown}
 */
function between(pills, open) {
  const own = pills.filter(({ name }) => BETWEEN[name]);
  /** @type {(x: number, y: number, at: number, from: number, inward: number) => unknown} */
  const line = (x, y, at, from, inward) => {
    const [first, second] = [from + inward * 0.6, from + inward * 0.5];
    const end = inward > 0 ? INSET : MIDDLE - INSET;
    return [
      svg`<circle cx=${x} cy=${y} r="3"></circle>`,
      path(`M${x} ${y}C${first} ${y} ${second} ${at} ${end} ${at}`),
    ];
  };
  const lines = own.map(({ name }) => {
    const { at, left, right } = BETWEEN[name];
    return [
      line(LEFT + BOX - WIDTH, left, at, 0, INSET), // from the edge of the box on the left
      right === undefined ? "" : line(MIDDLE + LEFT, right, at, MIDDLE, -INSET),
    ];
  });
  const inOrder = [...own].sort((a, b) => BETWEEN[a.name].at - BETWEEN[b.name].at);
  return html`<p class="note">${t(
    "{count} changes. Begin with 1, at the bottom, and click to open its section",
    { count: own.length },
  )}</p>
    <svg viewBox="0 0 ${MIDDLE} ${HEIGHT}" aria-hidden="true">${lines}</svg>
    ${inOrder.map((one) => pill(one, open))}`;
}
