// Attention of all words at once, as matrices, and below them the arithmetic of one cell.

import { cell, paintCells, transposed } from "../../../../ui/views/library/attention.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { cellUnder } from "../../../../ui/views/library/dom.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number } from "../../../../ui/views/library/numbers.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { cellCard } from "./attention_cell.js";
import { attendNow, CHOICES, hear, pick } from "./attention_chosen.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Head, Numbers } from "../../../../ui/views/library/attention.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */
/** @import { AttentionData, AttentionEvents } from "./data.d.ts" */

/** @typedef {"Q" | "K" | "scores" | "weights" | "V" | "Z"} MatrixName */
/** @typedef {"word" | "key" | ""} Axis */

/**
 * Besides the cell that is chosen: a key that is pointed at, a number of a matrix, and a product of
 * the cell that is opened.
 *
 * @typedef {import("./attention_chosen.js").Now & {pointed?: number,
 *   read?: {name: MatrixName, row: number, column: number} | null,
 *   product?: {of: string, place: number}}} Now
 */

/** @typedef {View<AttentionData, Now, AttentionEvents>} Matrices */

/**
 * Rows and columns, as the head names their counts.
 *
 * @type {Record<MatrixName, ("queries" | "keys" | "d_k")[]>}
 */
const SHAPES = {
  Q: ["queries", "d_k"],
  K: ["d_k", "keys"],
  scores: ["queries", "keys"],
  weights: ["queries", "keys"],
  V: ["keys", "d_k"],
  Z: ["queries", "d_k"],
};
const ONE_LINE = 11; // tokens for which the whole formula fits side by side

export default defineView("attention_matrices", CHOICES, render, (heard) => ({
  ...hear(heard),
  pointed: heard.pointed,
}));

/** @param {Matrices} view */
function render(view) {
  const { data, now } = view,
    { head, key } = attendNow(data, now);
  const { queries, keys, d_k } = head,
    most = Math.max(queries, keys);
  const pitch =
    most > ONE_LINE ? Math.max(2.5, Math.min(13, 270 / most)) : Math.min(22, 128 / most);
  const wide = d_k * 3.6,
    across = keys * pitch,
    high = queries * pitch;
  /**
   * @type {(name: MatrixName, caption: string, values: Numbers, size: number[], axes: Axis[]) =>
   *   unknown}
   */
  const add = (name, caption, values, size, axes) =>
    matrix(view, { head, key }, { name, caption, values, size, axes });
  const sign = (/** @type {string} */ text) => html`<span class="sign">${text}</span>`;
  const all = names(data.queries, pitch, now.word);
  return html`<div class="headline"><h3>${t("All words at once")}</h3>
      <span class="hint">${t("rows attend to columns · click any cell")}</span></div>
    <div class="flow">
      <div class="half">${all}
        ${add("Q", "Q", head.q, [wide, high], ["word", ""])}${sign("·")}
        ${add("K", "Kᵀ", transposed(head.k), [across, Math.max(d_k * 3, across)], ["", "key"])}
        ${sign(now.divide ? `÷ √${d_k} =` : t("(not divided) ="))}
        ${add("scores", t("scores"), head.scores, [across, high], ["word", "key"])}</div>
      <div class="half">${sign(head.masked ? t("mask, softmax →") : t("softmax →"))}
        ${most > ONE_LINE ? all : nothing}
        ${add("weights", t("weights"), head.weights, [across, high], ["word", "key"])}${sign("·")}
        ${add("V", "V", head.v, [wide, keys * pitch], ["key", ""])}${sign("=")}
        ${add("Z", "Z", head.z, [wide, high], ["word", ""])}</div>
    </div>
    <div class="readout" aria-live="polite">${readout(view, head, key)}</div>
    ${cellCard(view, head, key)}`;
}

/**
 * The tokens of the rows; where they are too many, some are left out. The chosen word's name is
 * always there; its neighbours make room.
 *
 * @type {(tokens: Token[], pitch: number, word: number) => unknown}
 */
function names(tokens, pitch, word) {
  const every = Math.ceil(11.5 / pitch);
  return html`<div class="names" aria-hidden="true" style="height: ${tokens.length * pitch}px">
    ${tokens.map((token, i) => {
      const kept = i === word || (i % every === 0 && Math.abs(i - word) >= every);
      return html`<span lang=${ifAny(token.lang)} translate="no" ?hidden=${!kept}
        class=${i === word ? "chosen" : ""}
        style="top: ${(i + 0.5) * pitch}px">${token.text}</span>`;
    })}</div>`;
}

