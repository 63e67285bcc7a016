// The lines that are lit: those of the current rows, or of the word that is pointed at.

import { LEAST } from "../../../../ui/views/library/attention.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { columnOf, number, rowOf } from "../../../../ui/views/library/numbers.js";
import { mapOf } from "./memory_state.js";

/** @import { Point, Stage, State } from "./types.d.ts" */

/** @typedef {{reader: number, row: number, column: number, value: number}} Line */

export const FAINT = 3,
  BOLD = 9; // pixels that a line grows from weight 0 to weight 1

/**
 * Draw one line, from a reader's word to a column of the memory.
 *
 * @param {Stage} stage
 * @param {number} reader
 * @param {number} row
 * @param {number} column
 * @param {number} width
 * @param {string} kind
 * @param {Element} parent
 * @returns {Point}
 */
export function strand({ from, to, tall }, reader, row, column, width, kind, parent) {
  const a = from[reader][row],
    b = to[reader][column];
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const bend = tall ? `C${x} ${a.y} ${x} ${b.y}` : `C${a.x} ${y} ${b.x} ${y}`;
  svg(
    "path",
    {
      d: `M${a.x} ${a.y}${bend} ${b.x} ${b.y}`,
      class: kind,
      "stroke-width": width,
      "data-reader": reader,
      "data-row": row,
      "data-column": column,
    },
    parent,
  );
  return { x, y };
}

/**
 * Which lines are lit: those of a word that is pointed at, or else of the current rows.
 *
 * @type {(state: State) => Line[]}
 */
function litLines(state) {
  const { hover, rows, readers } = state;
  /** @type {(reader: number, row: number) => Line[]} */
  const whole = (reader, row) =>
    [...rowOf(mapOf(state, reader), row)].map((value, column) => ({ reader, row, column, value }));
  const { reader: pointed = 0, row, column } = hover ?? {};
  let lines;
  if (row !== undefined) {
    lines = whole(pointed, row).filter((line) => column === undefined || line.column === column);
  } else if (column !== undefined) {
    lines = readers.flatMap((_, reader) =>
      columnOf(mapOf(state, reader), column).map((value, at) => ({
        reader,
        row: at,
        column,
        value,
      })),
    );
  } else lines = readers.flatMap((_, reader) => whole(reader, rows[reader]));
  return lines.filter(({ value }) => value >= LEAST);
}

/**
 * Draw the lines that are lit in a state, and mark the words at their ends.
 *
 * @param {Stage} stage
 * @param {State} state
 */
export function lightStage(stage, state) {
  const lines = litLines(state),
    { hover, rows } = state,
    column = hover?.row === undefined ? hover?.column : undefined,
    byColumn = column !== undefined;
  stage.lit.replaceChildren();
  const middles = lines.map((line) =>
    strand(stage, line.reader, line.row, line.column, 1 + BOLD * line.value, "lit", stage.lit),
  );
  const chosen = [0, 1].flatMap((reader) =>
    strongest(lines.filter((one) => one.reader === reader)),
  );
  for (const line of chosen) {
    badges(stage, line);
    tag(stage, middles[lines.indexOf(line)], line.value);
  }
  const read = byColumn ? [column] : chosen.map((line) => line.column);
  stage.source.forEach((chip, i) => chip.classList.toggle("on", read.includes(i)));
  stage.chips.forEach((chips, reader) =>
    chips.forEach((chip, row) => {
      chip.classList.toggle("chosen", row === rows[reader]);
      chip.classList.toggle(
        "on",
        lines.some(
          (line) => line.reader === reader && line.row === row && (!byColumn || line.value >= 0.2),
        ),
      );
    }),
  );
}

/**
 * The line of the largest value, if there is one.
 *
 * @type {(lines: Line[]) => Line[]}
 */
const strongest = (lines) =>
  lines.length ? [lines.reduce((best, line) => (line.value > best.value ? line : best))] : [];

/**
 * The strongest weight, on its line.
 *
 * @type {(stage: Stage, place: Point, value: number) => void}
 */
function tag(stage, { x, y }, value) {
  const group = svg("g", { class: "tag" }, stage.lit);
  svg("rect", { x: x - 21, y: y - 12, width: 42, height: 24, rx: 12 }, group);
  svg("text", { x, y: y + 5 }, group, number(value));
}

/**
 * A query goes out from the reader's word; a key and a value are at the memory's edge.
 *
 * @type {(stage: Stage, line: Line) => void}
 */
function badges(stage, { reader, row, column }) {
  /** @type {(x: number, y: number, role: string) => void} */
  const badge = (x, y, role) => {
    svg(
      "circle",
      { cx: x, cy: y, r: 9, fill: `var(--glass-${role}-tint)`, stroke: `var(--glass-${role})` },
      stage.lit,
    );
    svg(
      "text",
      { x, y: y + 4.5, class: "badge", fill: `var(--glass-${role}-ink)` },
      stage.lit,
      role.toLowerCase(),
    );
  };
  const a = stage.from[reader][row],
    b = stage.to[reader][column];
  badge(a.x, a.y, "Q");
  const [dx, dy] = stage.tall ? [0, 9.5] : [9.5, 0];
  badge(b.x - dx, b.y - dy, "K");
  badge(b.x + dx, b.y + dy, "V");
}
