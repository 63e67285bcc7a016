// The right half of positional encoding: each pair of numbers is the hand of a clock.

import { css } from "../../../../ui/views/library/colours.js";
import { times } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, rowOf, whole } from "../../../../ui/views/library/numbers.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { clockPairs, headline } from "./position_parts.js";

/** @import { Drawn } from "./positions.js" */

const RADIUS = 38,
  LARGE = 66,
  EDGE = 6, // from the end of a hand to its face's edge
  REACH = LARGE - EDGE,
  TRAIL = 8;

/** @param {Drawn} drawn */
export function clocks(drawn) {
  const { data, speeds, word, pair, pick } = drawn;
  const token = data.tokens[word]?.text,
    twin = data.ids.findIndex((id, place) => id === data.ids[word] && place !== word);
  const place = { token, position: word, twin };
  const hint =
    token === undefined
      ? t("at position {position}", place)
      : twin < 0
        ? t("“{token}” at position {position}", place)
        : t("“{token}” at position {position} and, grey, at position {twin}", place);
  return html`${headline(t("Clocks"), hint)}
    <div class="clocks" role="group" aria-label=${t("Clocks")}>${clockPairs(speeds.length).map(
      (one) => html`<button type="button" aria-pressed=${one === pair}
        @click=${() => pick({ pair: one })}><svg viewBox="-40 -40 80 80" aria-hidden="true"
        >${clock(RADIUS, speeds[one], word, twin)}</svg><b>${t("clock {pair}", { pair: one })}</b
        ><span>${t("one turn in {positions} positions", { positions: period(speeds[one]) })}</span
        ></button>`,
    )}</div>
    <details class="one"><summary>${t("Clock {pair} in numbers", { pair })}</summary>${inNumbers(
      drawn,
    )}</details>`;
}

/**
 * After how many positions a hand is where it was.
 *
 * @type {(speed: number) => string}
 */
function period(speed) {
  const positions = (2 * Math.PI) / speed;
  return positions < 100 ? number(positions, 1) : whole(Math.round(positions));
}

/**
 * A face and what turns on it: the hand stands at position times speed, clockwise from the top;
 * dots are where it was at the positions before. Its twin is at another position of the same token.
 *
 * @type {(radius: number, speed: number, position: number, twin?: number, parts?: unknown) =>
 *   unknown}
 */
function clock(radius, speed, position, twin = -1, parts = nothing) {
  const reach = radius - EDGE;
  /** @type {(position: number, inside: unknown) => unknown} */
  const turning = (position, inside) => svg`<g class="turning"
    style="transform: rotate(${(position * speed * 180) / Math.PI}deg)">${inside}</g>`;
  const trail = times(Math.min(TRAIL, position), (k) => {
    const back = -(k + 1) * speed;
    return svg`<circle class="trail" r=${radius / 17} opacity=${0.7 - (0.6 * k) / TRAIL}
      cx=${Math.sin(back) * reach} cy=${-Math.cos(back) * reach}></circle>`;
  });
  const quarters = `M0 ${-radius}v5M0 ${radius}v-5M${-radius} 0h5M${radius} 0h-5`;
  return svg`<circle class="face" r=${radius}></circle><path class="quarters" d=${quarters}></path>
    ${twin < 0 ? nothing : turning(twin, svg`<path class="hand twin" d="M0 0V${-reach}"></path>`)}
    ${parts}${turning(
      position,
      svg`${trail}<path class="hand" d="M0 0V${-reach}"></path><circle class="centre" r="3.2"
        ></circle>`,
    )}`;
}

/**
 * A number for people: three decimals if it is small, fewer the larger it is.
 *
 * @param {number} value
 */
const short = (value) =>
  value < 100 ? number(value, value < 10 ? 3 : 1) : whole(Math.round(value));

/**
 * The chosen clock large, with the arithmetic of its two numbers, each beside its cell's colour.
 *
 * @param {Drawn} drawn
 */
function inNumbers({ table, speeds, word, pair, colours }) {
  const speed = speeds[pair],
    angle = word * speed,
    values = rowOf(table, word).subarray(2 * pair, 2 * pair + 2),
    [x, y] = [values[0] * REACH, -values[1] * REACH];
  const colour = (/** @type {number} */ value) => css(colours.signed(value));
  const parts = svg`<path class="part sine" d="M0 0H${x}" style="stroke: ${colour(values[0])}"
    ></path><path class="part cosine" d="M0 0V${y}" style="stroke: ${colour(values[1])}"
    ></path><path class="part tip" d="M${x} 0V${y}H0"></path>`;
  // Each name stands on the side of its bar where the hand is not.
  const names = svg`<text class="name" x=${x / 2} y=${y < 0 ? 15 : -7}
      text-anchor="middle">sin</text><text class="name" x=${x < 0 ? 7 : -7} y=${y / 2 + 4}
      text-anchor=${x < 0 ? "start" : "end"}>cos</text>`;
  return html`<div class="pair"><svg viewBox="-80 -80 160 160" aria-hidden="true"
      >${clock(LARGE, speed, word, -1, parts)}${names}</svg>
    <div class="lines"><div>${t("angle")} = ${word} / 10000<sup
      >${2 * pair}/${table.shape[1]}</sup></div>
      <div>= ${word} / ${short(1 / speed)} = ${short(angle)}</div>
      ${["sin", "cos"].map(
        (name, k) => html`<div><i aria-hidden="true"
          style="background: ${colour(values[k])}"></i
          >${t("number {number}:", { number: 2 * pair + k })} ${name} ${short(angle)} = <b
          >${number(values[k], 3)}</b></div>`,
      )}</div></div>`;
}
