// Vectors as strips of thin cells, and one component that is read in all of them at once.

import { palette } from "./library/colours.js";
import { atNewWidth, cellUnder, element } from "./library/dom.js";
import { movedTo, walk } from "./library/keys.js";
import { t } from "./library/messages.js";
import { largest, number, unpack } from "./library/numbers.js";
import { dots } from "./library/paint.js";

/** @import { Tensor } from "./library/numbers.js" */

/**
 * @typedef {{name: string, vector: SentTensor, norm: number, role: string | null, note: string}}
 *   Row
 */

/**
 * Vectors from top to bottom; component is the place that is read, or null where it matters to
 * nobody else.
 *
 * @typedef {{rows: Row[], label: string, common: boolean, component: number | null}} Data
 */

/**
 * The parts of one row.
 *
 * @typedef {{above: HTMLElement, sign: HTMLElement, name: HTMLElement, cells: HTMLElement,
 *   canvas: HTMLCanvasElement, mark: HTMLElement, norm: HTMLElement, value: HTMLElement,
 *   most: number, columns: number, count: number, height: number}} Line
 */

/**
 * @typedef {HTMLElement & {data: Data, vectors: Tensor[], lines: Line[], count: number,
 *   pinned: number, send: (place: number) => void, head: HTMLElement, which: HTMLElement,
 *   table: HTMLElement, legend: HTMLElement, observer: ResizeObserver}} Root
 */

const THINNEST = 2; // pixels of a cell: a vector that is longer than its row takes several lines
const FULL = 0.99; // the share of all numbers that a scale spans: a few giants would pale the rest
const KEYS = { ArrowRight: 1, ArrowLeft: -1, PageDown: 16, PageUp: -16 };

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".strips");
  root.send = (place) => setTriggerValue("pick", place + 1);
  root.vectors = data.rows.map((row) => unpack(row.vector));
  root.count = Math.max(...root.vectors.map(({ values }) => values.length));
  if (root.data?.rows.length !== data.rows.length) build(root, data);
  root.data = data;
  if (data.component !== null) root.pinned = data.component;
  root.pinned = Math.min(root.pinned ?? strongest(root.vectors), root.count - 1);
  fill(root, data);
  paint(root);
}

/**
 * The component with the largest number of all: the one that is read at first.
 *
 * @type {(vectors: Tensor[]) => number}
 */
function strongest(vectors) {
  const { values } = vectors.reduce((a, b) => (largest(b) > largest(a) ? b : a));
  return values.reduce((best, v, i) => (Math.abs(v) > Math.abs(values[best]) ? i : best), 0);
}

/**
 * What full colour stands for: almost all numbers, zeros aside, lie below it.
 *
 * @type {(vectors: Tensor[]) => number}
 */
function span(vectors) {
  const sizes = Float32Array.from(vectors.flatMap(({ values }) => [...values].map(Math.abs)))
    .filter((size) => size > 0)
    .sort();
  return sizes[Math.floor((sizes.length - 1) * FULL)] ?? 1;
}

/** @type {(root: Root, data: Data) => void} */
function build(root, data) {
  root.replaceChildren();
  root.head = element("div", { class: "vector head", "aria-hidden": "true" }, root);
  element("span", { class: "norm" }, root.head, t("norm"));
  root.which = element("span", { class: "value" }, root.head);
  root.table = element("div", { role: "slider", tabindex: 0, "aria-valuemin": 1 }, root);
  root.lines = data.rows.map(() => vectorLine(root));
  root.legend = element("p", { class: "legend" }, root);
  walk(
    root.table,
    (key) => movedTo(root.pinned, key, root.count, { keys: KEYS }),
    (place) => pin(root, place),
  );
  root.observer ??= atNewWidth(root, () => paint(root));
}

