// One head's map in the unbroken model and in the broken one; a click chooses a row, whose weights
// are sliders beside the maps.

import { frame, placed, ring } from "../../../../ui/views/library/board.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { cellUnder } from "../../../../ui/views/library/dom.js";
import { DOWN, moved, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  number,
  rowOf,
  strongestOf,
  unpack,
  within,
} from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { makeDrag, pinned, withRow } from "./row_pins.js";
import { sliders } from "./row_sliders.js";

/** @import { Cell } from "../../../../ui/views/library/attention_map.js" */
/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { RowEditorData, RowEditorEvents } from "./data.d.ts" */
/** @import { Rows } from "./row_pins.js" */

/** Edited is the data from which weights were set last: it knows nothing of them. */
/** @typedef {{row: number, pins: Rows, hover?: Cell | null, edited?: RowEditorData}} Now */
/** @typedef {View<RowEditorData, Now, RowEditorEvents>} Editor */

const SIDE = 300,
  NAMES = 76,
  GAP = 28; // pixels of a map, of its tokens, and between the two
const NAME = 14,
  HIGHEST = 448; // pixels of a row with a name, and of a map with all of them
const SMALLEST = 12; // pixels of letters that can be read

export default defineView(
  "row_editor",
  {
    row: ({ queries, keys }) => [queries, keys],
    pins: ({ queries, keys, before }) => [queries, keys, before],
  },
  render,
);

/** @param {Editor} view */
function render(view) {
  const { data, now, root, set, once } = view,
    { queries, keys } = data,
    { row } = now,
    drag = once("drag", makeDrag);
  const [before, base, sent, seen] = [data.before, data.base, data.after, data.visible].map(unpack);
  const own = new Map(now.pins[row]),
    unpinned = [...rowOf(base, row)],
    weights = own.size ? pinned(unpinned, own) : unpinned;
  // What the server sent, but the chosen row as it stands on the sliders.
  const after = { shape: sent.shape, values: sent.values.slice() };
  after.values.set(weights, row * keys.length);
  const edit = (/** @type {Rows} */ pins) => tell(view, { pins, edited: data });
  const undo = () => {
    edit(withRow(now.pins, row, []));
    const board = /** @type {HTMLElement} */ (root.querySelector(".board"));
    board.focus({ preventScroll: true }); // the button that had the focus is hidden now
  };
  const heading = { row: row + 1, token: queries[row].text };
  const visible = [...rowOf(seen, row)];
  return html`<div class="maps">${maps(view, before, after)}</div>
    <div class="side"><div class="heading"
        ><h3>${t("Row {row}: “{token}” attends to", heading)}</h3><button type="button"
        ?hidden=${!own.size} @click=${undo}>${t("Undo this row")}</button></div>
      <p>${
        visible.filter(Boolean).length < 2
          ? t("This row can attend to only one token, which gets a weight of 1.")
          : t("Drag a weight, or use the arrow keys. The lines mark the original model.")
      }</p>
      <div class="sliders">${sliders(
        keys,
        { weights, before: rowOf(before, row), visible, pins: own },
        (key, weight) => set({ pins: drag(now.pins, row, unpinned, key, weight) }),
        () => edit(now.pins),
      )}</div></div>`;
}

/**
 * Choose, and tell the server: not each of a held arrow key. Of two messages that wait it reads
 * the newer, so each has all that it may not know yet.
 *
 * @type {(view: Editor, change: Partial<Now>) => void}
 */
function tell({ data, now, choose }, change) {
  const { row, pins, edited } = { ...now, ...change };
  const known = edited !== data && JSON.stringify(pins) === JSON.stringify(data.pins);
  const rows = Object.entries(pins).map(([row, list]) => ({ row: Number(row), pins: list }));
  const message = known ? { row: row + 1 } : { row: row + 1, edited: rows };
  choose(change, "choose", message, 150);
}

/**
 * Both maps with the tokens of their rows and columns, and the weights of the cell that is pointed
 * at, or else of the row's strongest.
 *
 * @type {(view: Editor, before: Tensor, after: Tensor) => unknown}
 */
