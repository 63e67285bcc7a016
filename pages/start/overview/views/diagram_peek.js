// The card that keeps its place and shows the block last pointed at.

import { ifAny } from "../../../../ui/views/library/define.js";
import { isTokenRow, TOKEN_ROWS } from "../../../../ui/views/library/diagram_layout.js";
import { times } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { cut } from "../../../../ui/views/library/tokens.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { HEADS, layerOf } from "./diagram_state.js";
import {
  barColour,
  headPicture,
  MOST,
  rowsPicture,
  STACKS,
  thumbnail,
} from "./diagram_thumbnails.js";

/** @import { TokenRow } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { State } from "./diagram_state.js" */

/**
 * @typedef {{name: string, text: string, share?: number, strong?: boolean, fill?: string}} Entry
 */

const PEEK = [0, 2, 124, 104]; // where its picture stands

/**
 * The card; the block itself is the link for the keyboard.
 *
 * @param {State} state
 */
export const peek = (state) =>
  state.keep("peek", [...state.madeOf, state.shown], () =>
    state.layout.narrow ? nothing : card(state),
  );

/** @param {State} state */
function card(state) {
  const { data, shown } = state,
    block = data.blocks.find(({ name }) => name === shown),
    page = data.opens[shown];
  const says = data.texts[shown].split("**"); // every other part is bold
  const open = (/** @type {MouseEvent & {currentTarget: HTMLAnchorElement}} */ event) =>
    follow(event, event.currentTarget);
  return html`<div class="peek" data-shows=${shown}>
    <svg width="124" height="108" aria-hidden="true">${largePicture(state, shown)}</svg>
    <div class="text"><div class="ends"><h2>${block?.title}</h2
      ><span class="part">${whichPart(state, shown)}</span></div>
      <p>${says.map((part, i) => (i % 2 ? html`<b>${part}</b>` : part))}</p>
      <div class="ends foot"><span class="flow">${block?.flow}</span
      ><a tabindex="-1" ?hidden=${!page} href=${ifAny(page && page.address + location.search)}
        @click=${open}>${t("Open →")}</a></div></div></div>`;
}

/**
 * The large picture of a block.
 *
 * @type {(state: State, name: string) => unknown}
 */
function largePicture(state, name) {
  if (isTokenRow(name)) return listPicture(tokenList(state, name));
  if (name === "linear" || name === "softmax")
    return listPicture(nextList(state, name === "linear"));
  if (name.endsWith("_stack")) return layersPicture(state, name);
  const [x, y, , height] = PEEK;
  if (HEADS.has(name)) return headPicture(state, name, [x + 10, y, height, height]);
  return thumbnail(state, name, PEEK);
}

/**
 * Lines of a name, a bar and a number, for what has few numbers with names.
 *
 * @type {(lines: Entry[]) => unknown}
 */
function listPicture(lines) {
  const pitch = Math.min(17, PEEK[3] / lines.length);
  return lines.map(({ name, share, text, strong, fill }, i) => {
    const y = PEEK[1] + (i + 0.5) * pitch,
      weight = strong ? 700 : nothing;
    const bar =
      share === undefined
        ? nothing
        : svg`<rect x="54" y=${y - 4} width="30" height="8" class="rail"></rect>
          <rect x="54" y=${y - 4} width=${Math.max(1, 30 * share)} height="8" fill=${fill}></rect>`;
    return svg`<text x="0" y=${y + 4} class="name" font-weight=${weight}>${cut(name, 8)}</text>
      ${bar}<text x="124" y=${y + 4} class="n" text-anchor="end"
        font-weight=${weight}>${text}</text>`;
  });
}

/**
 * The next tokens of a step with their logits or probabilities; the one that was said is bold.
 *
 * @type {(state: State, linear: boolean) => Entry[]}
 */
function nextList(state, linear) {
  const { names, rank, logits, probabilities } = state.data.next,
    step = state.now.step - 1;
  const { values } = slice(unpack(linear ? logits : probabilities), step);
  const most = linear ? largest({ values }) : 1;
  return names[step].map((name, i) => ({
    name,
    strong: i === rank[step],
    share: Math.abs(values[i]) / most,
    text: number(values[i], linear ? 2 : 3),
    fill: barColour(state, values[i], linear),
  }));
}

/**
 * The first tokens of a row with their ids, or with the probability they were said with.
 *
 * @type {(state: State, name: TokenRow) => Entry[]}
 */
function tokenList({ data }, name) {
  const row = TOKEN_ROWS[name],
    numbers = data.ids[row] ?? data.next.said.map((p) => number(p, 3));
  return data[row].slice(0, 7).map(({ text }, i) => ({ name: text, text: String(numbers[i]) }));
}

/**
 * What a stack hands on, layer by layer.
 *
 * @type {(state: State, name: string) => unknown}
 */
function layersPicture(state, name) {
  const output = name === "encoder_stack" ? "encoder_norm_2" : "decoder_norm_3",
    count = state.data.tensors[output].shape[0],
    pitch = PEEK[3] / count;
  return times(count, (i) => {
    const y = PEEK[1] + (count - 1 - i) * pitch; // the first layer is at the bottom
    return svg`<text x="4" y=${y + pitch / 2 + 3} class="n">${i + 1}</text>
      ${rowsPicture(state, output, [18, y, 106, pitch - 4], i)}`;
  });
}

/**
 * Which part of the tensor the picture shows, in a few words.
 *
 * @type {(state: State, name: string) => string}
 */
function whichPart(state, name) {
  const { data, now } = state;
  if (HEADS.has(name)) {
    const layer = layerOf(state, name);
    const head = data.heads[name].shown[layer] + 1;
    return t("layer {layer}, head {head}", { layer: layer + 1, head });
  }
  if (name === "linear" || name === "softmax")
    return t("step {step}, the top {count}", { step: now.step, count: data.next.names[0].length });
  if (isTokenRow(name))
    return name === "output_tokens" ? t("with their probability") : t("with their ids");
  if (name.endsWith("_stack")) {
    const count = data.layers[name === "encoder_stack" ? "encoder" : "decoder"];
    return tn("its only layer", "all {count} layers", count);
  }
  if (name.endsWith("_positions")) return t("three of its waves");
  const full = name.endsWith("feed_forward") ? data.widths.hidden : data.widths.model;
  const every = Math.ceil(full / MOST);
  if (STACKS.has(name)) return t("one column in {every}", { every });
  const layer = layerOf(state, name) + 1;
  return t("layer {layer}, one column in {every}", { layer, every });
}
