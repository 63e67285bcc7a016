// Scenes 6 to 10 of the story: what each consists of at a moment, from 0 to 1, in a room.

import { t } from "../../../../ui/views/library/messages.js";
import { between, during } from "../../../../ui/views/library/motion.js";
import { whole, within } from "../../../../ui/views/library/numbers.js";
import {
  aboveAngle,
  arrows,
  bar,
  box,
  chip,
  dot,
  LABEL,
  LEFT,
  line,
  names,
  rows,
  strip,
  TOP,
  text,
  title,
} from "./story_shapes.js";

/** @import { Scene } from "./types.d.ts" */

/** @type {Scene} */
export function heads(told, progress, room) {
  const count = told.tensors.maps.shape[0];
  const columns = Math.min(count, 4);
  const high = (room.height - TOP) / Math.ceil(count / columns);
  const cell = Math.min((room.width - 2 * LEFT) / columns, high);
  const [size, side] = [Math.max(20, cell - 34), (room.width - cell * columns) / 2];
  const names = during(progress, 0.7, 0.9);
  const out = [title(t("each row is a word, each column a word that it attends to"))];
  for (let head = 0; head < count; head++) {
    const begins = (0.5 * head) / count;
    const alpha = during(progress, begins, begins + 0.3);
    const x = side + (head % columns) * cell + (cell - size) / 2;
    const y = TOP + Math.floor(head / columns) * cell;
    const habit = names ? told.habits[head] : undefined;
    const said = habit ?? t("head {head}", { head: head + 1 });
    const look = { bold: habit !== undefined, colour: habit ? "primary" : "muted" };
    const place = { align: "center", size: 12, width: cell - 4, alpha };
    out.push({ kind: "map", x, y, size, head, alpha });
    out.push(text(x + size / 2, y + size + 14, said, { ...look, ...place }));
    const frame = [x - 3, y - 3, size + 6, size + 6];
    if (habit) out.push(box(frame, "primary", { alpha: names }));
  }
  return out;
}

/** @type {Scene} */
export function block(told, progress, room) {
  const query = told.example?.query ?? 0;
  const [brings, adds] = [during(progress, 0.05, 0.3), during(progress, 0.3, 0.5)];
  const thinks = during(progress, 0.55, 0.95);
  const [x, width, high] = [LEFT + 96, Math.min(300, room.width - 140), 22];
  const [step, road] = [Math.min(76, room.height / 6.5), x + width + 16];
  const y = (/** @type {number} */ n) => TOP + 12 + n * step;
  const said = { size: 13, colour: "muted" };
  const columns = Math.max(32, Math.ceil(Math.sqrt(told.active.length * 2)));
  const lines = Math.ceil(told.active.length / columns);
  const last = room.height - 16;
  const cell = Math.min(width / columns, (last - 26 - y(3)) / lines);
  const ends = during(progress, 0.8, 0.95);
  return [
    title(t("the road on the right carries the old vector")),
    chip(LEFT, y(0), told.source[query], 88),
    strip([x, y(0), width, high], "block", 0),
    line([x + width, y(0)], [road, y(0)], 5, "X"),
    line([road, y(0)], [road, between(y(0), y(2), adds)], 5, "X"),
    text(LEFT, y(1), t("attention"), { ...said, alpha: brings }),
    strip([between(x - 40, x, brings), y(1), width, high], "block", 1, { alpha: brings }),
    text(LEFT, y(2), t("the sum"), { ...said, alpha: adds }),
    line([road, y(2)], [x + width, y(2)], 5, "X", { alpha: adds }),
    strip([x, y(2), width, high], "block", 2, { alpha: adds }),
    text(LEFT, y(3), t("detectors"), { ...said, alpha: thinks }),
    { kind: "units", x, y: y(3) - 8, cell, columns, alpha: thinks },
    line([road, y(2)], [road, between(y(2), last, ends)], 5, "X", { alpha: ends }),
    line([road, last], [x + width, last], 5, "X", { alpha: ends }),
    text(LEFT, last, t("the new sum"), { ...said, alpha: ends }),
    strip([x, last, width, high], "block", 3, { alpha: ends }),
  ];
}

/** @type {Scene} */
export function layers(told, progress, room) {
  const above = aboveAngle(room);
  const { y, high } = rows(above, told.source.length);
  const count = Object.keys(told.tensors).filter((one) => one.startsWith("layer ")).length;
  const x = LEFT + LABEL + 12;
  const width = (room.width - LEFT - x) / count;
  const out = names(told, above);
  const query = told.example?.query ?? 0;
  out.push(chip(LEFT, y(query), told.source[query], LABEL, { ring: true }));
  for (let n = 0; n < count; n++) {
    const alpha = during(progress, (0.75 * n) / count, (0.75 * (n + 1)) / count);
    const left = between(x + Math.max(0, n - 1) * width, x + n * width, alpha);
    const last = n === count - 1;
    const said = n === 0 ? t("input") : last ? t("memory") : String(n);
    const look = { colour: last ? "X-ink" : "muted", bold: last, alpha };
    const place = { align: "center", size: 12, width: width - 2 };
    out.push(text(left + width / 2 - 4, 15, said, { ...look, ...place }));
    told.source.forEach((_, row) => {
      out.push(strip([left, y(row), width - 8, high], `layer ${n}`, row, { alpha }));
    });
  }
  const [foot, top] = [y(told.source.length - 1) + high / 2 + 5, y(0) - high / 2 - 5];
  const frame = [x + (count - 1) * width - 4, top, width, foot - top];
  out.push(box(frame, "X", { alpha: during(progress, 0.8, 0.95) }));
  const both = /** @type {[string, string]} */ ([t("input"), t("memory")]);
  return [...out, ...arrows(room, both, told.turn, during(progress, 0.8, 0.95))];
}

