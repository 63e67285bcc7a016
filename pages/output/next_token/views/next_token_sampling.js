// What temperature, top-k and top-p do to a distribution, and the sliders that set them.

import { element } from "../../../../ui/views/library/dom.js";
import { samplingSliders } from "../../../../ui/views/library/knobs.js";

/**
 * The same as model.decoding.filtered, for logits that are sorted, largest first.
 *
 * Divide by the temperature, take the softmax, keep the top_k first tokens (0: all) of which those
 * before hold less than top_p, and make what is kept add up to one again.
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

function scaled(p) {
  const sum = p.reduce((all, value) => all + value, 0);
  p.forEach((value, i) => {
    p[i] = value / sum;
  });
  return p;
}

const NEUTRAL = { temperature: 1, top_k: 0, top_p: 1 };

/** Make the sliders; they repaint while they move and tell the server where they stop. */
export function sliders(view, parent) {
  const change = (one) => set(view, { ...view.sampling, ...one });
  const drawSliders = samplingSliders(
    parent,
    () => view.sampling,
    change,
    () => stop(view),
  );
  const reset = element("button", { type: "button" }, parent, "As the model says");
  reset.onclick = () => {
    set(view, { ...NEUTRAL });
    stop(view);
  };
  const draw = () => {
    drawSliders();
    reset.disabled = Object.entries(NEUTRAL).every(
      ([name, value]) => view.sampling[name] === value,
    );
  };
  return { draw };
}

function set(view, sampling) {
  view.sampling = view.awaited = sampling;
  view.repaint();
}

function stop(view) {
  view.tell("sampling", view.sampling);
}

/** Take over what the server says, unless that is an answer older than the newest movement. */
export function heard(view, sampling) {
  const same = (one) => Object.keys(NEUTRAL).every((name) => one[name] === sampling[name]);
  if (view.awaited && !same(view.awaited)) return;
  view.awaited = null;
  view.sampling = { ...sampling };
}