/**
 * A framed picture of numbers; rings on it show which row and column are chosen.
 *
 * @type {(view: Matrices, chosen: {head: Head, key: number}, look: {name: MatrixName, caption:
 *   string, values: Numbers, size: number[], axes: Axis[]}) => unknown}
 */
function matrix(view, { head, key }, { name, caption, values, size, axes: [rows, columns] }) {
  const { data, now, colours, set } = view,
    [count, width] = values.shape,
    cells = Boolean(rows && columns);
  const [scale, most] =
    name === "weights" ? [colours.attention, 1] : [colours.signed, largest(values)];
  const painting = {
    of: [data, now.head, now.divide, colours],
    paint: (/** @type {HTMLCanvasElement} */ canvas) =>
      paintCells(canvas, values, scale, most, cells ? (i, j) => !head.visible(i, j) : null),
  };
  const under = (/** @type {MouseEvent & {currentTarget: Element}} */ event) =>
    cellUnder(event.currentTarget, event, values.shape);
  const click = (/** @type {any} */ event) => {
    const { row, column } = under(event);
    pick(view, { ...(rows && { [rows]: row }), ...(columns && { [columns]: column }) });
  };
  const walk = onKey(
    (pressed) => movedOver([now.word, key], pressed, values.shape),
    ([word, to]) => pick(view, { word, key: to }, 150),
  );
  /** @type {(at: number, count: number, from: string, long: string) => string} */
  const part = (at, count, from, long) =>
    `${from}: ${(100 * at) / count}%; ${long}: ${100 / count}%`;
  const place = rows === "key" ? key : now.word,
    shape = { queries: head.queries, keys: head.keys };
  const spoken =
    name === "scores"
      ? t("scores, {queries} by {keys}; arrow keys choose a cell", shape)
      : t("weights, {queries} by {keys}; arrow keys choose a cell", shape);
  const pointed = now.pointed ?? -1;
  return html`<figure class="matrix ${"QKVZ".includes(name) ? name : ""}" data-matrix=${name}>
    <figcaption>${caption}</figcaption>
    <div class="cells" style="width: ${size[0]}px; height: ${size[1]}px"
      tabindex=${cells ? 0 : nothing} role=${cells ? "application" : nothing}
      aria-label=${cells ? spoken : nothing} @keydown=${cells ? walk : nothing} @click=${click}
      @mousemove=${(/** @type {any} */ event) => set({ read: { name, ...under(event) } })}
      @mouseleave=${() => set({ read: null })}
      ><canvas aria-hidden="true" .painting=${painting}></canvas>
      ${
        columns
          ? html`<span class="pointed" style="${part(pointed, width, "left", "width")};
              display: ${pointed < 0 ? "none" : "block"}"></span>`
          : nothing
      }
      ${
        rows
          ? html`<span class="ring across" style=${part(place, count, "top", "height")}></span>`
          : nothing
      }
      ${
        columns
          ? html`<span class="ring down" style=${part(key, width, "left", "width")}></span>`
          : nothing
      }</div>
    <div class="shape">${count} × ${width}</div></figure>`;
}

/**
 * Say in words what is pointed at, or else what is chosen.
 *
 * @type {(view: Matrices, head: Head, key: number) => string}
 */
function readout({ data: { queries, keys }, now: { word, read } }, head, key) {
  const [rows, columns] = SHAPES[read?.name ?? "weights"].map((count) => head[count]);
  const there = read && read.row < rows && read.column < columns; // another sentence has others
  const { name, row, column } = there ? read : { name: "weights", row: word, column: key };
  /** @type {(numbers: Numbers, tokens: Token[], row: number, column: number) => object} */
  const at = (numbers, tokens, i, j) => ({
    token: tokens[i].text,
    number: j + 1,
    value: number(cell(numbers, i, j), 3),
  });
  if (name === "Q") {
    return t("q of “{token}”, number {number}: {value}", { ...at(head.q, queries, row, column) });
  }
  if (name === "K") {
    return t("k of “{token}”, number {number}: {value}", { ...at(head.k, keys, column, row) });
  }
  if (name === "V") {
    return t("v of “{token}”, number {number}: {value}", { ...at(head.v, keys, row, column) });
  }
  if (name === "Z") {
    return t("z of “{token}”, number {number}: {value}", { ...at(head.z, queries, row, column) });
  }
  const gaps = {
    query: queries[row].text,
    key: keys[column].text,
    score: number(cell(head.scores, row, column), 3),
    weight: number(cell(head.weights, row, column), 3),
  };
  return head.visible(row, column)
    ? t("“{query}” attends to “{key}”: score {score}, weight {weight}", gaps)
    : t("“{query}” and “{key}”: score {score}, masked, weight {weight}", gaps);
}
