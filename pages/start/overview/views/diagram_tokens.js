// Rows of tokens. Long sentences show their first five, how many follow, and the last two.

import { ifAny } from "../../../../ui/views/library/define.js";
import { TOKEN_ROWS } from "../../../../ui/views/library/diagram_layout.js";
import { measureIn } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { within } from "../../../../ui/views/library/numbers.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Box, TokenRow } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */
/** @import { State } from "./diagram_state.js" */

/**
 * How some tokens are written, in letters of a size and a width; more if there are several.
 *
 * @typedef {Token & {from: number, to: number, size: number, width: number, more?: boolean,
 *   full?: string}} Chip
 */
/** @typedef {Chip & {row: TokenRow, x: number, y: number, open: boolean}} PlacedChip */

const FIRST = 5,
  LAST = 2,
  LONGEST = 18;

/**
 * How wide a text is; only right once the fonts are there.
 *
 * @type {(state: State, text: string, size: number, weight?: number) => number}
 */
export const textWidth = ({ font }, text, size, weight = 400) =>
  measureIn(`${weight} ${size}px ${font}`).measureText(text).width;

/** @type {(text: string) => string} */
const short = (text) => cut(text, LONGEST);

/**
 * A chip before it has a place: its text, width, and the tokens it stands for.
 *
 * @type {(state: State, token: Token, from: number, size: number) => Chip}
 */
function chipOf(state, token, from, size) {
  const text = short(token.text),
    { narrow } = state.layout,
    own = token.special ? Math.max(12, size - 2) : size;
  const width = Math.max(narrow ? 18 : 20, textWidth(state, text, own) + (narrow ? 10 : 14));
  return { ...token, text, full: token.text, size: own, width, from, to: from + 1 };
}

/**
 * The chip that stands for all tokens in between; while one of them is at work, it shows that.
 *
 * @type {(state: State, tokens: Token[], from: number, to: number, size: number,
 *   current: number | null) => Chip}
 */
function moreOf(state, tokens, from, to, size, current) {
  const inside = current !== null && current >= from && current < to;
  const text = inside ? `… ${short(tokens[current].text)} …` : `+${to - from}`;
  const width = textWidth(state, text, size - 1, 600) + 16;
  return { text, more: true, size: size - 1, width, from, to };
}

/**
 * Choose which chips fit: all of them, or the first, "+n" and the last.
 *
 * @type {(state: State, tokens: Token[], size: number, fits: (chips: Chip[]) => boolean,
 *   current: number | null) => Chip[]}
 */
