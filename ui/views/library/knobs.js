// Sliders, and together those of sampling: temperature, top-k, top-p and the seed.

import { html } from "../vendor/lit-html.js";
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
 * A slider as a template: move(value) hears it while it moves, stop() where it stops.
 *
 * @type {(knob: Knob, value: number, move: (value: number) => void, stop?: () => void) => unknown}
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
