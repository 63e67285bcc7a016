// What temperature, top-k and top-p do to a distribution, and the sliders that set them.

import { element } from "../../../../ui/views/library/dom.js";
import { samplingSliders } from "../../../../ui/views/library/knobs.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, whole } from "../../../../ui/views/library/numbers.js";

/** @import { Filter, View } from "./types.d.ts" */

/**
 * The same as model.decoding.filtered, for logits that are sorted, largest first.
 *
 * Divide by the temperature, take the softmax, keep the top_k first tokens (0: all) of which those
 * before hold less than top_p, and make what is kept add up to one again.
 *
 * @param {Float32Array} logits
 * @param {Filter} filter
 * @returns {Float64Array}
 */
export function distribution(logits, { temperature, top_k, top_p }) {
  const p = Float64Array.from(logits, (logit) => Math.exp((logit - logits[0]) / temperature));
  scaled(p);
  let before = 0;
  const kept = p.map((value, rank) => {
    const stays = (!top_k || rank < top_k) && (top_p >= 1 || before < top_p);
    before += value;
    return stays ? value : 0;
  });
  return scaled(kept);
}

/** @type {(p: Float64Array) => Float64Array} */
function scaled(p) {
  const sum = p.reduce((all, value) => all + value, 0);
  p.forEach((value, i) => {
    p[i] = value / sum;
  });
  return p;
}

/** @type {(a: Filter, b: Filter) => boolean} */
const same = (a, b) =>
  a.temperature === b.temperature && a.top_k === b.top_k && a.top_p === b.top_p;

/** @type {Filter} */
const NEUTRAL = { temperature: 1, top_k: 0, top_p: 1 };

/**
 * Make the sliders; they repaint while they move and tell the server where they stop.
 *
 * @param {View} view
 * @param {Element} parent
 * @returns {{draw: () => void}}
 */
export function sliders(view, parent) {
  const change = (/** @type {Partial<Filter>} */ one) => set(view, { ...view.sampling, ...one });
  const drawSliders = samplingSliders(
    parent,
    () => view.sampling,
    change,
    () => stop(view),
  );
  const reset = element("button", { type: "button" }, parent, t("The model's own probabilities"));
  reset.onclick = () => {
    set(view, { ...NEUTRAL });
    stop(view);
  };
  const draw = () => {
    drawSliders();
    reset.disabled = same(view.sampling, NEUTRAL);
  };
  return { draw };
}

/** @type {(view: View, sampling: Filter) => void} */
function set(view, sampling) {
  view.sampling = sampling;
  view.repaint();
}

/** @type {(view: View) => void} */
function stop(view) {
  view.samplings.told(JSON.stringify(view.sampling));
  view.tell("sampling", view.sampling);
}

/**
 * What the list does not show, and how certain all of it is.
 *
 * @param {View} view
 * @param {Float64Array} own
 * @param {Float64Array} now
 */
export function drawRest(view, own, now) {
  const listed = view.data.candidates.map(({ rank }) => rank);
  const others = (/** @type {Float64Array} */ p) =>
    Math.max(0, 1 - listed.reduce((sum, rank) => sum + p[rank], 0));
  const count = now.filter((p) => p > 0).length;
  const total = view.logits.length - listed.length;
  view.rest.replaceChildren();
  for (const [name, text] of [
    ["rank", ""],
    ["name", t("the other {count}", { count: whole(total) })],
    ["logit", ""],
  ]) {
    element("span", { class: name }, view.rest, text);
  }
  const rail = element("span", { class: "rail" }, view.rest);
  element("span", { class: "own", style: `width:${others(own) * 100}%` }, rail);
  element("span", { class: "bar", style: `width:${others(now) * 100}%` }, rail);
  element("span", { class: "p" }, view.rest, number(others(now), 3));
  const bits = (/** @type {Float64Array} */ p) =>
    -p.reduce((sum, value) => (value > 0 ? sum + value * Math.log2(value) : sum), 0);
  const changed = now.some((p, i) => Math.abs(p - own[i]) > 1e-7);
  view.summary.textContent = changed
    ? t("Entropy {before} → {now} bits; {kept} of {tokens} tokens can still be drawn.", {
        before: number(bits(own), 2),
        now: number(bits(now), 2),
        kept: whole(count),
        tokens: whole(view.logits.length),
      })
    : t("Entropy {bits} bits, as open as {tokens} equally likely tokens.", {
        bits: number(bits(own), 2),
        tokens: number(2 ** bits(own), 1),
      });
}