/** @type {Scene} */
export function writer(told, progress, room) {
  const { y } = rows(room, told.source.length);
  const count = told.steps.length;
  const moment = within(progress * count, 0, count - 1e-6);
  const [step, part] = [Math.floor(moment), moment % 1];
  const { names: likeliest, probabilities, came, weights } = told.steps[step];
  const [memory, list, bars] = [
    Math.min(88, room.width * 0.2),
    room.width * 0.34,
    room.width * 0.6,
  ];
  const [wide, span] = [room.width * 0.2, Math.max(0, room.width - LEFT - bars - 92)];
  const written = [told.start, ...told.output.slice(0, count)];
  const pitch = Math.min(40, (room.height - TOP) / (count + 1));
  const row = (/** @type {number} */ n) => TOP + pitch * (n + 0.5);
  const [grows, falls] = [during(part, 0.15, 0.45), during(part, 0.6, 0.95)];
  const looks = during(part, 0, 0.25) * (1 - during(part, 0.6, 0.9));
  const out = [
    title(t("memory"), { colour: "X-ink" }),
    title(t("written so far"), { x: list }),
    title(t("what comes next?"), { x: bars }),
  ];
  told.source.forEach((token, place) => {
    const alpha = looks * Math.min(1, weights[place] * 2);
    const [from, to] = [
      [LEFT + memory, y(place)],
      [list, row(step)],
    ];
    out.push(line(from, to, 1 + 7 * weights[place], "primary", { alpha }));
    out.push(chip(LEFT, y(place), token, memory, { colour: "X" }));
  });
  written.forEach((token, n) => {
    const hidden = { dashed: true, alpha: 0.8 };
    if (n > step) out.push(box([list, row(n) - 11, wide, 22], "line2", hidden));
    else out.push(chip(list, row(n), token, wide, { ring: n === step }));
  });
  likeliest.forEach((name, n) => {
    const [at, wins] = [TOP + 30 * (n + 0.5), n === came];
    const alpha = grows * (1 - falls * (wins ? 1 : 0.6));
    const size = [2 + span * probabilities[n] * grows, 12];
    const colour = wins ? "primary" : "line2";
    out.push(text(bars, at, name, { size: 13, width: 72, bold: wins, alpha }));
    out.push(bar([bars + 76, at, ...size], colour, { alpha: 1 - falls * 0.6 }));
    const place = [between(bars, list, falls), between(at, row(step + 1), falls)];
    if (wins && falls) out.push(chip(place[0], place[1], written[step + 1], wide));
  });
  return out;
}

/** @type {Scene} */
export function training(told, progress, room) {
  const parts = [t("table"), t("encoder"), t("decoder"), t("guess")];
  const wide = (room.width - 2 * LEFT) / parts.length;
  const [wires, road] = [TOP + 18, TOP + 44];
  const [start, end] = [LEFT + wide / 2, LEFT + wide * (parts.length - 0.5)];
  const [forth, back] = [during(progress, 0.05, 0.35), during(progress, 0.4, 0.75)];
  const out = [
    title(back ? t("which numbers led to the error?") : t("a guess is made")),
    line([start, wires], [end, wires], 3, "line2"),
  ];
  parts.forEach((name, n) => {
    const middle = { align: "center", size: 13, width: wide - 20 };
    out.push(box([LEFT + n * wide + 8, wires - 16, wide - 16, 32], "line2", { filled: true }));
    out.push(text(LEFT + (n + 0.5) * wide, wires, name, middle));
  });
  if (forth && forth < 1) out.push(dot(between(start, end, forth), road, 7, "X"));
  const error = between(end, start, back);
  if (back) out.push(line([end, road], [error, road], 4, "negative", { alpha: 0.6 }));
  if (back && back < 1) out.push(dot(error, road, 8, "negative"));
  const count = told.frames.length;
  const pitch = Math.min(58, (room.height - road - 34) / Math.max(1, count));
  told.frames.forEach(({ step, text: said }, n) => {
    const begins = 0.15 + (0.65 * n) / count;
    const alpha = during(progress, begins, begins + 0.15);
    const y = road + 34 + n * pitch;
    const after = t("after {step} steps", { step: whole(step) });
    const look = { size: 15, bold: n === count - 1, width: room.width - 2 * LEFT };
    out.push(text(LEFT, y, after, { size: 12, colour: "muted", alpha }));
    out.push(text(LEFT, y + 19, said, { ...look, alpha }));
  });
  return out;
}
