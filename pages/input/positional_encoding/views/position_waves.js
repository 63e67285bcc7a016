// The left half of positional encoding: waves over a heat map, with one axis and one cursor.

import { ifAny } from "../../../../ui/views/library/define.js";
import { cellUnder, measureIn, times } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number, rowOf, within } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";
import { encodingMap, wholePixels } from "./encoding_map.js";
import { clockPairs, headline } from "./position_parts.js";

/** @import { Drawn } from "./positions.js" */

/** Where the cells of the heat map are, and how large. */
/** @typedef {{left: number, cell: number, pitch: number, width: number}} Sizes */

const RIGHT = 28; // room for triangles and the scroll bar
const NARROW = 420; // below this every pixel is needed for the cells
const WAVES = 124,
  MAP = 198; // heights
const FINEST = 3; // height of a row of the heat map; what does not fit is scrolled to

/** @param {Drawn} drawn */
export function waves(drawn) {
  const { root, now, table, colours, word, pair, pick, set, once } = drawn,
    [positions, rows] = table.shape,
    room = root.querySelector(".along")?.clientWidth ?? 0;
  const left = room < NARROW ? 42 : 54, // room for the numbers of rows
    cell = wholePixels((room - left - RIGHT / 2) / positions),
    pitch = wholePixels(Math.max(FINEST, MAP / rows)),
    width = positions * cell,
    right = Math.min(RIGHT, room - left - width);
  const sizes = { left, cell, pitch, width },
    thin = thinWaves(drawn);
  const under = (/** @type {PointerEvent} */ event) =>
    cellUnder(/** @type {Element} */ (root.querySelector("canvas")), event, [rows, positions]);
  const drag = (/** @type {PointerEvent} */ event) => {
    if (!presses(event)) return;
    const word = under(event).column;
    if (isNews(event, word === now.word)) pick({ word });
  };
  const follow = (/** @type {PointerEvent} */ event) => {
    const { row, column } = under(event),
      pointed = { table, row, column },
      last = now.pointed;
    const same = last?.table === table && last.row === row && last.column === column;
    if (!isNews(event, same)) return;
    if (presses(event)) pick({ word: column, pair: Math.floor(row / 2), pointed });
    else set({ pointed });
  };
  const { pointed } = now,
    how = rowsInWords(rows * pitch);
  const hint =
    pointed?.table === table
      ? t("position {position}, number {number}: {value}", {
          position: pointed.column,
          number: pointed.row,
          value: number(rowOf(table, pointed.column)[pointed.row], 3),
        })
      : how;
  const marks = thin.map((one) => {
    const d = `M${left + width + 4} ${(2 * one + 0.5) * pitch}l8 -4v8z`;
    return svg`<path class="triangle" d=${d}></path>`;
  });
  const chosen = t(
    "how far clock {pair} points right (sine) and, dashed, up (cosine); thin: other clocks",
    { pair },
  );
  const seen = once("seen", () => ({ rows: "" })),
    rowsNow = `${pair} ${rows}`;
  if (seen.rows !== rowsNow) queueMicrotask(() => bringIntoSight(root, 2 * pair * pitch, pitch));
  seen.rows = rowsNow;
  return html`${headline(t("Waves"), chosen)}
    <svg class="curves" aria-hidden="true" width=${left + width + 12} height=${WAVES}
      @pointerdown=${drag} @pointermove=${drag}>${curves(drawn, sizes, thin)}</svg>
    ${headline(t("Heat map"), hint)}
    <div class="box"><div class="scroll" tabindex="0" role="img"
      aria-label="${t("Heat map of {positions} positions", { positions })}, ${how}"
      style="height: ${Math.min(MAP, rows * pitch)}px; width: ${left + width + right}px"
      >${encodingMap({
        ...{ table, colours, cell, pitch, left, right, marks, follow },
        position: word,
        pair: [2 * pair, 2 * pair + 1],
        leave: () => set({ pointed: null }),
      })}</div><span class="sideways" aria-hidden="true">${t("number")}</span></div>
    <svg class="axis" aria-hidden="true" width=${left + width + 12} height="42"
      >${axis(drawn, sizes)}</svg>`;
}

/** @type {(height: number) => string} */
const rowsInWords = (height) =>
  height > MAP
    ? t("a column per position, two rows per clock (orange −1, blue +1); scroll for slow ones")
    : t("a column per position, two rows per clock (orange −1, blue +1)");

/** @type {(event: PointerEvent) => boolean} */
const presses = ({ type, button, buttons }) => (type === "pointerdown" ? !button : buttons === 1);

