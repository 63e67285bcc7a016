// Scores, masked scores and weights of one head: three maps of the same cells, linked.

import { cell, exponential, logOfSum, paintCells } from "../../../../ui/views/library/attention.js";
import { roomOfWeight, writtenWeights } from "../../../../ui/views/library/attention_map.js";
import { ink } from "../../../../ui/views/library/colours.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { cellUnder, times } from "../../../../ui/views/library/dom.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  largest,
  number,
  rowOf,
  slice,
  unpack,
  within,
} from "../../../../ui/views/library/numbers.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { MaskMapsData, MaskMapsEvents } from "./data.d.ts" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { Cell } from "../../../../ui/views/library/attention_map.js" */

/** @typedef {"scores" | "masked" | "weights"} MapName */
/** @typedef {Cell & {head: number, hover?: Cell | null}} Now */
/** @typedef {View<MaskMapsData, Now, MaskMapsEvents>} Maps */
/** What is drawn of the chosen head. @typedef {ReturnType<typeof partsOf>} Parts */

const WIDTH = 1098,
  NAMES = 88,
  SIGN = 60,
  SAYS = 206; // pixels of the page and of its columns
const SIGNS_FROM = 15; // the side of a cell in which signs can be read
/** @type {MapName[]} */
const MAPS = ["scores", "masked", "weights"];

export default defineView(
  "mask_maps",
  { row: ({ queries }) => queries, column: ({ keys }) => keys, head: () => null },
  render,
  ({ head }) => ({ head }),
);

/**
 * The matrices of the chosen head, which cells are hidden, the cell that is looked at, and sizes:
 * side of a cell and of a map, and how many tokens share a name where each has no room.
 *
 * @param {Maps} view
 */
function partsOf({ data, now: { row, column, head, hover } }) {
  const { queries, says } = data,
    visible = unpack(data.visible);
  const room = (WIDTH - NAMES - 2 * SIGN - (says ? SAYS : 0)) / 3;
  const pitch = within(Math.floor(room / queries.length), 3, 40);
  const at = hover && Math.max(hover.row, hover.column) < queries.length ? hover : { row, column };
  return {
    scores: slice(unpack(data.scores), head),
    weights: slice(unpack(data.weights), head),
    hidden: (/** @type {number} */ i, /** @type {number} */ j) => cell(visible, i, j) === 0,
    anyHidden: visible.values.includes(0),
    at,
    pitch,
    side: pitch * queries.length,
    every: Math.ceil(13 / pitch),
  };
}

/** @param {Maps} view */
function render(view) {
  const { data, choose } = view,
    { says } = data,
    parts = partsOf(view);
  /** @type {(place: Cell, delay?: number) => void} */
  const pick = ({ row, column }, delay) =>
    choose({ row, column }, "pick", [row + 1, column + 1], delay);
  const maps = MAPS.map((_, i) => `${i ? `${SIGN}px ` : ""}max-content`).join(" ");
  // First the row of titles, then the names of the columns, then the cells.
  return html`<div class="scroll"><div class="sheet"
      style="grid-template-columns: ${NAMES}px ${maps} ${says ? `${SAYS}px` : ""}">
      <div class="corner"></div>
      ${MAPS.map(
        (name, i) => html`${i ? html`<div></div>` : nothing}
          <div class="title"><h3>${data.titles[name][0]}</h3>
            <span>${data.titles[name][1]}</span></div>`,
      )}
      ${
        says
          ? html`<div class="title says"><h3>${t("predicts")}</h3>
              <span>${t("with this probability")}</span></div>`
          : nothing
      }
      <div class="corner asks">${t("word ↓ attends to →")}</div>
      ${MAPS.map((_, i) => html`${i ? html`<div></div>` : nothing}${columnNames(data, parts)}`)}
      ${says ? html`<div></div>` : nothing}
      ${rowNames(data, parts)}
      ${MAPS.map(
        (name, i) => html`${i ? sign(i === 1 ? data.sign : t("softmax")) : nothing}
          ${map(view, parts, name, pick)}`,
      )}
      ${says ? predictions(says, parts, pick) : nothing}
    </div></div>
    <div class="chain" aria-live="polite">${chain(data, parts)}</div>
    <p class="legend">${legend(data, parts)}</p>`;
}

/** @type {(text: string) => unknown} */
const sign = (text) =>
  html`<div class="sign"><span>${text}</span><span class="arrow">→</span></div>`;

/**
 * How a name is shown: the one that is looked at always; if names are left out, its neighbours give
 * way.
 *
 * @type {(place: number, chosen: number, every: number) => {here: string, seen: string}}
 */
function shown(place, chosen, every) {
  const kept = place === chosen || (place % every === 0 && Math.abs(place - chosen) >= every);
  return { here: place === chosen ? "chosen" : "", seen: kept ? "visible" : "hidden" };
}

