// Multi-head attention in one view: what is chosen is painted here at once, and then told.

import { defineView } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, unpack } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { silenceCard } from "./head_card.js";
import { headMenu, headParts } from "./head_grid.js";
import { headMap, readout } from "./head_map.js";

/** @import { Place } from "../../../../ui/views/library/attention_map.js" */
/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { HeadsData, HeadsEvents } from "./data.d.ts" */

/** What is chosen, from 0. @typedef {{layer: number, head: number, word: number}} Chosen */
/** A head that is switched off or on, and which ones were off before. */
/** @typedef {{layer: number, head: number, wanted: boolean, before: string}} Busy */
/** What is pointed at belongs to a version; told is the number that the pointer is on. */
/**
 * @typedef {Chosen & {hover?: {version: string, place: Place} | null, told?: string | null,
 *   busy?: Busy}} Now
 */
/** @typedef {View<HeadsData, Now, HeadsEvents>} Heads */
/**
 * @typedef {{pick: (change: Partial<Chosen>) => void, hover: (place: Place | null) => void}} Acts
 */
/** All that is drawn; masked cells have no colour. */
/**
 * @typedef {Omit<HeadsData, "version" | "weights" | "heads" | "outputs"> & Chosen & {
 *   version: string, weights: Tensor, heads: Tensor, outputs: Tensor, hover: Place | null,
 *   colours: Heads["colours"],
 *   cellColour: (value: number, row: number, column: number) => Colour | null}} State
 */

/** @type {(data: HeadsData) => string} */
const versionOf = ({ version }) => version.join();

export default defineView(
  "head_view",
  { layer: versionOf, head: versionOf, word: versionOf },
  render,
  ({ layer, head }) => ({ layer, head }), // the controls above tell the server themselves
);

/** @param {Heads} view */
function render(view) {
  const { root, once } = view,
    state = stateOf(view),
    acts = once("acts", () => actsOf(view)),
    place = { layer: state.layer + 1, head: state.head + 1 };
  root.style.setProperty("--heads", String(state.weights.shape[1]));
  return html`<div class="left" data-part="grid">${headMenu(state, acts.pick)}
      ${headParts(view, state, acts.pick)}</div>
    <div class="right" data-part="map"><div class="heading">
      <h3>${t("Layer {layer}, head {head}", place)}</h3>
      <span class="kind">${t("attention weight")}</span>
      <output class="readout">${readout(state)}</output></div>
      ${headMap(view.keep, state, acts)}
      <details><summary>${t("This head in numbers")}</summary><p class="habits">${state.habits.map(
        ({ before, after, values, places }) => {
          const value = values[state.layer][state.head];
          return html`<span>${before}<b>${value === null ? "–" : number(value, places)}</b
          >${after}</span>`;
        },
      )}</p></details>
      ${silenceCard(view)}</div>`;
}

/** @type {(view: Heads) => State} */
function stateOf({ data, now, colours, once }) {
  const version = versionOf(data),
    held = once("held", () => ({ version: "", tensors: /** @type {Tensor[]} */ ([]) }));
  if (held.version !== version) {
    const tensors = [data.weights, data.heads, data.outputs].map(unpack);
    Object.assign(held, { version, tensors });
  }
  const [weights, heads, outputs] = held.tensors,
    { layer, head, word } = now,
    hover = now.hover?.version === version ? now.hover.place : null;
  /** @type {State["cellColour"]} */
  const cellColour = (value, row, column) =>
    data.causal && column > row ? null : colours.attention(value);
  const chosen = { layer, head, word, hover };
  return { ...data, ...chosen, version, weights, heads, outputs, colours, cellColour };
}

/** @type {(view: Heads) => Acts} */
const actsOf = (view) => ({
  hover: (place) => view.set({ hover: place && { version: versionOf(view.data), place } }),
  pick: (change) => {
    const { layer, head, word } = { ...view.now, ...change };
    const message = { layer: layer + 1, head: head + 1, word: word + 1 };
    view.choose({ ...change, told: null }, "choose", message);
  },
});
