// The endings of a search, ranked: a table with the arithmetic, and the scores over alpha.

import { defineView } from "../../../../ui/views/library/define.js";
import { times } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { penalty, ranked, score } from "./hypotheses.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Ending, RankingData } from "./data.d.ts" */

const CHART = { width: 400, height: 250, left: 44, right: 12, top: 14, bottom: 34, most: 2 };
const BOTTOM = CHART.height - CHART.bottom,
  RIGHT = CHART.width - CHART.right;

export default defineView("ranking", { alpha: () => null }, render, ({ alpha }) => ({ alpha }));

/** @param {View<RankingData, {alpha: number}, {}>} view */
function render({ data: { endings, langs }, now: { alpha } }) {
  const order = ranked(endings, alpha);
  const label = t("Finished translations, ranked");
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><table>
      <thead><tr><th scope="col" class="rank"></th>
        <th scope="col" class="text">${t("translation")}</th>
        <th scope="col" class="total">ln p</th>
        <th scope="col" class="length">${t("tokens")}</th>
        <th scope="col" class="penalty">${t("÷ penalty")}</th>
        <th scope="col" class="score">${t("= score")}</th></tr></thead>
      <tbody>${order.map((ending, place) => row(ending, place, alpha, langs.target))}</tbody>
    </table></div>
    <figure><figcaption>${inWords(order, alpha)}</figcaption>${chart(order, alpha)}</figure>`;
}

/** @type {(ending: Ending, place: number, alpha: number, lang: string) => unknown} */
function row({ text, total, length, fate }, place, alpha, lang) {
  const words = text || t("(nothing)");
  const power = `((5 + ${length}) / 6)^${number(alpha, 1)} = ${number(penalty(length, alpha), 2)}`;
  return html`<tr class=${place ? "" : "winner"}><td class="rank">${place + 1}</td>
    <td class="text"><span class="words" title=${words} translate="no"
      lang=${(text && lang) || nothing}>${words}</span>${
        fate === "cut" ? html`<span class="cut">${t("cut at the limit")}</span>` : nothing
      }</td>
    <td class="total">${number(total, 2)}</td>
    <td class="length">${length}</td>
    <td class="penalty">${power}</td>
    <td class="score">${number(score({ total, length }, alpha), 3)}</td></tr>`;
}

/**
 * A curve for each ending: every score rises to 0 with alpha, long ones faster.
 *
 * @type {(order: Ending[], alpha: number) => unknown}
 */
function chart(order, alpha) {
  const lowest = Math.min(-0.1, ...order.map((ending) => score(ending, 0)));
  /** @type {(value: number) => number} */
  const down = (value) => CHART.top + (value / lowest) * (BOTTOM - CHART.top);
  /** @type {(ending: Ending) => string} */
  const points = (ending) =>
    times(41, (i) => (i / 40) * CHART.most)
      .map((a) => `${across(a)},${down(score(ending, a))}`)
      .join(" ");
  return html`<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="img"
      aria-label=${t("Scores against alpha")}>
    ${[0, 0.5, 1, 1.5, 2].map(
      (a) => svg`<text x=${across(a)} y=${BOTTOM + 16} text-anchor="middle"
        >${number(a, Number.isInteger(a) ? 0 : 1)}</text>`,
    )}
    <text x=${(CHART.left + RIGHT) / 2} y=${BOTTOM + 31} text-anchor="middle"
      >${t("length penalty α")}</text>
    ${[0, lowest / 2, lowest].map(
      (value) => svg`<line class="grid" x1=${CHART.left} x2=${RIGHT} y1=${down(value)}
          y2=${down(value)}></line>
        <text x=${CHART.left - 6} y=${down(value) + 4} text-anchor="end"
          >${number(value, 1)}</text>`,
    )}
    <line class="cursor" x1=${across(alpha)} x2=${across(alpha)} y1=${CHART.top}
      y2=${BOTTOM}></line>
    ${[...order].reverse().map((ending) => {
      const kind = ending === order[0] ? "winner" : "";
      return svg`<polyline class=${kind} points=${points(ending)}
          ><title>${ending.text || t("(nothing)")}</title></polyline>
        <circle r="3.5" class=${kind} cx=${across(alpha)}
          cy=${down(score(ending, alpha))}></circle>`;
    })}</svg>`;
}

/** @type {(alpha: number) => number} */
const across = (alpha) => CHART.left + (alpha / CHART.most) * (RIGHT - CHART.left);

/**
 * Say where another ending takes over from the first.
 *
 * @type {(endings: Ending[], alpha: number) => string}
 */
function inWords(endings, alpha) {
  if (endings.length < 2)
    return t("There's only one translation, so no penalty can change the winner.");
  const winners = times(201, (i) => ranked(endings, i / 100)[0]);
  const turn = winners.findIndex((one, i) => i && one !== winners[i - 1]);
  if (turn < 0) return t("The same translation wins at every α from 0 to 2.");
  const turns = winners.filter((one, i) => i && one !== winners[i - 1]).length;
  const gaps = { turn: number(turn / 100, 2), turns, alpha: number(alpha, 1) };
  return turns > 1
    ? tn(
        "The winner changes at α = {turn} ({turns} times in all). At {alpha}, a " +
          "{count}-token translation wins.",
        "The winner changes at α = {turn} ({turns} times in all). At {alpha}, a " +
          "{count}-token translation wins.",
        endings[0].length,
        gaps,
      )
    : tn(
        "The winner changes at α = {turn}. At {alpha}, a {count}-token translation wins.",
        "The winner changes at α = {turn}. At {alpha}, a {count}-token translation wins.",
        endings[0].length,
        gaps,
      );
}
