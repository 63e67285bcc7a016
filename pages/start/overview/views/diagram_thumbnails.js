// The small pictures inside the blocks. Each maker returns a function that paints a moment:
// {step, marked}, where marked tells whether the row of the step is to be seen.

import { css } from "../../../../ui/views/library/colours.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { largest, slice, within } from "../../../../ui/views/library/numbers.js";
import { painted } from "../../../../ui/views/library/paint.js";

export const MOST = 40; // rows of a thumbnail, as in pages/start/overview/computed.py
export const HEADS = new Set(["encoder_self", "decoder_self", "cross"]);
export const STACKS = new Set(["source_embedding", "target_embedding", "memory"]);
const OF_TARGET = /^(target|decoder|cross)/; // their rows are steps of the translation

/** Which layer a block shows, from 0: a stack that has fewer stays at its last one. */
export const layerOf = (view, name) => Math.min(view.layer, view.tensors[name].shape[0]) - 1;

/** Set several attributes of a node that is there already. */
export function change(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}

/** The frame of a matrix of so many rows; the function that it returns shows a painted one. */
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

/** Keep every n-th row, so that at most so many remain. */
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

/** Ring the row of a step and veil what comes after it; the picture has some rows of count. */
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

/** Paint every matrix once for a theme, and again only when the theme or the sentence changes. */
export function painter(view) {
  const known = new Map();
  return (name, index, most = MOST) => {
    const key = [name, ...index, most].join();
    if (!known.has(key)) {
      const matrix = fewerRows(slice(view.tensors[name], ...index), most);
      const { attention, signed } = view.colours;
      known.set(
        key,
        HEADS.has(name) ? painted(matrix, attention) : painted(matrix, signed, largest(matrix)),
      );
    }
    return known.get(key);
  };
}

/** One of a layer's heads. */
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

/** All heads, four in a row, or all in one row on a phone. */
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

/** One vector in each row. */
export function rowsPicture(view, name, parent, box, fixed = null) {
  const most = Math.min(MOST, Math.floor(box[3] / 2)); // a row of one pixel is hard to see
  const all = view.tensors[name].shape.at(-2),
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

/** A few columns of the positional encoding: smooth curves through the numbers of each position. */
function wavesPicture(view, name, parent, [x, y, width, height]) {
  const {
    shape: [positions, columns],
    values,
  } = view.tensors[name];
  for (let column = 0; column < columns; column++) {
    const points = Array.from({ length: positions }, (_, i) => [
      x + (positions > 1 ? (width * i) / (positions - 1) : width / 2),
      y + height / 2 - values[i * columns + column] * height * 0.46,
    ]);
    const look = { class: "wave", opacity: [1, 0.62, 0.35][column] };
    if (positions < 3) {
      // hardly a curve
      const dot = { ...look, class: "wave dot", r: 2.6 };
      points.forEach(([cx, cy]) => svg("circle", { cx, cy, ...dot }, parent));
    }
    svg("path", { d: smooth(points), ...look }, parent);
  }
  return () => {};
}

/** A curve through all points (Catmull-Rom). */
function smooth(points) {
  const at = (i) => points[within(i, 0, points.length - 1)];
  return points.reduce((path, [x, y], i) => {
    if (!i) return `M${x} ${y}`;
    const [a, b, c] = [at(i - 2), at(i - 1), at(i + 1)];
    const leaves = `${b[0] + (x - a[0]) / 6} ${b[1] + (y - a[1]) / 6}`;
    return `${path}C${leaves} ${x - (c[0] - b[0]) / 6} ${y - (c[1] - b[1]) / 6} ${x} ${y}`;
  }, "");
}

/** A score is signed; a probability is on the scale from 0 to 1, never too pale to be seen. */
export const barColour = (view, value, signed) =>
  signed
    ? `var(--glass-${value < 0 ? "negative" : "positive"})`
    : css(view.colours.attention(Math.max(0.3, value)));

/** The likeliest next tokens of a step as bars: scores around zero, or probabilities up to 1. */
function barsPicture(view, name, parent, [x, y, width, height]) {
  const logits = name === "linear";
  const count = logits ? view.logits.shape[1] : view.data.next.names[0].length;
  const bars = Array.from({ length: count }, (_, i) =>
    svg(
      "rect",
      { x: x + (i * width) / count + 0.5, width: width / count - 1, rx: logits ? 0 : 1 },
      parent,
    ),
  );
  const ground = svg("line", { x1: x, x2: x + width, class: "ground" }, parent);
  return ({ step }) => {
    const { values } = slice(logits ? view.logits : view.probabilities, step - 1);
    const shown = values.subarray(0, count),
      most = logits ? largest({ values: shown }) : 1;
    const below = shown.some((value) => value < 0);
    const base = below ? y + height / 2 : y + height - 0.5,
      room = below ? height / 2 : height - 1;
    shown.forEach((value, i) => {
      const size = Math.max(1.2, (Math.abs(value) / most) * room);
      const fill = barColour(view, value, logits);
      change(bars[i], { y: value < 0 ? base : base - size, height: size, fill });
    });
    change(ground, { y1: base, y2: base });
  };
}

/** The thumbnail that suits a block, or null where there is none. */
export function thumbnail(view, name, parent, box) {
  if (name in { linear: 0, softmax: 0 }) return barsPicture(view, name, parent, box);
  if (!view.tensors[name]) return null;
  if (HEADS.has(name)) return headsPicture(view, name, parent, box);
  if (name.endsWith("_positions")) return wavesPicture(view, name, parent, box);
  return rowsPicture(view, name, parent, box);
}
