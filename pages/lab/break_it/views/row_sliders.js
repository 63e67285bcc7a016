// The weights of one row as sliders: one is dragged, the others share what is left.

import { ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Label } from "./data.d.ts" */

/** Weights that were set by hand, by the place of their key. */
/** @typedef {Map<number, number>} Pins */

/**
 * The row after some of its weights were set: the others keep their proportions.
 *
 * @param {number[]} base
 * @param {Pins} pins
 * @returns {number[]}
 */
export function pinned(base, pins) {
  const rest = base.map((value, key) => (pins.has(key) ? 0 : value));
  const left = 1 - [...pins.values()].reduce((sum, value) => sum + value, 0);
  const total = rest.reduce((sum, value) => sum + value, 0);
  const result = rest.map(
    (value, key) => pins.get(key) ?? (total ? (value * Math.max(0, left)) / total : 0),
  );
  const sum = result.reduce((all, value) => all + value, 0);
  return sum > 0 ? result.map((value) => value / sum) : base;
}

/**
 * Set one weight; those set earlier make room for it, or are let go where nobody else could.
 *
 * @param {number[]} base
 * @param {Pins} pins
 * @param {number} key
 * @param {number} weight
 * @returns {[number, number][]} by their keys, as the server answers
 */
export function pin(base, pins, key, weight) {
  const others = [...pins].filter(([other]) => other !== key);
  const set = others.reduce((sum, [, value]) => sum + value, 0);
  const free = base.some((value, other) => value > 0 && other !== key && !pins.has(other));
  const squeeze = set > 1 - weight ? (1 - weight) / set : 1;
  const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
  /** @type {Pins} */
  const result = new Map([[key, weight]]);
  if (free) for (const [other, value] of others) result.set(other, round(value * squeeze));
  return [...result].sort(([one], [other]) => one - other);
}

/**
 * The sliders of a row's weights; ticks stay where the unbroken model has them. drag() hears of
 * every move, release() of the last one.
 *
 * @param {Label[]} keys
 * @param {{weights: number[], before: Float32Array, visible: number[], pins: Pins}} row
 * @param {(key: number, weight: number) => void} drag
 * @param {() => void} release
 */
export function sliders(keys, { weights, before, visible, pins }, drag, release) {
  const alone = visible.filter(Boolean).length < 2;
  return keys.map(({ text, special, lang }, key) => {
    const weight = number(weights[key], 3);
    // In an array, which is another each time: it is set anew where others had nothing to give.
    const value = [weights[key]];
    return html`<label class="line ${pins.has(key) ? "set" : ""}" ?hidden=${!visible[key]}
      ><span class="token ${special ? "special" : ""}" title=${text} lang=${ifAny(lang)}
      translate="no">${text}</span><span class="rail"><input type="range" min="0" max="1"
      step="0.01" aria-label=${t("Weight of “{token}”", { token: text })} aria-valuetext=${weight}
      ?disabled=${alone} .value=${value} @change=${release}
      @input=${(/** @type {{target: HTMLInputElement}} */ { target }) =>
        drag(key, Number(target.value))}><i aria-hidden="true"
      style="left: calc(8px + (100% - 16px) * ${before[key]})"></i></span
      ><output>${weight}</output></label>`;
  });
}
