// The curves over the slider: what is left with so many heads silenced.

import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { CensusData } from "./data.d.ts" */

/** @typedef {CensusData["own"]} Points heads that are silenced, and the value then */

const WIDE = 480,
  HIGH = 112,
  TOP = 8;

/**
 * The curves, and where the slider stands on them.
 *
 * @param {CensusData} data
 * @param {number} count
 */
export function curves(data, count) {
  const { band, chrf, own } = data;
  const x = (/** @type {number} */ heads) => (heads / data.order.length) * WIDE,
    y = (/** @type {number} */ value) => TOP + (1 - value / 100) * HIGH;
  const path = (/** @type {Points} */ points) =>
    points.map(([heads, value]) => `${x(heads)},${y(value)}`).join(" ");
  const low = band.map(([heads, value]) => [heads, value]),
    high = band.map(([heads, , value]) => [heads, value]);
  const around = path(/** @type {Points} */ ([...high, ...low.reverse()]));
  const p = at(own, count);
  return html`<svg viewBox="0 0 ${WIDE} ${HIGH + TOP + 4}" role="img" preserveAspectRatio="none"
      aria-label=${spoken(data, count)}>
      ${[0, 50, 100].map(
        (value) => svg`<line class="level" x1="0" x2=${WIDE} y1=${y(value)} y2=${y(value)}></line>`,
      )}
      ${band.length ? svg`<polygon class="band" points=${around}></polygon>` : ""}
      ${chrf.length ? svg`<polyline class="chrf" points=${path(chrf)}></polyline>` : ""}
      <polyline class="own" points=${path(own)}></polyline>
      <line class="here" x1=${x(count)} x2=${x(count)} y1=${TOP} y2=${TOP + HIGH}></line></svg>
    <div class="axis" aria-hidden="true"><span>100%</span><span>50%</span></div>
    <div class="keys">
      <span class="own">${t("this sentence: {p}% sure of a token on average", { p })}</span>
      ${
        chrf.length
          ? html`<span class="chrf"
            >${t("other sentences: quality {chrf} of 100 (chrF)", { chrf: at(chrf, count) })}</span
          >`
          : ""
      }
      ${band.length ? html`<span class="band">${t("the same in random order")}</span>` : ""}</div>`;
}

/**
 * The value at a number of heads; between two that were measured, the nearer one's is not told.
 *
 * @type {(points: Points, count: number) => string}
 */
function at(points, count) {
  const there = points.find(([heads]) => heads === count);
  if (there) return number(there[1], 0);
  const after = points.findIndex(([heads]) => heads > count);
  if (after < 1) return "–";
  return `${number(points[after - 1][1], 0)} … ${number(points[after][1], 0)}`;
}

/** @type {(data: CensusData, count: number) => string} */
const spoken = (data, count) => {
  const said = [
    t("{count} of {total} heads off.", { count, total: data.order.length }),
    t("In this sentence, the model is {p} percent sure of a token on average.", {
      p: at(data.own, count),
    }),
  ];
  if (data.chrf.length) {
    said.push(t("Validation sentences have a chrF of {chrf}.", { chrf: at(data.chrf, count) }));
  }
  return said.join(" ");
};
