// Sliders, and together those of sampling: temperature, top-k, top-p and the seed.

import { html } from "../vendor/lit-html.js";
import { element } from "./dom.js";
import { t, tc } from "./messages.js";
import { number } from "./numbers.js";

/**
 * @typedef {{label: string, min: number, max: number, step: number, show: (value: number) =>
 *   string}} Knob
 */

/**
 * top_k 0 is no limit.
 *
 * @typedef {{temperature: number, top_k: number, top_p: number, seed: number}} Sampling
 */

/** @typedef {(change: Partial<Sampling>) => void} Change */

/**
 * A slider with its name and its value; it acts while it moves and tells where it stops.
 *
 * @param {Element} parent
 * @param {Knob & {move: (value: number) => void, stop: () => void}} knob
 * @returns {(now: number) => void}
 */
export function makeSlider(parent, { label, min, max, step, show, move, stop }) {
  const box = element("label", { class: "slider" }, parent);
  element("span", {}, box, label);
  const input = element("input", { type: "range", min, max, step }, box);
  const value = element("output", {}, box);
  input.oninput = () => move(Number(input.value));
  input.onchange = () => stop();
  return (now) => {
    input.value = String(now);
    value.textContent = show(now);
    input.setAttribute("aria-valuetext", show(now));
  };
}

const ALL = 51; // the right end of top-k's slider: no limit
/** @type {() => Record<"temperature" | "top_k" | "top_p", Knob>} */
const knobs = () => ({
  temperature: { label: t("Temperature"), min: 0.1, max: 3, step: 0.1, show: (v) => number(v, 1) },
  top_k: {
    label: t("Top-k"),
    min: 1,
    max: ALL,
    step: 1,
    show: (v) => (v === ALL ? tc("tokens", "all") : String(v)),
  },
  top_p: { label: t("Top-p"), min: 0.05, max: 1, step: 0.05, show: (v) => number(v, 2) },
});

/**
 * A seed that is not this one.
 *
 * @type {(seed: number) => number}
 */
const anotherSeed = (seed) => ((seed + Math.floor(Math.random() * 9998)) % 9999) + 1;

/**
 * Make the three sliders of sampling. They read state() and tell change({name: value}) while they
 * move and stop(name) where they stop. Returns what draws them.
 *
 * @param {Element} parent
 * @param {() => Omit<Sampling, "seed">} state
 * @param {Change} change
 * @param {(name: keyof Sampling) => void} stop
 * @returns {() => void}
 */
export function samplingSliders(parent, state, change, stop) {
  /** @type {(name: string, v: number) => number} */
  const value = (name, v) => (name === "top_k" && v === ALL ? 0 : v);
  const all = knobs();
  const names = /** @type {(keyof typeof all)[]} */ (Object.keys(all));
  const sliders = names.map((name) => {
    const show = makeSlider(parent, {
      ...all[name],
      move: (v) => change({ [name]: value(name, v) }),
      stop: () => stop(name),
    });
    return () => show(state()[name] || ALL);
  });
  return () => sliders.forEach((draw) => draw());
}

/**
 * A slider as a template: move(value) hears it while it moves, stop() where it stops.
 *
 * @type {(knob: Knob, value: number, move: (value: number) => void, stop: () => void) => unknown}
 */
export const slider = ({ label, min, max, step, show }, value, move, stop) =>
  html`<label class="slider"><span>${label}</span><input type="range" min=${min} max=${max}
    step=${step} .value=${String(value)} aria-valuetext=${show(value)}
    @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => move(Number(target.value))}
    @change=${stop}><output>${show(value)}</output></label>`;

/**
 * The three sliders as templates: move({name: value}) hears them while they move, stop(name) where
 * they stop.
 *
 * @param {Omit<Sampling, "seed">} now
 * @param {Change} move
 * @param {(name: keyof Sampling) => void} stop
 */
export function samplingKnobs(now, move, stop) {
  const all = knobs();
  const names = /** @type {(keyof typeof all)[]} */ (Object.keys(all));
  return names.map((name) =>
    slider(
      all[name],
      now[name] || ALL,
      (value) => move({ [name]: name === "top_k" && value === ALL ? 0 : value }),
      () => stop(name),
    ),
  );
}

/**
 * The same, and a button that draws again.
 *
 * @param {Sampling} now
 * @param {Change} move
 * @param {(name: keyof Sampling) => void} stop
 */
export function samplingPanel(now, move, stop) {
  const again = () => {
    move({ seed: anotherSeed(now.seed) });
    stop("seed");
  };
  return html`<div class="knobs">${samplingKnobs(now, move, stop)}
    <button type="button" @click=${again}>${t("Draw again")}</button>
    <span class="seed">${t("seed {seed}", now)}</span></div>`;
}

/**
 * Make the sliders and a button that draws again; the same arguments. Returns {node, draw()}.
 *
 * @param {Element} parent
 * @param {() => Sampling} state
 * @param {Change} change
 * @param {(name: keyof Sampling) => void} stop
 * @returns {{node: HTMLDivElement, draw: () => void}}
 */
export function makeKnobs(parent, state, change, stop) {
  const node = element("div", { class: "knobs" }, parent);
  const sliders = samplingSliders(node, state, change, stop);
  const again = element("button", { type: "button" }, node, t("Draw again"));
  again.onclick = () => {
    change({ seed: anotherSeed(state().seed) });
    stop("seed");
  };
  const seed = element("span", { class: "seed" }, node);
  const draw = () => {
    sliders();
    seed.textContent = t("seed {seed}", { seed: state().seed });
  };
  return { node, draw };
}