/** @type {(data: MaskMapsData, parts: Parts) => unknown} */
function columnNames({ keys }, { pitch, side, every, at }) {
  const steep = pitch < 17;
  return html`<svg class="columns" width=${side} height="54" aria-hidden="true">${keys.map(
    (token, i) => {
      const { here, seen } = shown(i, at.column, every);
      const x = (i + 0.5) * pitch + (steep ? 4 : 3);
      const turn = `translate(${x} 50) rotate(${steep ? -90 : -52})`;
      return svg`<text transform=${turn} class=${classesOf(here, token)}
        style="visibility: ${seen}">${cut(token.text, 9)}</text>`;
    },
  )}</svg>`;
}

/** @type {(data: MaskMapsData, parts: Parts) => unknown} */
function rowNames({ queries }, { pitch, side, every, at }) {
  return html`<div class="rows" aria-hidden="true" style="height: ${side}px">${queries.map(
    (token, i) => {
      const { here, seen } = shown(i, at.row, every);
      const place = `top: ${(i + 0.5) * pitch}px; font-size: ${within(pitch - 4, 12, 15)}px`;
      return html`<span class=${classesOf(here, token)} title=${token.text}
        lang=${ifAny(token.lang)} translate="no"
        style="${place}; visibility: ${seen}">${token.text}</span>`;
    },
  )}</div>`;
}

/**
 * One framed map: a canvas, and above it what is written and ringed.
 *
 * @type {(view: Maps, parts: Parts, name: MapName, pick: (place: Cell, delay?: number) => void) =>
 *   unknown}
 */
function map({ data, now, colours, set, keep }, parts, name, pick) {
  const { scores, weights, hidden, side, pitch, at } = parts,
    n = data.queries.length,
    first = name === "scores";
  const [matrix, scale, most] =
    name === "weights"
      ? [weights, colours.attention, 1]
      : [scores, colours.signed, largest(scores)];
  const painting = {
    of: [data, now.head, colours],
    paint: (/** @type {HTMLCanvasElement} */ canvas) =>
      paintCells(canvas, matrix, scale, most, first ? null : hidden),
  };
  const under = (/** @type {PointerEvent & {currentTarget: Element}} */ event) =>
    cellUnder(event.currentTarget, event, [n, n]);
  const walk = onKey(
    (key) => movedOver([now.row, now.column], key, [n, n]),
    ([row, column]) => {
      now.hover = null;
      pick({ row, column }, 150);
    },
  );
  const label = t(
    "Scores, masked scores and weights, {rows} by {columns}; arrow keys choose a cell",
    { rows: n, columns: n },
  );
  const leave = () => set({ hover: null });
  return html`<div class="cells ${name}" data-map=${name}
    style="width: ${side}px; height: ${side}px"
    tabindex=${first ? 0 : nothing} role=${first ? "application" : nothing}
    aria-label=${first ? label : nothing} @keydown=${first ? walk : nothing}
    @pointermove=${(/** @type {any} */ event) => set({ hover: under(event) })}
    @pointerleave=${leave} @blur=${leave}
    @click=${(/** @type {any} */ event) => pick(under(event))}>
    <canvas aria-hidden="true" .painting=${painting}></canvas>
    <svg width=${side} height=${side} aria-hidden="true">
      <g>${keep(
        name,
        first ? [...painting.of, at.row] : painting.of,
        () => svg`<path d=${edge(unpack(data.mask), pitch)} class="edge"></path>
          ${signs(name, parts, n, colours)}`,
      )}</g>
      <g><rect x="0.75" y=${at.row * pitch} width=${side - 1.5} height=${pitch}
          class="across"></rect>
        <rect x=${at.column * pitch} y=${at.row * pitch} width=${pitch} height=${pitch}
          class="ring"></rect></g>
    </svg></div>`;
}

/**
 * What would leak in the chosen row, −∞ where a score is masked, and weights where they fit.
 *
 * @type {(name: MapName, parts: Parts, n: number, colours: Maps["colours"]) => unknown}
 */
function signs(name, { scores, weights, hidden, pitch, at }, n, { attention }) {
  if (pitch < SIGNS_FROM) return nothing;
  /**
   * @type {(row: number, column: number, text: string, kind: string, style?: string) => unknown}
   */
  const write = (row, column, text, kind, style) =>
    svg`<text x=${(column + 0.5) * pitch} y=${(row + 0.5) * pitch + 4} class=${kind}
      style=${ifAny(style)}>${text}</text>`;
  const behind = times(n * n, (i) => [Math.floor(i / n), i % n]).filter(([row, column]) =>
    hidden(row, column),
  );
  if (name === "scores") {
    if (pitch < roomOfWeight()) return nothing;
    const later = behind.filter(([row]) => row === at.row);
    return leaks(scores, later).map(({ row, column, text }) => write(row, column, text, "leak"));
  }
  const masked = behind.map(([row, column]) =>
    name === "masked" ? write(row, column, "−∞", "") : write(row, column, "0", "zero"),
  );
  if (name === "masked" || pitch < roomOfWeight()) return masked;
  const written = writtenWeights(weights).map(({ row, column, weight, text }) =>
    write(row, column, text, "", `fill: ${ink(attention(weight))}`),
  );
  return [masked, written];
}