/**
 * A pointer that moves within one cell changes nothing.
 *
 * @type {(event: PointerEvent, same: boolean) => boolean}
 */
const isNews = ({ type }, same) => type === "pointerdown" || !same;

/**
 * The pairs whose sines are drawn as thin waves: some clocks', not that of the chosen pair.
 *
 * @type {(drawn: Drawn) => number[]}
 */
const thinWaves = ({ speeds, pair }) =>
  clockPairs(speeds.length).filter((one, k) => k % 2 === 0 && one !== pair);

/** @type {(root: Element, top: number, pitch: number) => void} */
function bringIntoSight(root, top, pitch) {
  const scroll = /** @type {Element} */ (root.querySelector(".scroll")),
    bottom = top + 2 * pitch;
  if (top < scroll.scrollTop) scroll.scrollTop = top - 12;
  else if (bottom > scroll.scrollTop + MAP) scroll.scrollTop = bottom - MAP + 12;
}

/**
 * The waves of some pairs, and the cursor with their numbers at a position.
 *
 * @type {(drawn: Drawn, sizes: Sizes, thin: number[]) => unknown}
 */
function curves({ table, speeds, word, pair }, { left, cell, width }, thin) {
  const middle = WAVES / 2,
    tall = WAVES / 2 - 6,
    row = rowOf(table, word);
  const x = (/** @type {number} */ position) => left + (position + 0.5) * cell;
  /** @type {(pair: number, kind: string, shape: (angle: number) => number) => unknown} */
  const wave = (pair, kind, shape) => {
    const points = times(4 * (table.shape[0] - 1) + 1, (k) => {
      const y = middle - shape((k / 4) * speeds[pair]) * tall;
      return `${x(k / 4).toFixed(1)} ${y.toFixed(1)}`;
    });
    return svg`<path class="wave ${kind}" d="M${points.join("L")}"></path>`;
  };
  /** @type {(at: number, kind: string) => unknown} */
  const dot = (at, kind) => svg`<circle class="dot ${kind}" cx=${x(word)}
    cy=${middle - row[at] * tall} r=${kind === "thin" ? 3.5 : 5}></circle>`;
  const lines = [1, 0, -1].map((value) => {
    const y = middle - value * tall;
    return svg`<path class=${value ? "grid" : "zero"} d="M${left} ${y}h${width}"></path>
      <text class="tick end" x=${left - 7} y=${y + 4}>${["−1", "0", "+1"][value + 1]}</text>`;
  });
  return svg`<rect class="cursor" x=${x(word) - cell / 2} y="0" width=${cell} height=${WAVES}
    ></rect>${lines}${thin.map((one) => wave(one, "thin", Math.sin))}
    ${wave(pair, "cosine", Math.cos)}${wave(pair, "sine", Math.sin)}
    ${thin.map((one) => dot(2 * one, "thin"))}
    ${[2 * pair + 1, 2 * pair].map((at) => dot(at, "chosen"))}`;
}

/**
 * Positions below the heat map; a line marks those of the sentence, the cursor names its token.
 *
 * @type {(drawn: Drawn, sizes: Sizes) => unknown}
 */
function axis({ root, data: { tokens }, table, word }, { left, cell, width }) {
  const x = (/** @type {number} */ position) => left + (position + 0.5) * cell,
    every = cell * 10 < 34 ? 20 : 10;
  const ticks = times(Math.ceil(table.shape[0] / every), (k) => k * every).filter((position) => {
    const letters = String(position).length + String(word).length;
    return Math.abs(position - word) * cell >= 4 * letters + 3;
  });
  const name = tokens[word] ? t("“{word}”", { word: tokens[word].text }) : "",
    font = `700 13px ${getComputedStyle(root).fontFamily}`,
    half = measureIn(font).measureText(name).width / 2,
    at = within(x(word), half, left + width - half);
  const start = name && word < table.shape[0] / 2 ? Math.max(left, at + half + 16) : left;
  const said = tn("your sentence: {count} token", "your sentence: {count} tokens", tokens.length);
  return svg`<text class="tick end" x=${left - 7} y="19">${
    left < 50 ? t("at") : t("position")
  }</text>
    <path class="sentence" d="M${left} 3h${tokens.length * cell}"></path>
    ${ticks.map((at) => svg`<text class="tick" x=${x(at)} y="19">${at}</text>`)}
    <text class="tick here" x=${x(word)} y="19">${word}</text>
    <text class="tick here" x=${at} y="37" lang=${ifAny(tokens[word]?.lang)} translate="no"
      >${name}</text>
    <text class="tick sentence-name" x=${start} y="37">${said}</text>`;
}
