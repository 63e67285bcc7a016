// Scenes 1 to 5 of the story: what each consists of at a moment, from 0 to 1, in a room.

import { t } from "../../../../ui/views/library/messages.js";
import { between, during } from "../../../../ui/views/library/motion.js";
import { rowOf, whole, within } from "../../../../ui/views/library/numbers.js";
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
  percent,
  rows,
  strip,
  TOP,
  text,
  title,
  word,
  words,
} from "./story_shapes.js";

/** @import { Scene } from "./types.d.ts" */

const WORDS = 8; // of each sentence in the first scene
const TABLE = 34; // pixels of the table's width
const WAVES = [0, 10, 24]; // which numbers are drawn as waves: fast, slower, slow
const WAVE = 30; // pixels of the width of each

/** @type {Scene} */
export function gap(told, progress, room) {
  const [from, to] = [told.words.source, told.words.target].map((all) =>
    all.map((one, i) => (i < WORDS ? one : "…")),
  );
  const [middle, half] = [room.width / 2, Math.min(78, room.width / 6)];
  const height = Math.min(room.height - TOP, WORDS * 44);
  const [centre, side] = [TOP + height / 2, room.width - LEFT - LABEL];
  /** @type {(i: number, count: number) => number} */
  const place = (i, count) => TOP + (height / count) * (i + 0.5);
  const enters = during(progress, 0.05, 0.4);
  const out = [
    title(t("your sentence")),
    title(t("its translation"), { x: room.width - LEFT, align: "right" }),
    box([middle - half, centre - half, 2 * half, 2 * half], "primary", { dashed: true }),
    text(middle, centre, "?", { size: 52, bold: true, align: "center", colour: "primary" }),
  ];
  from.forEach((one, i) => {
    const y = place(i, from.length);
    const [x, end] = [LEFT + LABEL, [middle - half, centre]];
    const reached = [between(x, end[0], enters), between(y, end[1], enters)];
    out.push(line([x, y], reached, 2, "X", { alpha: 0.55 }), word(LEFT, y, one, LABEL));
  });
  to.forEach((one, i, all) => {
    const share = 0.5 / all.length;
    const alpha = during(progress, 0.4 + share * i, 0.45 + share * (i + 1));
    if (!alpha) return;
    const y = place(i, to.length);
    const reached = [between(middle + half, side, alpha), between(centre, y, alpha)];
    out.push(line([middle + half, centre], reached, 2, "Z", { alpha: 0.55 }));
    out.push(word(side, y, one, LABEL, { alpha }));
  });
  return out;
}

/** @type {Scene} */
export function pieces(told, progress, room) {
  const { y } = rows(room, told.source.length);
  const [joins, rests] = [during(progress, 0.1, 0.75), during(progress, 0.55, 0.95)];
  const all = words(told.source);
  const out = [title(t("your sentence, cut into pieces")), ...names(told, room, { alpha: rests })];
  const side = room.width * 0.55;
  if (told.rare.length) {
    const alpha = during(progress, 0.6, 0.7);
    const cut = during(progress, 0.75, 0.95);
    out.push(title(t("a rarer word"), { x: side, alpha }));
    out.push(word(side, y(0), told.rare.join(""), room.width - side, { alpha }));
    told.rare.forEach((piece, n) => {
      const falls = between(y(0), y(n + 1), cut);
      out.push(word(side, falls, piece, room.width - side, { border: true, alpha: cut }));
    });
  }
  told.source.forEach((token, row) => {
    if (token.special || rests === 1) return;
    const first = all.findLast((one) => one.first <= row)?.first ?? row;
    const before = told.source.slice(first, row).reduce((sum, { text }) => sum + text.length, 0);
    const x = between(room.width * 0.2 + before * 22, LEFT, joins);
    const look = { gap: (1 - joins) * 13, alpha: 1 - rests };
    out.push({
      kind: "letters",
      x,
      y: between(y(first), y(row), joins),
      text: token.text,
      ...look,
    });
  });
  return out;
}

