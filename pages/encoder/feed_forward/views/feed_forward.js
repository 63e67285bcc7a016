// A position's way through the feed-forward network: d_model numbers, d_ff units, d_model numbers.

import { defineView } from "../../../../ui/views/library/define.js";
import { cellUnder } from "../../../../ui/views/library/dom.js";
import { lines, moved, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack, whole } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { chosenUnit, excited, strongest } from "./unit_lists.js";

/** @import { Painting, View } from "../../../../ui/views/library/define.js" */
/** @import { FeedForwardData, FeedForwardEvents } from "./data.d.ts" */

/** Unit -1 is the strongest; pointed is one that is pointed at. */
/** @typedef {{word: number, unit: number, pointed?: number | null}} Now */
/** @typedef {MouseEvent & {currentTarget: Element}} Pointed */
/** @typedef {View<FeedForwardData, Now, FeedForwardEvents>} FeedForward */

const WIDE = 64; // cells in a row: the hidden layer is then d_ff / d_model times as high as x
const FRAME = 2; // pixels around the canvas of the hidden layer

/** @type {(data: FeedForwardData) => unknown} */
const sentence = ({ tokens }) => tokens;

export default defineView(
  "feed_forward",
  { word: sentence, unit: sentence },
  render,
  ({ word }, { tokens }) => ({ word: Number(word) < tokens.length ? word : undefined }),
);

/** @param {FeedForward} view */
function render(view) {
  const { data, now } = view,
    { values } = slice(unpack(data.hidden), now.word),
    token = data.tokens[now.word].text;
  const gaps = { active: whole(values.filter((v) => v > 0).length), count: whole(values.length) };
  const said = spoken(view, now.pointed ?? chosenUnit(view));
  return html`<section class="way">
      <div class="picture X">${caption(
        t("the vector of “{token}”", { token }),
        t("what comes in"),
        whole(data.x.shape[1]),
      )}${canvas(view, "x")}</div>
      ${step(t("each lights up if the vector fits its own pattern"), "× W₁ + b₁, max(0, ·)")}
      <div class="picture hidden">${caption(
        t("{count} hidden units, {active} of them active", gaps),
        "",
        "",
      )}${units(view, said)}</div>
      ${step(t("each lit unit adds its own vector"), "× W₂ + b₂")}
      <div class="picture Z">${caption(
        t("output"),
        t("what is added to the vector"),
        whole(data.output.shape[1]),
      )}${canvas(view, "output")}</div>
      <p class="said" aria-live="polite">${(now.pointed ?? null) === null ? "" : said}</p></section>
    <section class="units"><div>${strongest(view)}</div><div>${excited(view)}</div></section>`;
}

/** @type {(name: string, text: string, shape: string) => unknown} */
const caption = (name, text, shape) =>
  html`<div class="caption"><b>${name}</b><span>${text}</span><code>${shape}</code></div>`;

/** @type {(text: string, formula: string) => unknown} */
const step = (text, formula) =>
  html`<div class="step"><span aria-hidden="true">↓</span><span class="what">${text}</span
    ><code>${formula}</code></div>`;

/**
 * What paints the chosen position's row of a tensor.
 *
 * @type {(view: FeedForward, name: "x" | "hidden" | "output") => Painting}
 */
function painting({ data, now, colours }, name) {
  const { values } = slice(unpack(data[name]), now.word),
    most = largest({ values }),
    scale = name === "hidden" ? colours.attention : colours.signed;
  return {
    of: [data[name], now.word, colours],
    paint: (node) =>
      dots(node, { shape: [Math.ceil(values.length / WIDE), WIDE], values }, (v) =>
        scale(v / most),
      ),
  };
}

/** @type {(view: FeedForward, name: "x" | "output") => unknown} */
const canvas = (view, name) =>
  html`<canvas aria-hidden="true" .painting=${painting(view, name)}></canvas>`;

/**
 * The hidden units, as a slider in two dimensions; one that is pointed at is told of.
 *
 * @param {FeedForward} view
 * @param {string} said
 */
function units(view, said) {
  const { data, set, choose } = view,
    count = data.hidden.shape[1],
    rows = Math.ceil(count / WIDE),
    unit = chosenUnit(view);
  const under = (/** @type {Pointed} */ event) => {
    const { row, column } = cellUnder(event.currentTarget, event, [rows, WIDE]);
    return Math.min(row * WIDE + column, count - 1);
  };
  const pick = (/** @type {number} */ place) =>
    choose({ unit: place, pointed: null }, "unit", place + 1);
  const walk = onKey((key) => moved(unit, key, count, { keys: lines(WIDE) }), pick);
  /** @type {(part: number) => string} */
  const from = (part) => `calc(${FRAME}px + (100% - ${2 * FRAME}px) * ${part})`;
  /** @type {(parts: number) => string} */
  const part = (parts) => `calc((100% - ${2 * FRAME}px) / ${parts})`;
  return html`<div class="cells"><canvas tabindex="0" role="slider" aria-label=${t("Hidden unit")}
    aria-valuenow=${unit + 1} aria-valuemin="1" aria-valuemax=${count} aria-valuetext=${said}
    .painting=${painting(view, "hidden")}
    @click=${(/** @type {Pointed} */ event) => pick(under(event))}
    @pointermove=${(/** @type {Pointed} */ event) => set({ pointed: under(event) })}
    @pointerleave=${() => set({ pointed: null })} @keydown=${walk}></canvas><span class="mark"
    style="left: ${from((unit % WIDE) / WIDE)}; width: ${part(WIDE)};
      top: ${from(Math.floor(unit / WIDE) / rows)}; height: ${part(rows)}"></span></div>`;
}

/** @type {(view: FeedForward, unit: number) => string} */
function spoken({ data, now }, unit) {
  const value = slice(unpack(data.hidden), now.word).values[unit];
  const gaps = { unit: unit + 1, value: number(value, 3), token: data.tokens[now.word].text };
  if (value > 0) return t("unit {unit}: {value} at “{token}”", gaps);
  return data.silenced.includes(unit)
    ? t("unit {unit}: switched off", gaps)
    : t("unit {unit}: not active at “{token}” (xW₁ + b₁ was not above 0)", gaps);
}