function maps(view, before, after) {
  const { data, now, colours, set } = view,
    { queries, keys } = data,
    { row } = now,
    shape = [queries.length, keys.length];
  const side = Math.min(SIDE, (view.width - NAMES - GAP - 14) / 2); // both maps fit a phone
  const step = Math.max(4, Math.floor(side / Math.max(...shape, 8)));
  const pitch = queries.length * NAME > HIGHEST ? step : Math.max(step, NAME);
  const [width, height] = [step * keys.length, pitch * queries.length];
  const top = 26 + Math.max(...keys.map(({ text }) => Math.min(9, [...text].length))) * 7;
  const there = now.hover && now.hover.row < shape[0] && now.hover.column < shape[1];
  const hover = there ? now.hover : null,
    at = hover?.row ?? row,
    weights = [before, after].map((matrix) => rowOf(matrix, at)),
    column = hover?.column ?? strongestOf(weights[1]);
  /** @type {(row: number) => void} */
  const pick = (row) => tell(view, { row, hover: null });
  /**
   * @type {(act: (cell: Cell) => void) =>
   *   (event: MouseEvent & {currentTarget: Element}) => void}
   */
  const onCell = (act) => (event) => act(cellUnder(event.currentTarget, event, shape));
  const point = onCell((cell) => {
    if (cell.row !== now.hover?.row || cell.column !== now.hover.column) set({ hover: cell });
  });
  const walk = onKey((key) => moved(row, key, queries.length, { keys: DOWN }), pick);
  const both = [
    { x: NAMES, matrix: before, of: [data], title: t("original model") },
    { x: NAMES + width + GAP, matrix: after, of: [data, row, now.pins], title: t("changed model") },
  ];
  return html`<div class="board" tabindex="0" role="group" aria-label=${t(
    "Attention maps of the original and the changed model; the arrow keys choose a row",
  )} style="width: ${NAMES + 2 * width + GAP}px; height: ${top + height + 2}px" @keydown=${walk}
    >${both.map(({ x, matrix, of }) => {
      const painting = {
        of: [...of, colours],
        paint: (/** @type {HTMLCanvasElement} */ canvas) => dots(canvas, matrix, colours.attention),
      };
      return html`<canvas aria-hidden="true" .painting=${painting}
        style=${placed({ x, y: top, width, height })}
        @pointermove=${point}
        @pointerleave=${() => set({ hover: null })}
        @click=${onCell((place) => pick(place.row))}></canvas>`;
    })}<div aria-hidden="true">${rowNames(data, at, top, pitch, pick)}</div
    ><svg aria-hidden="true" width=${NAMES + 2 * width + GAP} height=${top + height + 2}
    >${both.map(
      ({ x, title }) => svg`${frame({ x, y: top, width, height }, "line2")}
        <text x=${x} y="14" class="letter">${title}</text>${columnNames(data, x, top, step)}
        ${ring(x, top + row * pitch, width, pitch)}
        ${hover ? ring(x + hover.column * step, top + hover.row * pitch, step, pitch) : nothing}`,
    )}</svg></div>
    <output class="readout" aria-live=${hover ? "off" : "polite"}>${t(
      "{query} → {key}: {before} in the original model, {now} in the changed one",
      {
        query: queries[at].text,
        key: keys[column].text,
        before: number(weights[0][column], 3),
        now: number(weights[1][column], 3),
      },
    )}</output>`;
}

/**
 * The names of rows, those that have room.
 *
 * @type {(data: RowEditorData, at: number, top: number, pitch: number,
 *   pick: (row: number) => void) => unknown}
 */
function rowNames({ queries }, at, top, pitch, pick) {
  const every = Math.ceil(NAME / pitch),
    high = Math.max(pitch, NAME);
  return queries.map((token, row) => {
    if (row % every) return nothing;
    const place = `top: ${top + row * pitch - (high - pitch) / 2}px; height: ${high}px`;
    return html`<span class=${classesOf(row === at ? "name chosen" : "name", token)}
      title=${token.text} lang=${ifAny(token.lang)} translate="no" @click=${() => pick(row)}
      style="${place}; line-height: ${high}px; font-size: ${within(pitch - 2, 12, 14)}px"
      >${token.text}</span>`;
  });
}

/**
 * The names of columns, upright, those that have room.
 *
 * @type {(data: RowEditorData, x: number, top: number, step: number) => unknown}
 */
function columnNames({ keys }, x, top, step) {
  const every = Math.ceil(SMALLEST / step);
  return keys.map(({ text, lang }, i) =>
    i % every
      ? nothing
      : svg`<text transform="translate(${x + (i + 0.5) * step + 4} ${top - 5}) rotate(-90)"
          class="plain" style="font-size: ${within(step, SMALLEST, 13.5)}px" lang=${ifAny(lang)}
          translate="no">${cut(text, 9)}</text>`,
  );
}