/** @type {Scene} */
export function numbers(told, progress, room) {
  const above = told.alike ? aboveAngle(room) : room;
  const { y, high } = rows(above, told.source.length);
  const [comes, slides] = [during(progress, 0.05, 0.3), during(progress, 0.3, 0.7)];
  const [ids, x, side] = [LEFT + LABEL + 12, LEFT + LABEL + 62, room.width - LEFT - TABLE];
  const tall = above.height - TOP - 30;
  const out = [
    title(t("piece")),
    title(t("number"), { x: ids }),
    title(t("the table"), { x: room.width - LEFT, align: "right" }),
    ...names(told, above),
    strip([side, TOP + tall / 2, TABLE, tall], "table", -1),
  ];
  told.ids.forEach((id, row) => {
    out.push(text(ids, y(row), whole(id), { size: 13, alpha: comes }));
    if (!slides) return;
    const from = TOP + (id / Math.max(1, told.vocabulary)) * tall;
    const place = [between(side, x, slides), between(from, y(row), slides)];
    const size = [between(TABLE, side - x - 14, slides), between(2, high, slides)];
    out.push(strip([...place, ...size], "rows", row));
  });
  const legend = t("blue is above 0, orange below");
  const foot = y(told.source.length - 1) + high / 2 + 14;
  out.push(
    text(side - 14, foot, legend, { size: 11, align: "right", colour: "muted", alpha: slides }),
  );
  if (!told.alike) return out;
  const token = told.source[told.alike.row];
  out.push(chip(LEFT, y(told.alike.row), token, LABEL, { ring: true, alpha: slides }));
  const opens = during(progress, 0.72, 0.92);
  const note = { size: 11, colour: "muted", alpha: opens };
  out.push(text(LEFT, room.height - 36, t("seen from the mean of all rows"), note));
  const both = /** @type {[string, string]} */ ([token.text, told.alike.names[0]]);
  return [...out, ...arrows(room, both, told.alike.angle, opens)];
}

/** @type {Scene} */
export function positions(told, progress, room) {
  const above = told.twins ? aboveAngle(room) : room;
  const { y, high } = rows(above, told.source.length);
  const [comes, adds] = [during(progress, 0.05, 0.3), during(progress, 0.5, 0.75)];
  const draws = during(progress, 0.25, 0.4);
  const x = LEFT + LABEL + 14;
  const width = room.width - LEFT - x - WAVES.length * WAVE;
  const said = adds < 0.5 ? t("what is added at each place") : t("row + waves");
  const out = [
    title(said),
    title(t("three of the numbers"), { x: room.width - LEFT, align: "right", alpha: draws }),
    ...names(told, above),
  ];
  WAVES.forEach((column, n) => {
    const middle = x + width + (n + 0.5) * WAVE + 4;
    const points = told.source.map((_, row) => {
      const value = rowOf(told.tensors.waves, row)[column];
      return [middle + value * (WAVE / 2 - 4), y(row)];
    });
    out.push({ kind: "curve", points, colour: "primary", alpha: draws });
  });
  told.source.forEach((token, row) => {
    const box = [x, y(row), width, high];
    const coming = [between(room.width, x, comes), y(row), width, high];
    out.push(strip(box, "rows", row, { alpha: 1 - adds }));
    out.push(strip(coming, "waves", row, { alpha: comes * (1 - adds) * 0.85 }));
    out.push(strip(box, "sums", row, { alpha: adds }));
    if (told.twins?.includes(row)) out.push(chip(LEFT, y(row), token, LABEL, { ring: true }));
  });
  if (!told.twins) return out;
  const both = /** @type {[string, string]} */ (told.twins.map((row) => told.source[row].text));
  return [...out, ...arrows(room, both, told.apart, during(progress, 0.78, 0.95))];
}

/** @type {Scene} */
export function attention(told, progress, room) {
  const { y, high } = rows(room, told.source.length);
  const [x, short] = [LEFT + LABEL + 14, Math.min(120, room.width * 0.24)];
  const out = names(told, room);
  told.source.forEach((_, row) => void out.push(strip([x, y(row), short, high], "sums", row)));
  if (!told.example) return [title(t("a single word attends to itself")), ...out];
  const { query } = told.example;
  const last = told.source.length - 1;
  const [goes, flows] = [within((progress - 0.1) / 0.45, 0, 1), during(progress, 0.62, 0.95)];
  const [bars, end] = [x + short + 30, room.width - LEFT - TABLE];
  const long = Math.min(150, end - bars - 62);
  out.push(title(flows ? t("values flow in") : t("the query meets one key after another")));
  out.push(chip(LEFT, y(query), told.source[query], LABEL, { ring: true, colour: "Q" }));
  told.attention.forEach((weight, row) => {
    const met = goes === 1 ? 1 : during(goes * last, row - 0.5, row + 0.5);
    const tip = bars + 3 + weight * long * met;
    out.push(bar([bars, y(row), tip - bars, high * 0.7], "K", { alpha: 0.25 + 0.75 * met }));
    const seen = { size: 12, alpha: met * (1 - flows) };
    if (weight >= 0.1) out.push(text(tip + 6, y(row), percent(weight), seen));
    const reached = [between(tip, end, flows), between(y(row), y(query), flows)];
    const look = { alpha: 0.15 + 0.7 * weight };
    if (flows) out.push(line([tip, y(row)], reached, 1 + 9 * weight, "V", look));
  });
  if (goes < 1) out.push(dot(bars - 14, between(y(0), y(last), goes), 7, "Q"));
  out.push(strip([end, y(query), TABLE, high], "z", 0, { alpha: flows }));
  return out;
}