/** @type {(root: Root) => Line} */
function vectorLine(root) {
  const above = element("div", { class: "above" }, root.table);
  const line = element("div", { class: "vector" }, root.table);
  const sign = element("span", { class: "sign" }, line);
  const name = element("span", { class: "name" }, line);
  const cells = element("div", { class: "cells" }, line);
  const canvas = element("canvas", { "aria-hidden": "true" }, cells);
  const mark = element("div", { class: "mark", hidden: "" }, cells);
  const norm = element("span", { class: "norm" }, line);
  const value = element("span", { class: "value" }, line);
  const sizes = { most: 1, columns: 1, count: 0, height: 1 }; // known when it is drawn
  const parts = { above, sign, name, cells, canvas, mark, norm, value, ...sizes };
  cells.onpointermove = (event) => read(root, placeUnder(parts, event));
  cells.onpointerleave = () => read(root);
  cells.onclick = (event) => pin(root, placeUnder(parts, event));
  return parts;
}

/**
 * Write what does not depend on width or theme.
 *
 * @type {(root: Root, data: Data) => void}
 */
function fill(root, data) {
  const { rows, common, label } = data;
  const own = root.vectors.map((vector) => span([vector])),
    all = span(root.vectors);
  root.lines.forEach((parts, i) => {
    const { name, note, norm, role } = rows[i],
      sign = [...note].length === 1;
    parts.sign.textContent = sign ? note : "";
    parts.above.textContent = sign ? "" : note;
    parts.name.textContent = parts.name.title = name;
    parts.norm.textContent = number(norm, 2);
    parts.cells.style.borderColor = `var(--glass-${role ?? "muted"})`;
    parts.name.style.color = role ? `var(--glass-${role}-ink)` : "";
    parts.most = common ? all : own[i];
  });
  const each = rows.map((row, i) =>
    t("±{most} in {row}", { most: number(own[i], 2), row: row.name }),
  );
  root.legend.textContent = common
    ? t(
        "Orange to brown is negative, blue is positive. In every row, the colour is " +
          "strongest at ±{most} and beyond.",
        { most: number(all, 2) },
      )
    : t(
        "Orange to brown is negative, blue is positive. The colour is strongest at {rows} " +
          "and beyond.",
        { rows: each.join(", ") },
      );
  root.table.setAttribute("aria-label", label);
  root.table.setAttribute("aria-valuemax", root.count);
}

/** @type {(root: Root) => void} */
function paint(root) {
  const colours = palette(root);
  root.lines.forEach((parts, i) => {
    const { values } = root.vectors[i],
      { canvas, cells, most } = parts;
    let lines = 1;
    while ((cells.clientWidth * lines) / values.length < THINNEST && lines < 16) lines *= 2;
    parts.columns = Math.ceil(values.length / lines);
    parts.count = values.length;
    cells.classList.toggle("several", lines > 1);
    cells.style.setProperty("--lines", String(lines));
    const shape = [lines, parts.columns];
    dots(canvas, { shape, values }, (value) => colours.signed(value / most));
    parts.height = lines;
  });
  read(root);
}

/** @type {(parts: Line, event: PointerEvent | MouseEvent) => number} */
function placeUnder(parts, event) {
  const { row: line, column } = cellUnder(parts.canvas, event, [parts.height, parts.columns]);
  return Math.min(parts.count - 1, line * parts.columns + column);
}

/**
 * Read one component in all rows: the one that is pointed at, or else the pinned one.
 *
 * @type {(root: Root, place?: number) => void}
 */
function read(root, place = root.pinned) {
  const which = t("component {number}", { number: place + 1 });
  root.which.textContent = which;
  const spoken = root.lines.map((parts, i) => {
    const { values } = root.vectors[i],
      outside = place >= values.length;
    parts.value.textContent = outside ? "–" : number(values[place], 3);
    parts.mark.hidden = outside;
    const column = place % parts.columns,
      line = Math.floor(place / parts.columns);
    Object.assign(parts.mark.style, {
      left: `${((column + 0.5) / parts.columns) * 100}%`,
      top: `${(line / parts.height) * 100}%`,
      height: `${100 / parts.height}%`,
      width: `${100 / parts.columns}%`,
    });
    return `${root.data.rows[i].name} ${parts.value.textContent}`;
  });
  root.table.setAttribute("aria-valuenow", place + 1);
  root.table.setAttribute("aria-valuetext", `${which}: ${spoken.join(", ")}`);
}

/** @type {(root: Root, place: number) => void} */
function pin(root, place) {
  root.pinned = place;
  read(root);
  if (root.data.component !== null) root.send(place);
}
