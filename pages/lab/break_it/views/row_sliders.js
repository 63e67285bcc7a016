// The weights of one row as sliders: one is dragged, the others share what is left.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { Token } from "../../../../ui/views/library/tokens.js" */
/** @import { Pins, Slider } from "./types.d.ts" */

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
 * @returns {Pins}
 */
export function pin(base, pins, key, weight) {
  const others = [...pins].filter(([other]) => other !== key);
  const set = others.reduce((sum, [, value]) => sum + value, 0);
  const free = base.some((value, other) => value > 0 && other !== key && !pins.has(other));
  const squeeze = set > 1 - weight ? (1 - weight) / set : 1;
  const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
  /** @type {Pins} */
  const result = new Map();
  if (free) for (const [other, value] of others) result.set(other, round(value * squeeze));
  return result.set(key, weight);
}

/** @type {(token: Token) => string} */
const weightOf = (token) => t("Weight of “{token}”", { token: token.text });

/**
 * Write the sliders of another row; `drag` hears of every move, `release` of the last one.
 *
 * @param {Element} list
 * @param {Token[]} keys
 * @param {{drag: (key: number, weight: number) => void, release: () => void}} hands
 * @returns {Slider[]}
 */
export function fillSliders(list, keys, { drag, release }) {
  list.replaceChildren();
  return keys.map((token, key) => {
    const line = element("label", { class: "line" }, list);
    element(
      "span",
      { class: token.special ? "token special" : "token", title: token.text, lang: token.lang },
      line,
      token.text,
    );
    const rail = element("span", { class: "rail" }, line);
    const input = element(
      "input",
      { type: "range", min: 0, max: 1, step: 0.01, "aria-label": weightOf(token) },
      rail,
    );
    const tick = element("i", { "aria-hidden": "true" }, rail);
    const output = element("output", {}, line);
    input.oninput = () => drag(key, Number(input.value));
    input.onchange = () => release();
    return { line, input, tick, output };
  });
}

/**
 * Move all sliders to a row's weights; ticks stay where the unbroken model has them.
 *
 * @param {Slider[]} sliders
 * @param {{weights: number[], before: number[], visible: number[], pins: Pins}} row
 */
export function paintSliders(sliders, { weights, before, visible, pins }) {
  const alone = visible.filter((sees) => sees > 0).length < 2;
  sliders.forEach(({ line, input, tick, output }, key) => {
    line.hidden = !visible[key];
    line.classList.toggle("set", pins.has(key));
    input.disabled = alone;
    input.value = String(weights[key]);
    input.setAttribute("aria-valuetext", number(weights[key], 3));
    tick.style.left = `calc(8px + (100% - 16px) * ${before[key]})`;
    output.textContent = number(weights[key], 3);
  });
}
