// The small pictures inside the blocks: matrices, waves of the positions, the likeliest tokens.

import { css } from "../../../../ui/views/library/colours.js";
import { times } from "../../../../ui/views/library/dom.js";
import { largest, slice, unpack, within } from "../../../../ui/views/library/numbers.js";
import { painted } from "../../../../ui/views/library/paint.js";
import { nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { HEADS, layerOf } from "./diagram_state.js";

/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Box } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { State } from "./diagram_state.js" */

export const MOST = 40; // rows of a thumbnail, as in model/measures/samples.py
export const STACKS = new Set(["source_embedding", "target_embedding", "memory"]);
const OF_TARGET = /^(target|decoder|cross)/; // their rows are steps of the translation

/**
 * Keep every n-th row.
 *
 * @type {(matrix: Tensor, every: number) => Tensor}
 */
function fewerRows({ shape: [rows, columns], values }, every) {
  const kept = Math.ceil(rows / every);
  return {
    shape: [kept, columns],
    values: Float32Array.from(
      { length: kept * columns },
      (_, i) => values[Math.floor(i / columns) * every * columns + (i % columns)],
    ),
  };
}

/**
 * Matrices as they were painted in the colours of one call of the server.
 *
 * @type {WeakMap<Palette, Map<string, string>>}
 */
const paintings = new WeakMap();

/**
 * A matrix of at most so many rows: a tensor of a block at an index. In blocks of the decoder, the
 * row of the step is ringed and what comes after it veiled.
 *
 * @type {(state: State, name: string, index: number[], box: Box, most?: number, over?: unknown) =>
 *   unknown}
 */
function matrix(state, name, index, box, most = MOST, over = nothing) {
  const { data, colours } = state,
    [x, y, width, height] = box;
  const all = data.tensors[name].shape.at(-2) ?? 1,
    every = Math.ceil(all / most),
    rows = Math.ceil(all / every);
  const key = [name, index, most].join(),
    known = paintings.get(colours) ?? new Map();
  paintings.set(colours, known);
  if (!known.has(key)) {
    const shown = fewerRows(slice(unpack(data.tensors[name]), ...index), every);
    const { attention, signed } = colours;
    known.set(
      key,
      HEADS.has(name) ? painted(shown, attention) : painted(shown, signed, largest(shown)),
    );
  }
  const crisp = rows <= height; // smaller cells would be dropped instead of blended
  return svg`<image x=${x} y=${y} width=${width} height=${height} preserveAspectRatio="none"
      style=${crisp ? "image-rendering: pixelated" : nothing} href=${known.get(key)}></image>
    <rect x=${x} y=${y} width=${width} height=${height} class="frame"></rect>
    ${over}${OF_TARGET.test(name) ? rowMark(state, box, rows) : nothing}`;
}

/**
 * The ring around the row of the step, and the veil over what comes after it.
 *
 * @type {(state: State, box: Box, rows: number) => unknown}
 */
function rowMark({ data, now, marked }, [x, y, width, height], rows) {
  if (!marked) return nothing;
  const pitch = height / rows,
    row = Math.floor((now.step - 1) / Math.ceil(data.target.length / rows)),
    end = y + (row + 1) * pitch,
    thin = pitch < 4; // a ring would hide so low a row: underline it instead
  const [top, tall] = thin ? [Math.min(end, y + height - 0.5), 1.2] : [end - pitch, pitch];
  return svg`<rect x=${x} y=${end} width=${width} height=${Math.max(0, y + height - end)}
      class="veil"></rect>
    <rect x=${x - 1} y=${top} width=${width + 2} height=${tall} rx=${thin ? 0 : 1.5}
      class="mark ${thin ? "thin" : ""}"></rect>`;
}

/**
 * One of a layer's heads; crossed out where it is silenced.
 *
 * @type {(state: State, name: string, box: Box, head?: number) => unknown}
 */
export function headPicture(state, name, box, head) {
  const layer = layerOf(state, name),
    { shown, silent } = state.data.heads[name],
    one = head ?? shown[layer],
    [x, y, width, height] = box;
  const crossed = svg`<path class="crossed"
    d="M${x} ${y}l${width} ${height}m0 ${-height}l${-width} ${height}"></path>`;
  const over = silent[layer].includes(one) ? crossed : nothing;
  return matrix(state, name, [layer, one], box, MOST, over);
}

/**
 * All heads, four in a row, or all in one row on a phone.
 *
 * @type {(state: State, name: string, box: Box) => unknown}
 */
