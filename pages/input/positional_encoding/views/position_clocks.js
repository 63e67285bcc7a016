// The right half of positional encoding: each pair of numbers is the hand of a clock.

import { css } from "../../../../ui/views/library/colours.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { clockPairs, entry, short, titled } from "./position_parts.js";

/** @import { Clock, Clocks, Chosen, Root } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

const RADIUS = 38,
  LARGE = 66,
  TRAIL = 8;
/** @type {(angle: number) => number} */
const degrees = (angle) => (angle * 180) / Math.PI;

/**
 * Make the right half, without its clocks.
 *
 * @param {Element} parent
 * @returns {Clocks}
 */
export function buildClocks(parent) {
  const hint = titled(parent, t("Clocks"));
  const about = { class: "clocks", role: "group", "aria-label": t("Clocks") };
  const grid = element("div", about, parent);
  const one = element("details", { class: "one" }, parent),
    title = element("summary", {}, one);
  const pair = element("div", { class: "pair" }, one);
  const large = clock(
    svg("svg", { viewBox: "-80 -80 160 160", "aria-hidden": "true" }, pair),
    LARGE,
  );
  const { turning } = large,
    face = turning.parentElement;
  const [sine, cosine, tip] = ["sine", "cosine", "tip"].map((name) =>
    svg("path", { class: `part ${name}` }),
  );
  turning.before(sine, cosine, tip);
  const words = ["sin", "cos"].map((name) => svg("text", { class: "name" }, face, name));
  const lines = element("div", { class: "lines" }, pair);
  return { hint, grid, title, large, sine, cosine, tip, words, lines, clocks: [] };
}

/**
 * A face and what turns on it: the hand, and where it was at the positions before.
 *
 * @type {(parent: Element, radius: number) => Clock}
 */
function clock(parent, radius) {
  const face = svg("g", {}, parent);
  svg("circle", { r: radius, class: "face" }, face);
  svg(
    "path",
    { class: "quarters", d: `M0 ${-radius}v5M0 ${radius}v-5M${-radius} 0h5M${radius} 0h-5` },
    face,
  );
  const twin = svg("g", { class: "turning" }, face),
    turning = svg("g", { class: "turning" }, face),
    reach = radius - 6;
  svg("path", { d: `M0 0V${-reach}`, class: "hand twin" }, twin);
  const trail = Array.from({ length: TRAIL }, (_, k) =>
    svg("circle", { r: radius / 17, opacity: 0.7 - (0.6 * k) / TRAIL, class: "trail" }, turning),
  );
  svg("path", { d: `M0 0V${-reach}`, class: "hand" }, turning);
  svg("circle", { r: 3.2, class: "centre" }, turning);
  return { twin, turning, trail, reach };
}

/**
 * Another position of the token at this one, if there is any.
 *
 * @type {(root: Root, word: number) => number | undefined}
 */
function twinOf({ data: { ids } }, word) {
  const found = ids.findIndex((id, place) => id === ids[word] && place !== word);
  return found < 0 ? undefined : found;
}

/**
 * Turn a hand: it stands at position times speed, clockwise from the top. So does its twin.
 *
 * @type {(clock: Clock, position: number, speed: number, twin?: number) => void}
 */
function turn({ twin: other, turning, trail, reach }, position, speed, twin) {
  other.style.display = twin === undefined ? "none" : "";
  other.style.transform = `rotate(${degrees((twin ?? 0) * speed)}deg)`;
  turning.style.transform = `rotate(${degrees(position * speed)}deg)`;
  trail.forEach((dot, k) => {
    const back = -(k + 1) * speed;
    dot.setAttribute("cx", Math.sin(back) * reach);
    dot.setAttribute("cy", -Math.cos(back) * reach);
    dot.style.display = position > k ? "" : "none";
  });
}

/**
 * Make a clock for each pair that has room, unless they are there already.
 *
 * @param {Root} root
 * @param {Clocks} parts
 */