function chosenChips(state, tokens, size, fits, current) {
  const all = tokens.map((token, i) => chipOf(state, token, i, size)),
    last = tokens.length - LAST;
  if (fits(all)) return all;
  for (let first = Math.min(FIRST, last - 1); first > 0; first--) {
    const ending = all.slice(last).map((chip, i) => (i ? chip : { ...chip, joined: false }));
    const more = moreOf(state, tokens, first, last, size, current),
      some = [...all.slice(0, first), more, ...ending];
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
 * @type {(state: State, row: TokenRow, current?: number | null) => Chip[][]}
 */
function linesOf(state, row, current = null) {
  const { narrow } = state.layout,
    tokens = state.data[TOKEN_ROWS[row]];
  const room = narrow ? 168 : row === "target_tokens" ? 596 : 540;
  const fits = (/** @type {Chip[]} */ chips) => wrapped(chips, room).length <= (narrow ? 3 : 1);
  const chips = chosenChips(state, tokens, narrow ? 13 : 15, fits, current);
  return narrow ? wrapped(chips, room) : [chips];
}

/**
 * How much higher a row is than one of so many lines, in units of the picture: only on a phone.
 *
 * @type {(state: State, row: TokenRow, lines: number) => number}
 */
export const higherBy = (state, row, lines) =>
  state.layout.narrow ? (linesOf(state, row).length - lines) * (state.layout.chip + 4) : 0;

/** @type {(row: TokenRow, layout: State["layout"]) => number} */
const axisOf = (row, { encoder, decoder }) => (row === "source_tokens" ? encoder : decoder);

/**
 * The chips of a row around its axis, and the box around all.
 *
 * @type {(state: State, row: TokenRow) => {chips: PlacedChip[], box: Box}}
 */
function placedChips(state, row) {
  const { layout, now, marked } = state,
    pitch = layout.chip + 4,
    axis = axisOf(row, layout);
  const lines = linesOf(state, row, marked && row !== "source_tokens" ? now.step - 1 : null);
  const top = row === "output_tokens" ? layout.output - (lines.length - 1) * pitch : layout.tokens;
  const chips = lines.flatMap((line, at) => {
    let x = axis - widthOf(line) / 2;
    return line.map((chip, i) => {
      const left = x + gapBefore(chip, i);
      x = left + chip.width;
      const ends = { joined: Boolean(chip.joined) && i > 0, open: Boolean(line[i + 1]?.joined) };
      return { ...chip, ...ends, row, x: left, y: top + at * pitch };
    });
  });
  const widest = Math.max(...lines.map(widthOf));
  return { chips, box: [axis - widest / 2 - 4, top - 4, widest + 8, lines.length * pitch + 4] };
}

/**
 * A chip's outline: where two pieces of a word meet, both edges are straight.
 *
 * @type {(chip: PlacedChip, height: number) => string}
 */
function outline({ x, y, width, joined, open }, height) {
  const a = joined ? 0 : 6,
    b = open ? 0 : 6;
  return (
    `M${x + a} ${y}H${x + width - b}${b ? "q6 0 6 6" : ""}` +
    `V${y + height - b}${b ? "q0 6 -6 6" : ""}` +
    `H${x + a}${a ? "q-6 0 -6 -6" : ""}V${y + a}${a ? "q0 -6 6 -6" : ""}Z`
  );
}

/**
 * A row of tokens, those to come of a translation not there yet: what stands in the row's link, and
 * "+n", a button of its own beside it.
 *
 * @type {(state: State, row: TokenRow) => {inside: unknown, beside: unknown}}
 */
export function tokenRow(state, row) {
  const { now, layout, marked } = state,
    { chips, box } = placedChips(state, row),
    [x, y, width, height] = box;
  /** @type {(chip: PlacedChip) => unknown} */
  const draw = (chip) => {
    const { text, full, size, from, to, more } = chip,
      follows = marked && row !== "source_tokens",
      label = more && labelOf(state, row),
      open = more ? opens(state, row) : nothing;
    const kinds = [
      "token",
      chip.special && "special",
      chip.known === false && "unknown",
      more && "more",
      follows && from >= now.step && "to-come",
      follows && from < now.step && now.step <= to && "now",
    ];
    const middle = chip.x + chip.width / 2,
      base = chip.y + layout.chip / 2 + size * 0.34;
    return svg`<g class=${kinds.filter(Boolean).join(" ")} .chip=${chip}
        role=${more ? "button" : nothing} tabindex=${more ? 0 : nothing}
        aria-label=${label || nothing} @click=${open} @keydown=${open}
      ><path d=${outline(chip, layout.chip)}></path><text x=${middle} y=${base} font-size=${size}
        lang=${ifAny(chip.lang)} translate="no">${text}</text>${
          full && full !== text ? svg`<title>${full}</title>` : nothing
        }</g> `;
  };
  return {
    inside: svg`<rect x=${x} y=${y} width=${width} height=${height} rx="9" class="card"></rect>
      <g>${chips.filter(({ more }) => !more).map(draw)}</g>`,
    beside: svg`<g>${chips.filter(({ more }) => more).map(draw)}</g>`,
  };
}

/** @type {(state: State, row: TokenRow) => string} */
const labelOf = ({ data }, row) =>
  tn("Show {count} token", "Show all {count} tokens", data[TOKEN_ROWS[row]].length);

/**
 * What opens the whole row, by a click, Enter or the space bar.
 *
 * @type {(state: State, row: TokenRow) =>
 *   (event: (MouseEvent | KeyboardEvent) & {currentTarget: SVGElement}) => void}
 */
const opens =
  ({ root, set }, row) =>
  (event) => {
    if ("key" in event && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    set({ whole: { row, opener: event.currentTarget } });
    /** @type {HTMLElement} */ (root.querySelector(".whole")).focus({ preventScroll: true });
  };

/**
 * All tokens of a row above the diagram's own, in a panel that Escape closes.
 *
 * @param {State} state
 */
export function wholeRow({ data, now: { whole }, layout, set }) {
  if (!whole) return nothing;
  const { row, opener } = whole,
    tokens = data[TOKEN_ROWS[row]],
    width = Math.min(480, layout.width);
  const left = within(axisOf(row, layout) - width / 2, 0, layout.width - width);
  const place =
    row === "output_tokens"
      ? `top: ${layout.output + 34}px`
      : `top: ${layout.tokens - 10}px; transform: translateY(-100%)`;
  const close = (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && opener.focus();
  return html`<div class="whole" role="dialog" aria-label=${t("All tokens")} tabindex="-1"
    style="left: ${left}px; width: ${width}px; ${place}" @keydown=${close}
    @blur=${() => set({ whole: null })}>${tokens.map(
      (token, i) => html`<span class=${classesOf("piece", token, tokens[i + 1])}
        lang=${ifAny(token.lang)} translate="no">${token.text}</span>`,
    )}</div>`;
}
