// Figure 1 of the paper, alive. Draws itself once for a sentence and repaints in place afterwards.

import { palette } from "../../../../ui/views/library/colours.js";
import { TOKEN_ROWS } from "../../../../ui/views/library/diagram_layout.js";
import { NARROW, WIDE } from "../../../../ui/views/library/diagram_sizes.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { drawBlock } from "./diagram_blocks.js";
import { drawGround } from "./diagram_ground.js";
import { drawPeek, makePeek } from "./diagram_peek.js";
import { makeTokenPlayer } from "./diagram_player.js";
import { HEADS, layerOf, painter, thumbnail } from "./diagram_thumbnails.js";
import { tokenLines } from "./diagram_tokens.js";

/** @import { Data, TokenRow, View } from "./types.d.ts" */

/** @type {("layer" | "step")[]} */
const CHOICES = ["layer", "step"];
let wasPlayed = false;
const NARROWEST_WIDE = 780; // pixels below which the layout for phones is used

/**
 * Everything one diagram knows, kept on its node between calls.
 *
 * @type {(root: HTMLElement) => View}
 */
function open(root) {
  const stage = element("div", { class: "stage" }, root);
  const overlay = element("div", { class: "overlay" }, stage);
  const font = getComputedStyle(root).fontFamily;
  /** @type {Partial<View>} */
  const beginning = {
    root,
    stage,
    overlay,
    font,
    shown: "cross",
    playing: false,
    chips: {},
    sent: {},
    later: {},
  };
  const view = /** @type {View} */ (beginning);
  view.count = () => view.data.output.length;
  view.moment = () => {
    const marked = view.playing || view.step < view.count();
    return { step: view.step, marked };
  };
  view.repaint = () => repaint(view);
  view.tellLater = (name) => tellLater(view, name);
  view.point = (name) => point(view, name);
  makePeek(view);
  view.observer = new ResizeObserver(() => fit(view));
  view.observer.observe(root);
  // Text is measured: once more when the fonts are there.
  const sizes = [400, 600, 700].map((weight) => document.fonts.load(`${weight} 15px ${view.font}`));
  Promise.all(sizes).then(() => {
    if (view.data) build(view);
  });
  return view;
}

/**
 * Take what the server sends; what the reader chose meanwhile in the browser stays.
 *
 * @type {(view: View, data: Data) => void}
 */
function receive(view, data) {
  const before = view.data;
  const fresh = JSON.stringify(before?.sentence) !== JSON.stringify(data.sentence);
  if (fresh) view.player?.pause(); // while the old sentence is there
  view.data = data;
  if (!view.player) makeTokenPlayer(view);
  view.tensors = {};
  for (const [name, packed] of Object.entries(data.tensors)) view.tensors[name] = unpack(packed);
  [view.logits, view.probabilities] = [unpack(data.next.logits), unpack(data.next.probabilities)];
  view.colours = palette(view.root);
  view.paint = painter(view);
  for (const name of CHOICES) {
    const sent = (view.sent[name] ??= []);
    const echo = sent.indexOf(data[name]);
    if (echo >= 0 && !fresh) sent.splice(0, echo + 1);
    else if (fresh || before[name] !== data[name]) [view[name], view.sent[name]] = [data[name], []];
  }
  view.step = Math.min(view.step, view.count());
  const drawn = JSON.stringify([data.sentence, data.blocks, data.texts, data.opens]);
  if (drawn === view.drawn) return repaint(view);
  view.drawn = drawn;
  build(view);
}

/**
 * Tell the server a choice, once no other follows at once.
 *
 * @type {(view: View, name: "layer" | "step") => void}
 */
function tellLater(view, name) {
  clearTimeout(view.later[name]);
  view.later[name] = setTimeout(() => {
    if (view.data[name] === view[name] && !view.sent[name]?.length) return;
    (view.sent[name] ??= []).push(view[name]);
    view.tell(name, view[name]);
  }, 120);
}

/**
 * Follow the width: overlays shrink with the picture; a narrow one is another picture.
 *
 * @type {(view: View) => void}
 */
function fit(view) {
  const width = view.root.clientWidth;
  if (!width || !view.data) return;
  const narrow = width < NARROWEST_WIDE;
  if (narrow !== view.layout?.narrow) return build(view);
  view.stage.style.setProperty("--scale", String(view.stage.clientWidth / view.layout.width));
}

/**
 * Draw names and lines; the thumbnails follow, at first only after the browser has painted.
 *
 * @type {(view: View) => void}
 */
