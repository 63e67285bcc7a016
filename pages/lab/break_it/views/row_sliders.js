// The weights of one row as sliders: one is dragged, the others share what is left.

import { ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Label } from "./data.d.ts" */
/** @import { Pins } from "./row_pins.js" */

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
    // A slider says its weight itself; a screen reader that read all outputs would never end.
    return html`<label class="line ${pins.has(key) ? "set" : ""}" ?hidden=${!visible[key]}
      ><span class="token ${special ? "special" : ""}" title=${text} lang=${ifAny(lang)}
      translate="no">${text}</span><span class="rail"><input type="range" min="0" max="1"
      step="0.01" aria-label=${t("Weight of “{token}”", { token: text })} aria-valuetext=${weight}
      ?disabled=${alone} .value=${value} @change=${release}
      @input=${(/** @type {{target: HTMLInputElement}} */ { target }) =>
        drag(key, Number(target.value))}><i aria-hidden="true"
      style="left: calc(8px + (100% - 16px) * ${before[key]})"></i></span
      ><output aria-live="off">${weight}</output></label>`;
  });
}
