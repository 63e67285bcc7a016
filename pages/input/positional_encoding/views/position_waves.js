// The left half of positional encoding: waves over a heat map, with one axis and one cursor.

import { element, svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import {
  encodingMap,
  encodingUnder,
  onPress,
  paintEncoding,
  ringEncoding,
  wholePixels,
} from "./encoding_map.js";
import { clockPairs, entry, titled } from "./position_parts.js";

/** @import { Chosen, EncodingMap, Root, Waves } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

const RIGHT = 28; // room for triangles and the scroll bar
const NARROW = 420; // below this every pixel is needed for the cells
const WAVES = 124,
  MAP = 198; // heights
const FINEST = 3; // height of a row of the heat map; what does not fit is scrolled to

/**
 * Make the left half, without its waves.
 *
 * @param {Root} root
 * @param {Element} parent
 * @returns {Waves}
 */
export function buildWaves(root, parent) {
  const waves = titled(parent, t("Waves"));
  const curves = svg("svg", { class: "curves", "aria-hidden": "true" }, parent);
  const under = titled(parent, t("Heat map"));
  const box = element("div", { class: "box" }, parent);
  const scroll = element("div", { class: "scroll", tabindex: 0, role: "img" }, box);
  element("span", { class: "sideways", "aria-hidden": "true" }, box, t("number"));
  const map = encodingMap(scroll);
  const axis = svg("svg", { class: "axis", "aria-hidden": "true" }, parent);
  const press = (/** @type {PointerEvent} */ event) =>
    root.choose({ word: encodingUnder(map, event).column });
  onPress(curves, press);
  onPress(map.node, (event) => {
    const { row, column } = encodingUnder(map, event);
    root.choose({ word: column, pair: Math.floor(row / 2) });
  });
  map.node.addEventListener("pointermove", (event) => {
    const { row, column } = encodingUnder(map, event);
    under.textContent = t("position {position}, number {number}: {value}", {
      position: column,
      number: row,
      value: number(entry(root, column, row), 3),
    });
  });
  map.node.onpointerleave = () => {
    under.textContent = rowsInWords(map);
  };
  return { waves, curves, under, scroll, map, axis };
}

/** @type {(map: EncodingMap) => string} */
const rowsInWords = ({ height }) =>
  height > MAP
    ? t("a column per position, two rows per clock (orange −1, blue +1); scroll for slow ones")
    : t("a column per position, two rows per clock (orange −1, blue +1)");

/**
 * Lay waves and heat map out for the width that there is.
 *
 * @param {Root} root
 * @param {Waves} parts
 */
export function arrangeWaves(root, parts) {
  const [positions, rows] = root.table.shape,
    room = parts.curves.parentElement?.clientWidth ?? 0;
  const left = room < NARROW ? 42 : 54; // room for the numbers of rows
  const cell = wholePixels((room - left - RIGHT / 2) / positions);
  const pitch = wholePixels(Math.max(FINEST, MAP / rows));
  const right = Math.min(RIGHT, room - left - positions * cell);
  paintEncoding(parts.map, root.table, { cell, pitch, left, right }, root.colours.signed);
  parts.scroll.style.height = `${Math.min(MAP, parts.map.height)}px`;
  parts.scroll.style.width = `${left + positions * cell + right}px`;
  parts.scroll.setAttribute(
    "aria-label",
    `${t("Heat map of {positions} positions", { positions })}, ${rowsInWords(parts.map)}`,
  );
  parts.under.textContent = rowsInWords(parts.map);
  const width = left + positions * cell + 12;
  for (const node of [parts.curves, parts.axis]) node.setAttribute("width", width);
  parts.curves.setAttribute("height", WAVES);
  parts.axis.setAttribute("height", 42);
}

/**
 * Rows that are drawn as thin waves: sines of some clocks, not that of the chosen pair.
 *
 * @type {(root: Root, pair: number) => number[]}
 */
const thinWaves = (root, pair) =>
  clockPairs(root)
    .filter((one, k) => k % 2 === 0 && one !== pair)
    .slice(0, 4);

/**
 * Draw the waves of a pair, and the cursor at a position.
 *
 * @param {Root} root
 * @param {Waves} parts
 * @param {Chosen} chosen
 * @param {Token | undefined} token
 */
export function showWaves(root, parts, { word, pair }, token) {
  const { map } = parts;
  ringEncoding(map, word, 2 * pair, 2 * pair + 1);
  parts.waves.textContent = t(
    "how far clock {pair} points right (sine) and, dashed, up (cosine); thin: other clocks",
    { pair },
  );
  for (const one of thinWaves(root, pair)) {
    const y = (2 * one + 0.5) * map.pitch,
      x = map.left + map.width + 4;
    svg("path", { d: `M${x} ${y}l8 -4v8z`, class: "triangle" }, map.rings);
  }
  if (root.inSight !== `${pair} ${map.rows}`) bringIntoSight(parts, pair);
  root.inSight = `${pair} ${map.rows}`;
  drawCurves(root, parts, word, pair);
  drawAxis(root, parts, word, token);
}

/** @type {(parts: Waves, pair: number) => void} */
function bringIntoSight({ scroll, map }, pair) {
  const top = 2 * pair * map.pitch,
    bottom = top + 2 * map.pitch;
  if (top < scroll.scrollTop) scroll.scrollTop = top - 12;
  else if (bottom > scroll.scrollTop + MAP) scroll.scrollTop = bottom - MAP + 12;
}

/** @type {(root: Root, parts: Waves, word: number, pair: number) => void} */
function drawCurves(root, { curves, map }, word, pair) {
  const middle = WAVES / 2,
    tall = WAVES / 2 - 6;
  const x = (/** @type {number} */ position) => map.left + (position + 0.5) * map.cell;
  curves.replaceChildren();
  svg(
    "rect",
    { x: x(word) - map.cell / 2, y: 0, width: map.cell, height: WAVES, class: "cursor" },
    curves,
  );
  for (const value of [1, 0, -1]) {
    const text = value ? (value > 0 ? "+1" : "−1") : "0";
    const y = middle - value * tall;
    svg("path", { d: `M${map.left} ${y}h${map.width}`, class: value ? "grid" : "zero" }, curves);
    svg("text", { x: map.left - 7, y: y + 4, class: "tick end" }, curves, text);
  }
  /** @type {(one: number, kind: string, shape: (angle: number) => number) => void} */
  const wave = (one, kind, shape) => {
    const speed = root.speeds[one];
    let path = "";
    for (let p = 0; p <= map.positions - 1; p += 0.25) {
      const y = middle - shape(p * speed) * tall;
      path += `${path ? "L" : "M"}${x(p).toFixed(1)} ${y.toFixed(1)}`;
    }
    svg("path", { d: path, class: `wave ${kind}` }, curves);
  };
  /** @type {(row: number, kind: string) => SVGElement} */
  const dot = (row, kind) =>
    svg(
      "circle",
      {
        cx: x(word),
        cy: middle - entry(root, word, row) * tall,
        r: kind === "thin" ? 3.5 : 5,
        class: `dot ${kind}`,
        "data-row": row,
      },
      curves,
    );
  const thin = thinWaves(root, pair);
  for (const one of thin) wave(one, "thin", Math.sin);
  wave(pair, "cosine", Math.cos);
  wave(pair, "sine", Math.sin);
  for (const one of thin) dot(2 * one, "thin");
  for (const row of [2 * pair + 1, 2 * pair]) dot(row, "chosen");
}

/**
 * Positions below the heat map; a line marks those of the sentence, the cursor names its token.
 *
 * @type {(root: Root, parts: Waves, word: number, token: Token | undefined) => void}
 */
function drawAxis(root, { axis, map }, word, token) {
  const x = (/** @type {number} */ position) => map.left + (position + 0.5) * map.cell,
    count = root.data.tokens.length;
  axis.replaceChildren();
  svg(
    "text",
    { x: map.left - 7, y: 19, class: "tick end" },
    axis,
    map.left < 50 ? t("at") : t("position"),
  );
  svg("path", { d: `M${map.left} 3h${count * map.cell}`, class: "sentence" }, axis);
  const every = map.cell * 10 < 34 ? 20 : 10;
  for (let position = 0; position < map.positions; position += every) {
    const letters = String(position).length + String(word).length;
    if (Math.abs(position - word) * map.cell < 4 * letters + 3) continue;
    svg("text", { x: x(position), y: 19, class: "tick" }, axis, String(position));
  }
  svg("text", { x: x(word), y: 19, class: "tick here" }, axis, String(word));
  const name = svg("text", { x: x(word), y: 37, class: "tick here" }, axis);
  if (token) name.textContent = t("“{word}”", { word: token.text });
  const half = name.getComputedTextLength() / 2;
  const at = Math.max(half, Math.min(x(word), map.left + map.width - half));
  name.setAttribute("x", String(at));
  const after = at + half + 16;
  const start = token && word < map.positions / 2 ? Math.max(map.left, after) : map.left;
  const beside = { x: start, y: 37, class: "tick sentence-name" };
  const said = tn("your sentence: {count} token", "your sentence: {count} tokens", count);
  svg("text", beside, axis, said);
}
