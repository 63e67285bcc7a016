// Translations along a direction: a slider for α, a strip for each direction, all that is said.

import { defineView } from "../../../../ui/views/library/define.js";
import { slider } from "../../../../ui/views/library/knobs.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { brief } from "./steer_words.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { SteerStripData, SteerStripEvents, StripCell, StripRow } from "./data.d.ts" */

/** @typedef {View<SteerStripData, {alpha: number}, SteerStripEvents>} Strip */

export default defineView("steer_strip", { alpha: () => null }, render);

/** @type {(alpha: number) => string} */
const alphaName = (alpha) => (alpha < 0 ? "−" : "") + number(Math.abs(alpha), alpha % 1 ? 1 : 0);

/** @type {(one: StripCell) => string} */
const textOf = (one) => one.words.map(([word]) => word).join(" ");

/** @param {Strip} view */
function render(view) {
  const { data, now, set } = view,
    alphas = data.rows[0].said.map((one) => one.alpha);
  const knob = {
    label: t("strength α: how many times the arrow is added"),
    min: alphas[0],
    max: alphas[alphas.length - 1],
    step: alphas[1] - alphas[0],
    show: alphaName,
  };
  const at = (/** @type {number} */ alpha) => (alpha - knob.min) / (knob.max - knob.min);
  const move = (/** @type {number} */ alpha) => set({ alpha });
  return html`<div class="knob">${slider(knob, now.alpha, move, () => pick(view, now.alpha))}
      <div class="scale" aria-hidden="true">${alphas
        .filter((alpha) => alpha % 2 === 0)
        .map(
          (alpha) => html`<span style="left: ${100 * at(alpha)}%">${alphaName(alpha)}</span>`,
        )}</div></div>
    <div class="strips">${data.rows.map((row) => strip(view, row, at))}
      <p class="legend"><i class="same"></i>${t("as without the arrow")}
        <i style="--share: 0.2"></i><i style="--share: 1"></i>${t("a few words new, all words new")}
        <i class="cursor"></i>${t("α now")}</p></div>
    <details><summary>${t("All translations, from α = −4 to 4")}</summary><div class="list"
      >${data.rows.map(
        (row) => html`<div class="column"><p class="name">${row.name}</p>${lines(view, row)}</div>`,
      )}</div></details>`;
}

/** @type {(view: Strip, alpha: number) => void} */
const pick = ({ choose }, alpha) => choose({ alpha }, "alpha", alpha);

/**
 * What is said nearest to an alpha; a strip may have fewer of them than the slider.
 *
 * @type {(said: StripCell[], alpha: number) => StripCell}
 */
function nearest(said, alpha) {
  const far = said.map(
    (one) => Math.abs(one.alpha - alpha) + (Math.abs(one.alpha) > Math.abs(alpha) ? 0.01 : 0),
  );
  return said[far.indexOf(Math.min(...far))];
}

/**
 * A cell for each translation, below its α of the slider: it reaches half way to its neighbours.
 *
 * @type {(view: Strip, row: StripRow, at: (alpha: number) => number) => unknown}
 */
function strip(view, { name, said }, at) {
  const here = nearest(said, view.now.alpha),
    half = (said[1].alpha - said[0].alpha) / 2;
  const values = { alpha: alphaName(here.alpha) };
  return html`<div class="strip"><p class="name">${name}</p>
    <div class="cells" aria-hidden="true">${said.map((one, i) => {
      const turn = i > 0 && textOf(said[i - 1]) !== textOf(one);
      const [from, to] = [at(one.alpha - half), at(one.alpha + half)].map((x) =>
        Math.min(1, Math.max(0, x)),
      );
      return html`<i class="${one.share ? "" : "same"} ${turn ? "turn" : ""}"
        style="--share: ${one.share}; left: ${100 * from}%; width: ${100 * (to - from)}%"
        @click=${() => pick(view, one.alpha)}></i>`;
    })}<i class="cursor" style="left: ${100 * at(view.now.alpha)}%"></i></div>
    <p class="said" lang=${view.data.language} translate="no">${marked(here.words)}</p>
    <p class="note">${
      here.share ? t("at α = {alpha}", values) : t("at α = {alpha}: no word has changed", values)
    }</p></div>`;
}

/**
 * All that is said along a direction; neighbours that say the same share a line.
 *
 * @type {(view: Strip, row: StripRow) => unknown[]}
 */
function lines(view, { said }) {
  const here = nearest(said, view.now.alpha);
  /** @type {StripCell[][]} */
  const groups = [];
  for (const one of said) {
    const last = groups.at(-1);
    if (last && textOf(last[0]) === textOf(one)) last.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => {
    const [first, last] = [group[0].alpha, group[group.length - 1].alpha].map(alphaName);
    const near = group.reduce((a, b) => (Math.abs(b.alpha) < Math.abs(a.alpha) ? b : a));
    return html`<button type="button" class="line ${group.includes(here) ? "now" : ""}"
      @click=${() => pick(view, near.alpha)}><span class="range">${
        first === last
          ? t("α = {alpha}", { alpha: first })
          : t("α = {first} to {last}", { first, last })
      }</span><span class="words" lang=${view.data.language} translate="no"
      >${marked(brief(group[0].words))}</span></button>`;
  });
}

/** @type {(words: StripCell["words"]) => unknown[]} */
const marked = (words) =>
  words.map(([word, isNew], i) => {
    const space = i ? " " : "";
    return isNew ? html`${space}<mark>${word}</mark>` : space + word;
  });
