// The small pictures inside the blocks. Each maker returns a function that paints a moment:
// {step, marked}, where marked tells whether the row of the step is to be seen.

import { svg } from "../../../../ui/views/library/dom.js";
import { largest, slice } from "../../../../ui/views/library/numbers.js";
import { painted } from "../../../../ui/views/library/paint.js";
import { barsPicture, change, wavesPicture } from "./diagram_curves.js";

/** @import { Box, HeadsName, Paint, View } from "./types.d.ts" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

export const MOST = 40; // rows of a thumbnail, as in model/measures/samples.py
/** @type {HeadsName[]} */
export const HEADS = ["encoder_self", "decoder_self", "cross"];
export const STACKS = new Set(["source_embedding", "target_embedding", "memory"]);
const OF_TARGET = /^(target|decoder|cross)/; // their rows are steps of the translation

/**
 * Which layer a block shows, from 0: a stack that has fewer stays at its last one.
 *
 * @param {View} view
 * @param {string} name
 * @returns {number}
 */
export const layerOf = (view, name) => Math.min(view.layer, view.tensors[name].shape[0]) - 1;

/**
 * Whether a block shows the heads of an attention.
 *
 * @param {string} name
 * @returns {name is HeadsName}
 */
export const isHeads = (name) => HEADS.some((one) => one === name);

/**
 * The frame of a matrix of so many rows; the function that it returns shows a painted one.
 *
 * @type {(parent: Element, box: Box, rows: number) => (url: string) => void}
 */
function picture(parent, [x, y, width, height], rows) {
  const crisp = rows <= height; // smaller cells would be dropped instead of blended
  const image = svg(
    "image",
    {
      x,
      y,
      width,
      height,
      preserveAspectRatio: "none",
      style: crisp ? "image-rendering: pixelated" : null,
    },
    parent,
  );
  svg("rect", { x, y, width, height, class: "frame" }, parent);
  return (url) => image.setAttribute("href", url);
}

/**
 * Keep every n-th row, so that at most so many remain.
 *
 * @type {(matrix: Tensor, most: number) => Tensor}
 */
function fewerRows(matrix, most) {
  const [rows, columns] = matrix.shape,
    every = Math.ceil(rows / most);
  if (every <= 1) return matrix;
  const kept = Array.from({ length: Math.ceil(rows / every) }, (_, i) => i * every);
  const values = new Float32Array(kept.length * columns);
  kept.forEach((row, i) =>
    values.set(matrix.values.subarray(row * columns, (row + 1) * columns), i * columns),
  );
  return { shape: [kept.length, columns], values };
}

/**
 * Ring the row of a step and veil what comes after it; the picture has some rows of count.
 *
 * @type {(parent: Element, box: Box, rows: number, count: number) => Paint}
 */
function rowMark(parent, [x, y, width, height], rows, count) {
  const veil = svg("rect", { x, width, class: "veil" }, parent);
  const every = Math.ceil(count / rows),
    pitch = height / rows;
  const thin = pitch < 4; // a ring would hide so low a row: underline it instead
  const ring = svg(
    "rect",
    { x: x - 1, width: width + 2, rx: thin ? 0 : 1.5, class: thin ? "mark thin" : "mark" },
    parent,
  );
  return ({ step, marked }) => {
    ring.style.display = veil.style.display = marked ? "" : "none";
    const row = Math.floor((step - 1) / every),
      end = y + (row + 1) * pitch;
    if (thin) change(ring, { y: Math.min(end, y + height - 0.5), height: 1.2 });
    else change(ring, { y: end - pitch, height: pitch });
    change(veil, { y: end, height: Math.max(0, y + height - end) });
  };
}

/**
 * Paint every matrix once for a theme, and again only when the theme or the sentence changes.
 *
 * @param {View} view
 * @returns {View["paint"]}
 */
export function painter(view) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (name, index, most = MOST) => {
    const key = [name, ...index, most].join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const matrix = fewerRows(slice(view.tensors[name], ...index), most);
    const { attention, signed } = view.colours;
    const url = isHeads(name)
      ? painted(matrix, attention)
      : painted(matrix, signed, largest(matrix));
    known.set(key, url);
    return url;
  };
}

/**
 * One of a layer's heads.
 *
 * @param {View} view
 * @param {HeadsName} name
 * @param {Element} parent
 * @param {Box} box
 * @param {number | null} [head]
 * @returns {Paint}
 */
export function headPicture(view, name, parent, box, head = null) {
  const rows = view.tensors[name].shape[2];
  const show = picture(parent, box, rows);
  const [x, y, width, height] = box;
  const diagonals = `M${x} ${y}l${width} ${height}m0 ${-height}l${-width} ${height}`;
  const cross = svg("path", { class: "crossed", d: diagonals }, parent);
  const mark = OF_TARGET.test(name)
    ? rowMark(parent, box, rows, view.data.target.length)
    : () => {};
  return (moment) => {
    const { shown: first, silent } = view.data.heads[name],
      layer = layerOf(view, name);
    const shown = head ?? first[layer];
    cross.style.display = silent[layer].includes(shown) ? "" : "none";
    show(view.paint(name, [layer, shown]));
    mark(moment);
  };
}

/**
 * All heads, four in a row, or all in one row on a phone.
 *
 * @type {(view: View, name: HeadsName, parent: Element, box: Box) => Paint}
 */
function headsPicture(view, name, parent, [x, y, width, height]) {
  const count = view.tensors[name].shape[1];
  const { narrow } = view.layout,
    gap = narrow ? 2 : 3;
  const columns = narrow ? count : Math.ceil(count / 2);
  const size = Math.min(
    (width - gap * (columns - 1)) / columns,
    narrow ? height : (height - gap) / 2,
  );
  const left = x + (width - columns * size - gap * (columns - 1)) / 2;
  const paints = Array.from({ length: count }, (_, head) =>
    headPicture(
      view,
      name,
      parent,
      [
        left + (head % columns) * (size + gap),
        y + Math.floor(head / columns) * (size + gap),
        size,
        size,
      ],
      head,
    ),
  );
  return (moment) => paints.forEach((paint) => paint(moment));
}

/**
 * One vector in each row.
 *
 * @param {View} view
 * @param {string} name
 * @param {Element} parent
 * @param {Box} box
 * @param {number | null} [fixed]
 * @returns {Paint}
 */
export function rowsPicture(view, name, parent, box, fixed = null) {
  const most = Math.min(MOST, Math.floor(box[3] / 2)); // a row of one pixel is hard to see
  const all = view.tensors[name].shape.at(-2) ?? 1,
    rows = Math.ceil(all / Math.ceil(all / most));
  const show = picture(parent, box, rows);
  const mark = OF_TARGET.test(name)
    ? rowMark(parent, box, rows, view.data.target.length)
    : () => {};
  return (moment) => {
    show(view.paint(name, STACKS.has(name) ? [] : [fixed ?? layerOf(view, name)], most));
    mark(moment);
  };
}

/**
 * The thumbnail that suits a block, or null where there is none.
 *
 * @param {View} view
 * @param {string} name
 * @param {Element} parent
 * @param {Box} box
 * @returns {Paint | null}
 */
export function thumbnail(view, name, parent, box) {
  if (name in { linear: 0, softmax: 0 }) return barsPicture(view, name, parent, box);
  if (!view.tensors[name]) return null;
  if (isHeads(name)) return headsPicture(view, name, parent, box);
  if (name.endsWith("_positions")) return wavesPicture(view, name, parent, box);
  return rowsPicture(view, name, parent, box);
}
