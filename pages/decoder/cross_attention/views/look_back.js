// What the decoder looks back at before it asks the memory: arcs to earlier words, bars below them.

import { announce } from "../../../../ui/views/library/choices.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { moved, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  brief,
  number,
  rowOf,
  slice,
  strongestOf,
  unpack,
} from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html, noChange, render, svg } from "../../../../ui/views/vendor/lit-html.js";
import { placeName } from "./memory_state.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Label, LookBackData, LookBackEvents } from "./data.d.ts" */

/** @typedef {{layer: number, head: number, step: number, tensors?: string}} Now */

/** @type {(data: LookBackData) => string} */
const version = (data) => data.version;

export default defineView(
  "look_back",
  { layer: version, head: version, step: version },
  lookBack,
  ({ tensors, step, place }) => ({ tensors, step, layer: place?.[0], head: place?.[1] }),
);

/** @param {View<LookBackData, Now, LookBackEvents>} view */
function lookBack({ data: { version, tokens }, now, root, choose }) {
  const page = window.glassTensors;
  if (!page?.tensors.back || page.version !== version) return noChange; // it is on its way
  const weights = unpack(page.tensors.back),
    step = Math.min(now.step, tokens.length - 1),
    row = rowOf(slice(weights, now.layer, now.head), step);
  /** @type {(place: number) => void} */
  const pick = (place) => {
    choose({ step: place }, "step", place + 1);
    announce({ step: place });
  };
  const walk = onKey((key) => moved(step, key, tokens.length, { around: true }), pick);
  queueMicrotask(() => drawArcs(root, row, step));
  return html`<p class="title">${titleOf(tokens, step, row, placeName(now, weights.shape))}</p>
    <div class="stage"><div class="frame"><svg class="drawing" aria-hidden="true"></svg>
      <div class="words" role="radiogroup" @keydown=${walk}
        aria-label=${t("Words the decoder has read; choose one to see what it attends to")}
        >${tokens.map((token, i) => {
          const place = i === step ? "chosen" : i > step ? "future" : "";
          const about = { token: token.text, name: token.text, value: number(row[i], 3) };
          return html`<button type="button" role="radio" translate="no" title=${token.text}
            class=${classesOf(`word ${place}`, token, tokens[i + 1])} lang=${ifAny(token.lang)}
            aria-label=${i > step ? t("{token}: masked", about) : t("{name}: {value}", about)}
            aria-checked=${i === step} tabindex=${i === step ? 0 : -1} @click=${() => pick(i)}
            >${token.text}</button>`;
        })}</div>
      <div class="bars" aria-hidden="true">${tokens.map((_, i) =>
        i > step
          ? html`<span class="rail masked"><i></i><span></span></span>`
          : html`<span class="rail"><i style="height: ${row[i] * 46}px"></i><span
              >${brief(row[i])}</span></span>`,
      )}</div></div></div>`;
}

/**
 * An arc to each word that is read; to the word itself, a loop. Bars are as wide as their words.
 *
 * @type {(root: HTMLElement, row: Float32Array, step: number) => void}
 */
function drawArcs(root, row, step) {
  const all = (/** @type {string} */ name) =>
    /** @type {HTMLElement[]} */ ([...root.querySelectorAll(name)]);
  const [chips, rails, [scroll]] = [".word", ".rail", ".stage"].map(all);
  rails.forEach((rail, i) => {
    const { offsetWidth, offsetLeft } = chips[i];
    Object.assign(rail.style, { width: `${offsetWidth}px`, left: `${offsetLeft}px` });
  });
  /** @type {(chip: HTMLElement) => number} */
  const middle = (chip) => chip.offsetLeft + chip.offsetWidth / 2,
    top = chips[0].offsetTop,
    from = middle(chips[step]);
  const arcs = [...row].map((value, i) => {
    if (i > step || value < 0.02) return undefined;
    const to = middle(chips[i]),
      rise = Math.min(top - 8, 18 + Math.abs(from - to) * 0.3) * 1.3;
    const path =
      i === step
        ? `M${from - 6} ${top}C${from - 22} ${top - 34} ${from + 22} ${top - 34} ${from + 6} ${top}`
        : `M${from} ${top}C${from} ${top - rise} ${to} ${top - rise} ${to} ${top}`;
    return svg`<path d=${path} stroke-width=${0.8 + 9 * value} data-column=${i}></path>`;
  });
  const drawing = /** @type {SVGElement} */ (root.querySelector(".drawing"));
  drawing.setAttribute("width", drawing.parentElement?.offsetWidth ?? 0);
  drawing.setAttribute("height", top);
  render(arcs, drawing);
  const half = scroll.clientWidth / 2;
  if (Math.abs(scroll.scrollLeft + half - from) > half - 60)
    scroll.scrollLeft = chips[step].offsetLeft - half;
}

/** @type {(tokens: Label[], step: number, row: Float32Array, place: string) => string} */
function titleOf(tokens, step, row, place) {
  const best = strongestOf(row),
    gaps = { place, token: tokens[step].text, weight: number(row[best], 3) };
  return best === step
    ? t("Masked self-attention, {place}: “{token}” gives the most weight to itself, {weight}", gaps)
    : t(
        "Masked self-attention, {place}: “{token}” gives the most weight to “{other}”, " +
          "{steps} back, {weight}",
        { ...gaps, other: tokens[best].text, steps: step - best },
      );
}