export function arrangeClocks(root, parts) {
  const pairs = clockPairs(root);
  const signature = String([root.speeds.length, ...pairs]);
  if (parts.signature === signature) return;
  parts.signature = signature;
  parts.grid.replaceChildren();
  parts.clocks = pairs.map((pair) => {
    const button = element("button", { type: "button", "data-pair": pair }, parts.grid);
    const made = clock(
      svg("svg", { viewBox: "-40 -40 80 80", "aria-hidden": "true" }, button),
      RADIUS,
    );
    element("b", {}, button, t("clock {pair}", { pair }));
    const turn = t("one turn in {positions} positions", { positions: period(root, pair) });
    element("span", {}, button, turn);
    button.onclick = () => root.choose({ pair });
    return { ...made, button, pair };
  });
}

/**
 * After how many positions a hand is where it was.
 *
 * @type {(root: Root, pair: number) => string}
 */
function period(root, pair) {
  const positions = (2 * Math.PI) / root.speeds[pair];
  return number(positions, positions < 100 ? 1 : 0);
}

/**
 * Turn all hands to a position.
 *
 * @param {Root} root
 * @param {Clocks} parts
 * @param {Chosen} chosen
 * @param {Token | undefined} token
 */
export function showClocks(root, parts, { word, pair }, token) {
  const twin = twinOf(root, word);
  parts.hint.textContent =
    token && twin !== undefined
      ? t("“{token}” at position {position} and, grey, at position {twin}", {
          token: token.text,
          position: word,
          twin,
        })
      : token
        ? t("“{token}” at position {position}", { token: token.text, position: word })
        : t("at position {position}", { position: word });
  for (const one of parts.clocks) {
    turn(one, word, root.speeds[one.pair], twin);
    one.button.setAttribute("aria-pressed", one.pair === pair);
  }
  turn(parts.large, word, root.speeds[pair]);
  const [sine, cosine] = [0, 1].map((k) => entry(root, word, 2 * pair + k));
  const { reach } = parts.large,
    x = sine * reach,
    y = -cosine * reach;
  const colour = (/** @type {number} */ value) => css(root.colours.signed(value));
  parts.sine.setAttribute("d", `M0 0H${x}`);
  parts.sine.style.stroke = colour(sine);
  parts.cosine.setAttribute("d", `M0 0V${y}`);
  parts.cosine.style.stroke = colour(cosine);
  parts.tip.setAttribute("d", `M${x} 0V${y}H0`);
  // Each name stands on the side of its bar where the hand is not.
  const [below, beside] = parts.words;
  place(below, x / 2, y < 0 ? 15 : -7, "middle");
  place(beside, x < 0 ? 7 : -7, y / 2 + 4, x < 0 ? "start" : "end");
  describePair(root, parts, word, pair, [sine, cosine]);
}

/** @type {(text: Element, x: number, y: number, anchor: string) => void} */
function place(text, x, y, anchor) {
  for (const [name, value] of Object.entries({ x, y, "text-anchor": anchor })) {
    text.setAttribute(name, value);
  }
}

/**
 * The arithmetic of the two numbers of a pair, each beside the colour of its cell.
 *
 * @type {(root: Root, parts: Clocks, word: number, pair: number, values: number[]) => void}
 */
function describePair(root, parts, word, pair, values) {
  const speed = root.speeds[pair],
    angle = word * speed,
    width = root.table.shape[1];
  parts.title.textContent = t("Clock {pair} in numbers", { pair });
  parts.lines.replaceChildren();
  const line = element("div", {}, parts.lines, `${t("angle")} = ${word} / 10000`);
  element("sup", {}, line, `${2 * pair}/${width}`);
  element("div", {}, parts.lines, `= ${word} / ${short(1 / speed)} = ${short(angle)}`);
  ["sin", "cos"].forEach((name, k) => {
    const row = element("div", { class: "number" }, parts.lines);
    const cell = element("i", { "aria-hidden": "true" }, row);
    cell.style.background = css(root.colours.signed(values[k]));
    const which = t("number {number}:", { number: 2 * pair + k });
    row.append(`${which} ${name} ${short(angle)} = `);
    element("b", { "data-row": 2 * pair + k }, row, number(values[k], 3));
  });
}