function build(view) {
  if (!view.root.clientWidth) return;
  /** @type {HTMLElement | SVGElement | null | undefined} */
  const block = document.activeElement?.closest("[data-block]");
  const focused = block?.dataset.block;
  view.layout = view.root.clientWidth < NARROWEST_WIDE ? NARROW : WIDE;
  const { width, height, narrow } = view.layout;
  const names = /** @type {TokenRow[]} */ (Object.keys(TOKEN_ROWS));
  view.rowLines = Object.fromEntries(names.map((name) => [name, tokenLines(view, name)]));
  const lines = (/** @type {string} */ name) => (narrow ? view.rowLines[name].length : 1);
  const above = narrow ? (lines("output_tokens") - 3) * 26 : 0;
  const below = narrow ? (Math.max(lines("source_tokens"), lines("target_tokens")) - 3) * 26 : 0;
  const canvas = svg("svg", {
    viewBox: `0 ${-above} ${width} ${height + above + below}`,
    role: "group",
    "aria-label": t(
      "The Transformer at work: the encoder is on the left, the decoder on the right.",
    ),
  });
  view.stage.style.setProperty("--above", `${above}px`);
  view.stage.classList.toggle("narrow", narrow);
  [view.svg, view.thumbnails, view.rows, view.pills, view.cards] = [canvas, [], {}, [], {}];
  drawGround(view);
  for (const block of view.data.blocks) drawBlock(view, block);
  view.stage.querySelector(":scope > svg")?.remove();
  view.stage.prepend(canvas);
  fit(view);
  if (focused) view.cards[focused]?.node.focus({ preventScroll: true });
  const paint = () => {
    const isFirst = !view.painted;
    view.painted = true;
    drawThumbnails(view, canvas);
    repaint(view);
    if (isFirst) playOnce(view);
  };
  if (view.painted) paint();
  else requestAnimationFrame(() => requestAnimationFrame(paint));
}

/**
 * Play the translation when the diagram is seen for the first time, unless a link names a step.
 *
 * @type {(view: View) => void}
 */
function playOnce(view) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (wasPlayed || isStill || view.step < view.count()) return;
  wasPlayed = true;
  view.player.start();
}

/** @type {(view: View, canvas: SVGElement) => void} */
function drawThumbnails(view, canvas) {
  if (view.svg !== canvas || view.thumbnails.length) return;
  for (const [name, { picture: box, node }] of Object.entries(view.cards)) {
    if (!box) continue;
    const holder = svg("g", { class: "thumbnail", "aria-hidden": "true" }, node);
    const paint = thumbnail(view, name, holder, box);
    if (paint) view.thumbnails.push(paint);
    node.querySelector(".waiting")?.remove();
  }
}

/**
 * Bring everything that layer, step and theme change up to date, in the nodes that are there.
 *
 * @type {(view: View) => void}
 */
function repaint(view) {
  const moment = view.moment();
  view.thumbnails.forEach((paint) => paint(moment));
  Object.values(view.rows).forEach((paint) => paint(moment));
  view.pills.forEach((paint) => paint(moment));
  for (const name of HEADS) {
    const silent = view.data.heads[name].silent[layerOf(view, name)].length > 0;
    view.cards[name].node.classList.toggle("edited", silent);
  }
  view.drawPlayer();
  drawPeek(view);
  ringShown(view);
  // Tests wait for this.
  view.root.dataset.moment = `${view.layer} ${view.step} ${view.thumbnails.length}`;
}

/** @type {(view: View) => void} */
function ringShown(view) {
  for (const [name, { node }] of Object.entries(view.cards)) {
    node.classList.toggle("shown", name === view.shown);
  }
}

/**
 * Point at a block: the card shows it, and only the lines that enter it stay bright.
 *
 * @type {(view: View, name: string) => void}
 */
function point(view, name) {
  view.shown = name;
  let found = false;
  /** @type {NodeListOf<SVGElement>} */
  const streams = view.svg.querySelectorAll("[data-to]");
  for (const line of streams) {
    const enters = (line.dataset.to ?? "")
      .split(" ")
      .some(
        (to) =>
          to === name ||
          (name.endsWith("_stack") &&
            (to.startsWith(name.slice(0, 8)) || (name === "decoder_stack" && to === "cross"))),
      );
    line.classList.toggle("on", enters);
    found ||= enters;
  }
  view.svg.classList.toggle("pointing", found);
  ringShown(view);
  drawPeek(view);
}

/**
 * @param {ViewCall<Data, HTMLElement & {view?: View}>} call
 * @returns {() => void}
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".diagram");
  const view = (root.view ??= open(root));
  view.tell = setTriggerValue;
  receive(view, data);
  return () => {
    // may also run late, for an older call: act on removal only
    if (!root.isConnected) view.observer.disconnect();
  };
}