/**
 * The weights that hidden cells would have without the mask, where they count.
 *
 * @type {(scores: Tensor, behind: number[][]) => (Cell & {text: string})[]}
 */
function leaks(scores, behind) {
  const weights = behind.map(([row, column]) => {
    const sum = logOfSum(Array.from(rowOf(scores, row)));
    return Math.exp(cell(scores, row, column) - sum);
  });
  const shape = [1, weights.length];
  return writtenWeights({ shape, values: Float32Array.from(weights) }).map(({ column, text }) => ({
    row: behind[column][0],
    column: behind[column][1],
    text,
  }));
}

/**
 * The line between what may be seen and what may not.
 *
 * @type {(mask: Tensor, pitch: number) => string}
 */
function edge(mask, pitch) {
  const n = mask.shape[0];
  /** @type {(i: number, j: number) => boolean} */
  const seen = (i, j) => cell(mask, i, j) > 0;
  return times(n * n, (at) => {
    const i = Math.floor(at / n),
      j = at % n,
      [x, y] = [j * pitch, i * pitch];
    const left = j && seen(i, j - 1) !== seen(i, j) ? `M${x} ${y}v${pitch}` : "";
    return left + (i && seen(i - 1, j) !== seen(i, j) ? `M${x} ${y}h${pitch}` : "");
  }).join("");
}

/**
 * What each row is there to predict, and how probable it finds it; in dense maps, bars only.
 *
 * @type {(says: NonNullable<MaskMapsData["says"]>, parts: Parts, pick: (place: Cell) => void) =>
 *   unknown}
 */
const predictions = (says, { pitch, side, at }, pick) =>
  html`<div class="says ${pitch < 17 ? "dense" : ""}" style="height: ${side}px">${says.map(
    ({ text, special, p, masked }, row) => html`<div style="height: ${pitch}px"
      class="line ${row === at.row ? "chosen" : ""}"
      @click=${() => pick({ row, column: Math.min(row + 1, says.length - 1) })}
      ><span class="token ${special ? "special" : ""}" title=${text}>${text}</span
      ><span class="rail"><i style="width: ${p * 100}%"></i
      ><b title=${t("with the mask")} ?hidden=${masked === null}
        style="left: ${(masked ?? 0) * 100}%"></b></span
      ><span class="number">${number(p, 3)}</span></div>`,
  )}</div>`;

/**
 * One cell as a chain of numbers: score, masked score, power of e, row sum, weight.
 *
 * @type {(data: MaskMapsData, parts: Parts) => unknown}
 */
function chain(data, { scores, weights, hidden, at: { row: i, column: j } }) {
  const masked = hidden(i, j),
    score = cell(scores, i, j);
  const seen = Array.from(rowOf(scores, i)).filter((_, k) => !hidden(i, k));
  const pair = { query: data.queries[i].text, key: data.keys[j].text };
  const reads =
    data.says && j === i + 1
      ? t("“{query}” and “{key}”, the token to predict: score", pair)
      : t("“{query}” attends to “{key}”: score", pair);
  /** @type {(text: unknown) => unknown} */
  const word = (text) => html`<span class="word">${text}</span>`;
  /** @type {(text: string, name: string) => unknown} */
  const box = (text, name) => html`<span class="value" data-value=${name}>${text}</span>`;
  return [
    word(reads),
    box(number(score, 3), "score"),
    word(`${data.sign} →`),
    box(masked ? "−∞" : number(score, 3), "masked"),
    word(html`e<sup>x</sup> =`),
    box(masked ? "0" : exponential(score), "power"),
    word(t("÷ row sum")),
    box(exponential(logOfSum(seen)), "sum"),
    word("="),
    box(masked ? "0" : number(cell(weights, i, j), 3), "weight"),
  ];
}

/** @type {(data: MaskMapsData, parts: Parts) => string} */
function legend({ says }, { scores, anyHidden }) {
  const notes = [
    anyHidden &&
      t(
        "A number in the left map: the share of attention that this later word would get without " +
          "the mask. Hatched: −∞.",
      ),
    t("Scores: orange to brown is negative, blue is positive; full strength is ±{most}.", {
      most: number(largest(scores), 1),
    }),
    says
      ? t("The line is the mask's edge; the cell just to the right of it is the word to predict.")
      : t("The line is the mask's edge."),
    says?.some(({ masked }) => masked !== null) &&
      t("Ticks on the bars show the probability with the mask."),
  ];
  return notes.filter(Boolean).join(" ");
}