function headsPicture(state, name, [x, y, width, height]) {
  const count = state.data.tensors[name].shape[1],
    { narrow } = state.layout,
    gap = narrow ? 2 : 3,
    columns = narrow ? count : Math.ceil(count / 2);
  const across = (width - gap * (columns - 1)) / columns,
    size = Math.min(across, narrow ? height : (height - gap) / 2),
    pitch = size + gap,
    left = x + (width - columns * pitch + gap) / 2;
  return times(count, (head) => {
    const [row, column] = [Math.floor(head / columns), head % columns];
    return headPicture(state, name, [left + column * pitch, y + row * pitch, size, size], head);
  });
}

/**
 * One vector in each row; of a layer, if the block is in one.
 *
 * @type {(state: State, name: string, box: Box, layer?: number) => unknown}
 */
export function rowsPicture(state, name, box, layer) {
  const most = Math.min(MOST, Math.floor(box[3] / 2)); // a row of one pixel is hard to see
  return matrix(state, name, STACKS.has(name) ? [] : [layer ?? layerOf(state, name)], box, most);
}

/**
 * A few columns of the positional encoding: smooth curves through the numbers of each position.
 *
 * @type {(state: State, name: string, box: Box) => unknown}
 */
function wavesPicture({ data }, name, [x, y, width, height]) {
  const {
    shape: [positions, columns],
    values,
  } = unpack(data.tensors[name]);
  return times(columns, (column) => {
    const points = times(positions, (i) => [
      x + (positions > 1 ? (width * i) / (positions - 1) : width / 2),
      y + height / 2 - values[i * columns + column] * height * 0.46,
    ]);
    const opacity = [1, 0.62, 0.35][column];
    const dot = (/** @type {number[]} */ [cx, cy]) =>
      svg`<circle cx=${cx} cy=${cy} r="2.6" class="wave dot" opacity=${opacity}></circle>`;
    return svg`${positions < 3 ? points.map(dot) : nothing /* hardly a curve */}
      <path d=${smooth(points)} class="wave" opacity=${opacity}></path>`;
  });
}

/**
 * A curve through all points (Catmull-Rom).
 *
 * @type {(points: number[][]) => string}
 */
function smooth(points) {
  const at = (/** @type {number} */ i) => points[within(i, 0, points.length - 1)];
  return points.reduce((path, [x, y], i) => {
    if (!i) return `M${x} ${y}`;
    const [a, b, c] = [at(i - 2), at(i - 1), at(i + 1)];
    const leaves = `${b[0] + (x - a[0]) / 6} ${b[1] + (y - a[1]) / 6}`;
    return `${path}C${leaves} ${x - (c[0] - b[0]) / 6} ${y - (c[1] - b[1]) / 6} ${x} ${y}`;
  }, "");
}

/**
 * A score is signed; a probability is on the scale from 0 to 1, never too pale to be seen.
 *
 * @type {(state: State, value: number, signed: boolean) => string}
 */
export const barColour = ({ colours }, value, signed) =>
  signed
    ? `var(--glass-${value < 0 ? "negative" : "positive"})`
    : css(colours.attention(Math.max(0.3, value)));

/**
 * The likeliest next tokens of a step as bars: scores around zero, or probabilities up to 1.
 *
 * @type {(state: State, linear: boolean, box: Box) => unknown}
 */
function barsPicture(state, linear, [x, y, width, height]) {
  const { next } = state.data,
    all = slice(unpack(linear ? next.logits : next.probabilities), state.now.step - 1).values;
  const values = [...(linear ? all : all.subarray(0, next.names[0].length))],
    most = linear ? largest({ values }) : 1,
    below = values.some((value) => value < 0);
  const base = below ? y + height / 2 : y + height - 0.5,
    room = below ? height / 2 : height - 1,
    pitch = width / values.length;
  return svg`${values.map((value, i) => {
    const size = Math.max(1.2, (Math.abs(value) / most) * room);
    return svg`<rect x=${x + i * pitch + 0.5} y=${value < 0 ? base : base - size}
      width=${pitch - 1} height=${size} rx=${linear ? 0 : 1}
      fill=${barColour(state, value, linear)}></rect>`;
  })}<line x1=${x} x2=${x + width} y1=${base} y2=${base} class="ground"></line>`;
}

/**
 * The thumbnail that suits a block.
 *
 * @type {(state: State, name: string, box: Box) => unknown}
 */
export function thumbnail(state, name, box) {
  if (name === "linear" || name === "softmax") return barsPicture(state, name === "linear", box);
  if (HEADS.has(name)) return headsPicture(state, name, box);
  if (name.endsWith("_positions")) return wavesPicture(state, name, box);
  return rowsPicture(state, name, box);
}
