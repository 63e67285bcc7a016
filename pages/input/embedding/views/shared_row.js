// One row of E, and below it the three places where it is at work.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { times } from "../../../../ui/views/library/dom.js";
import { moved, onKey, RISING } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  columnOf,
  largest,
  number,
  slice,
  strongestOf,
  unpack,
} from "../../../../ui/views/library/numbers.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";
import { aboutLogit, headOf, whereRead } from "./shared_row_words.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { PageLink, SharedRowData, SharedRowEvents } from "./data.d.ts" */

/** At -1 is the step at which the row fits best. */
/** @typedef {View<SharedRowData, {chosen: number, at: number}, SharedRowEvents>} SharedRow */

const HIGH = 118,
  ABOVE = 16,
  BELOW = 24;

/** @type {(data: SharedRowData) => unknown} */
const pieces = (data) => data.uses;

export default defineView(
  "shared_row",
  { chosen: pieces, at: pieces },
  render,
  ({ piece }, { uses }) => ({ chosen: uses[Number(piece)] ? piece : undefined }),
);

/** @param {SharedRow} view */
function render(view) {
  const { data, now, colours, root, set } = view,
    use = data.uses[now.chosen],
    own = columnOf(unpack(data.logits), now.chosen),
    best = unpack(data.best).values;
  if (!root.firstChild) queueMicrotask(() => set({})); // again, once the steps have a width
  const step = now.at < 0 ? strongestOf(own) : now.at;
  const { values } = slice(unpack(data.rows), now.chosen),
    most = largest({ values });
  const painting = {
    of: [data.rows, now.chosen, colours],
    paint: (/** @type {HTMLCanvasElement} */ canvas) =>
      dots(canvas, { shape: [1, values.length], values }, (value) => colours.signed(value / most)),
  };
  /** @type {(name: "source" | "target") => unknown[]} */
  const place = (name) => [tokens(view, name), whereRead(name, use, values.length)];
  const said = aboutLogit(step, use.token.text, own[step], best[step], data.winners[step]);
  const projection = [bars(view, own, best, step), said];
  return html`<p class="head">${headOf(use)}</p>
    <canvas class="row" aria-hidden="true" .painting=${painting}></canvas>
    <div class="cards">
      ${card("source", t("1 Source embedding"), data.opens.source, place("source"))}
      ${card("target", t("2 Target embedding"), data.opens.target, place("target"))}
      ${card("projection", t("3 Scores for the next token"), data.opens.projection, projection)}
    </div>`;
}

/**
 * One of the places, with a link to its page, if there is one.
 *
 * @type {(name: string, title: string, page: PageLink | null, content: unknown[]) => unknown}
 */
function card(name, title, page, [body, said]) {
  const go = (/** @type {MouseEvent} */ event) =>
    page && follow(event, { href: new URL(page.address, document.baseURI).href });
  // The page's address has gone on since this was drawn.
  const renew = (/** @type {Event & {currentTarget: Element}} */ { currentTarget }) =>
    page && currentTarget.setAttribute("href", page.address + location.search);
  return html`<section class="place ${name}"><h4>${title}${
    page &&
    html`<a href=${page.address + location.search} @pointerdown=${renew} @focus=${renew}
      @click=${go}>${page.title} →</a>`
  }</h4><div class="body">${body}</div><p aria-live="polite">${said}</p></section>`;
}

/**
 * A side's tokens; those that are the piece are ringed.
 *
 * @type {(view: SharedRow, side: "source" | "target") => unknown}
 */
const tokens = ({ data, now }, side) =>
  data[side].map((token, i) => {
    const own = data.uses[now.chosen][side].includes(i) ? "chip lit" : "chip";
    return html`<span class=${classesOf(own, token, data[side][i + 1])} lang=${ifAny(token.lang)}
      translate="no">${token.text}</span>`;
  });

/**
 * A bar for each step: how well the row fits what the decoder is about to say.
 *
 * @type {(view: SharedRow, own: number[], best: Float32Array, here: number) => unknown}
 */
function bars({ data, root, choose }, own, best, here) {
  const steps = own.length,
    width = Math.max(root.querySelector(".projection .body")?.clientWidth ?? 0, 1),
    pitch = width / steps,
    inner = Math.min(34, pitch * 0.7);
  const high = Math.max(...best, 0),
    low = Math.min(...own, 0);
  const y = (/** @type {number} */ value) => ABOVE + ((high - value) / (high - low || 1)) * HIGH;
  /** @type {(step: number) => void} */
  const pick = (step) => choose({ at: step }, "at", step + 1);
  const walk = onKey((key) => moved(here, key, steps, { keys: RISING, around: true }), pick);
  return html`<svg width=${width} height=${ABOVE + HIGH + BELOW} role="radiogroup"
    aria-label=${t("Steps")} @keydown=${walk}>
    <line x1="0" x2=${width} y1=${y(0)} y2=${y(0)} class="zero"></line>${times(steps, (step) => {
      const logit = number(own[step], 2),
        x = step * pitch,
        left = x + (pitch - inner) / 2,
        [top, foot] = [y(Math.max(own[step], 0)), y(Math.min(own[step], 0))],
        line = y(best[step]);
      const ring = svg`<rect x=${left - 5} y="3" width=${inner + 10} height=${ABOVE + HIGH} rx="5"
        class="ring"></rect>`;
      const name = svg`<text x=${x + pitch / 2} y=${ABOVE + HIGH + 18} text-anchor="middle"
        lang=${ifAny(data.output[step].lang)} translate="no"
        >${cut(data.output[step].text, Math.max(2, Math.floor(pitch / 7.2)))}</text>`;
      return svg`<g class="step ${own[step] === best[step] ? "said" : ""}" role="radio"
        aria-checked=${step === here} tabindex=${step === here ? 0 : -1}
        aria-label=${t("step {step}: logit {logit}", { step: step + 1, logit })}
        @click=${() => pick(step)}>
        <rect x=${x} y="0" width=${pitch} height=${ABOVE + HIGH + BELOW} class="hit"></rect>
        <rect x=${left} y=${top} width=${inner} height=${foot - top}
          class=${own[step] > 0 ? "positive" : "negative"}></rect>
        <line x1=${left - 3} x2=${left + inner + 3} y1=${line} y2=${line} class="best"></line>
        ${step === here ? ring : ""}${pitch >= 24 ? name : ""}</g>`;
    })}</svg>`;
}
