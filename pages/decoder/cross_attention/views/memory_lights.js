// The lines that are lit: those of the current rows, or of the word that is pointed at.

import { LEAST } from "../../../../ui/views/library/attention.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { columnOf, number, rowOf } from "../../../../ui/views/library/numbers.js";
import { mapOf } from "./memory_state.js";

export const FAINT = 3,
  BOLD = 9; // pixels that a line grows from weight 0 to weight 1

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

/** Which lines are lit: those of a word that is pointed at, or else of the current rows. */
function litLines(state) {
  const { hover, rows, readers } = state;
  const whole = (reader, row) =>
    [...rowOf(mapOf(state, reader), row)].map((value, column) => ({ reader, row, column, value }));
  let lines;
  if (hover?.row !== undefined && hover.column !== undefined) {
    lines = whole(hover.reader, hover.row).filter(({ column }) => column === hover.column);
  } else if (hover?.row !== undefined) lines = whole(hover.reader, hover.row);
  else if (hover) {
    lines = readers.flatMap((_, reader) =>
      columnOf(mapOf(state, reader), hover.column).map((value, row) => ({
        reader,
        row,
        column: hover.column,
        value,
      })),
    );
  } else lines = readers.flatMap((_, reader) => whole(reader, rows[reader]));
  return lines.filter(({ value }) => value >= LEAST);
}

export function lightStage(stage, state) {
  const lines = litLines(state),
    { hover, rows } = state,
    byColumn = hover && hover.row === undefined;
  stage.lit.replaceChildren();
  const middles = lines.map((line) =>
    strand(stage, line.reader, line.row, line.column, 1 + BOLD * line.value, "lit", stage.lit),
  );
  const chosen = [0, 1]
    .map((reader) =>
      lines
        .filter((line) => line.reader === reader)
        .reduce((best, line) => (line.value > (best?.value ?? 0) ? line : best), null),
    )
    .filter(Boolean);
  for (const line of chosen) {
    badges(stage, line);
    tag(stage, middles[lines.indexOf(line)], line.value);
  }
  const read = byColumn ? [hover.column] : chosen.map(({ column }) => column);
  stage.source.forEach((chip, column) => chip.classList.toggle("on", read.includes(column)));
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

/** The strongest weight, on its line. */
function tag(stage, { x, y }, value) {
  const group = svg("g", { class: "tag" }, stage.lit);
  svg("rect", { x: x - 21, y: y - 12, width: 42, height: 24, rx: 12 }, group);
  svg("text", { x, y: y + 5 }, group, number(value));
}

/** A query goes out from the reader's word; a key and a value are at the memory's edge. */
function badges(stage, { reader, row, column }) {
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
