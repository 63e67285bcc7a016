// Rows of tokens. Long sentences show their first five, how many follow, and the last two.

import { TOKEN_ROWS } from "../../../../ui/views/library/diagram_layout.js";
import { element, measureIn, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { cut } from "../../../../ui/views/library/tokens.js";

/** @import { Chip, DrawnChip, TokenRow, View } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

const FIRST = 5,
  LAST = 2,
  LONGEST = 18;

/**
 * How wide a text is; only right once the fonts are there.
 *
 * @param {View} view
 * @param {string} text
 * @param {number} size
 * @param {number} [weight]
 * @returns {number}
 */
export function textWidth(view, text, size, weight = 400) {
  return measureIn(`${weight} ${size}px ${view.font}`).measureText(text).width;
}

/** @type {(text: string) => string} */
const short = (text) => cut(text, LONGEST);

/**
 * A chip before it has a place: its text, width, and the tokens it stands for.
 *
 * @type {(view: View, tokens: Token[], i: number, size: number) => Chip}
 */
function chipOf(view, tokens, i, size) {
  const { text, joined, special, known, lang } = tokens[i];
  const fontSize = special ? Math.max(12, size - 2) : size;
  const shown = short(text),
    pad = view.layout.narrow ? 5 : 7;
  const width = Math.max(view.layout.narrow ? 18 : 20, textWidth(view, shown, fontSize) + 2 * pad);
  const kinds = { joined: Boolean(joined), special: Boolean(special), lang };
  const place = { fontSize, width, from: i, to: i + 1 };
  return { text: shown, full: text, known: known !== false, ...kinds, ...place };
}

/**
 * The chip that stands for all tokens in between; while one of them is at work, it shows that.
 *
 * @type {(view: View, tokens: Token[], from: number, to: number, size: number, current: number |
 *   null) => Chip}
 */
function moreOf(view, tokens, from, to, size, current) {
  const inside = current !== null && current >= from && current < to;
  const text = inside ? `… ${short(tokens[current].text)} …` : `+${to - from}`;
  return {
    text,
    more: true,
    fontSize: size - 1,
    width: textWidth(view, text, size - 1, 600) + 16,
    from,
    to,
  };
}

/**
 * Choose which chips fit: all of them, or the first, "+n" and the last.
 *
 * @type {(view: View, tokens: Token[], size: number, fits: (chips: Chip[]) => boolean, current:
 *   number | null) => Chip[]}
 */
function chosenChips(view, tokens, size, fits, current) {
  const all = tokens.map((_, i) => chipOf(view, tokens, i, size));
  if (fits(all)) return all;
  for (let first = FIRST; first > 0; first--) {
    if (tokens.length <= first + LAST) continue;
    const last = tokens.length - LAST;
    const ending = all.slice(last).map((chip, i) => (i ? chip : { ...chip, joined: false }));
    const some = [
      ...all.slice(0, first),
      moreOf(view, tokens, first, last, size, current),
      ...ending,
    ];
    if (first === 1 || fits(some)) return some;
  }
  return all;
}

/** @type {(chip: Chip, i: number) => number} */
const gapBefore = (chip, i) => (i === 0 || chip.joined ? 0 : 4);
/** @type {(chips: Chip[]) => number} */
const widthOf = (chips) => chips.reduce((sum, chip, i) => sum + chip.width + gapBefore(chip, i), 0);

/**
 * Break chips into lines no wider than the room.
 *
 * @type {(chips: Chip[], room: number) => Chip[][]}
 */
function wrapped(chips, room) {
  /** @type {Chip[]} */
  let line = [];
  const lines = [line];
  for (const chip of chips) {
    if (line.length && widthOf([...line, chip]) > room) lines.push((line = []));
    line.push(chip);
  }
  return lines;
}

/**
 * The lines of one row of tokens.
 *
 * @param {View} view
 * @param {TokenRow} name
 * @param {number | null} [current]
 * @returns {Chip[][]}
 */
export function tokenLines(view, name, current = null) {
  const tokens = view.data[TOKEN_ROWS[name]];
  const { narrow } = view.layout;
  const room = narrow ? 168 : name === "target_tokens" ? 596 : 540;
  const fits = (/** @type {Chip[]} */ chips) => wrapped(chips, room).length <= (narrow ? 3 : 1);
  const chips = chosenChips(view, tokens, narrow ? 13 : 15, fits, current);
  return narrow ? wrapped(chips, room) : [chips];
}

/**
 * The classes of a node: its own, and those that are true.
 *
 * @type {(own: string, kinds: Record<string, boolean | undefined>) => string}
 */
const classes = (own, kinds) =>
  [own, ...Object.keys(kinds).filter((kind) => kinds[kind])].join(" ");

/**
 * A chip's outline: where two pieces of a word meet, both edges are straight.
 *
 * @type {(x: number, y: number, width: number, height: number, joined: boolean, open: boolean) =>
 *   string}
 */
function outline(x, y, width, height, joined, open) {
  const a = joined ? 0 : 6,
    b = open ? 0 : 6;
  return (
    `M${x + a} ${y}H${x + width - b}${b ? "q6 0 6 6" : ""}` +
    `V${y + height - b}${b ? "q0 6 -6 6" : ""}` +
    `H${x + a}${a ? "q-6 0 -6 -6" : ""}V${y + a}${a ? "q0 -6 6 -6" : ""}Z`
  );
}

/**
 * Draw lines of chips around an axis; return them with their nodes and the box around all.
 *
 * @param {View} view
 * @param {Element} parent
 * @param {Chip[][]} lines
 * @param {number} axis
 * @param {number} top
 * @returns {{drawn: DrawnChip[], box: number[]}}
 */
export function drawChips(view, parent, lines, axis, top) {
  const { chip: height } = view.layout;
  /** @type {DrawnChip[]} */
  const drawn = [];
  lines.forEach((line, row) => {
    let x = axis - widthOf(line) / 2;
    const y = top + row * (height + 4);
    line.forEach((chip, i) => {
      x += gapBefore(chip, i);
      const { special = false, more = false, joined = false } = chip;
      const kinds = { special, unknown: chip.known === false, more };
      const node = svg("g", { class: classes("token", kinds) }, parent);
      const open = Boolean(line[i + 1]?.joined);
      svg("path", { d: outline(x, y, chip.width, height, joined && i > 0, open) }, node);
      const base = y + height / 2 + chip.fontSize * 0.34;
      const place = { x: x + chip.width / 2, y: base, "font-size": chip.fontSize };
      svg("text", { ...place, lang: chip.lang }, node, chip.text);
      if (chip.full && chip.full !== chip.text) svg("title", {}, node, chip.full);
      drawn.push({ ...chip, node, x, y });
      x += chip.width;
    });
  });
  const widest = Math.max(...lines.map(widthOf));
  const box = [axis - widest / 2 - 4, top - 4, widest + 8, lines.length * (height + 4) + 4];
  return { drawn, box };
}

/**
 * Show the whole sentence above the diagram's row, in a panel that Escape closes.
 *
 * @param {View} view
 * @param {TokenRow} name
 * @param {SVGElement} opener
 */
export function openRow(view, name, opener) {
  view.stage.querySelector(".whole")?.remove();
  const panel = element(
    "div",
    { class: "whole", role: "dialog", "aria-label": t("All tokens"), tabindex: -1 },
    view.overlay,
  );
  const tokens = view.data[TOKEN_ROWS[name]];
  tokens.forEach(({ text, joined, special, lang }, i) => {
    const open = Boolean(tokens[i + 1]?.joined);
    const kinds = { joined: Boolean(joined), special: Boolean(special), open };
    element("span", { class: classes("piece", kinds), lang }, panel, text);
  });
  const axis = name === "source_tokens" ? view.layout.encoder : view.layout.decoder;
  const width = Math.min(480, view.layout.width);
  panel.style.left = `${Math.max(0, Math.min(view.layout.width - width, axis - width / 2))}px`;
  panel.style.width = `${width}px`;
  const up = name !== "output_tokens";
  panel.style.top = `${up ? view.layout.tokens - 10 : view.layout.output + 34}px`;
  if (up) panel.style.transform = "translateY(-100%)";
  panel.onblur = () => panel.remove();
  panel.onkeydown = (event) => {
    if (event.key === "Escape") opener.focus();
  };
  panel.focus({ preventScroll: true });
}
