// Who reads what from the memory: what is chosen is painted here at once, and then told.

import { announce } from "../../../../ui/views/library/choices.js";
import { defineView, gaps, ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { html, noChange, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { memoryCards } from "./memory_cards.js";
import { drawLines, keepInView, memoryStage } from "./memory_lines.js";
import { keepRowInView, memoryMap, placeOf, readout } from "./memory_map.js";
import { currentRows } from "./memory_state.js";
import { memoryTable } from "./memory_table.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Label, MemoryChoice, MemoryData, MemoryEvents } from "./data.d.ts" */
/** @import { Acts, Chosen, Place, State } from "./memory_state.js" */

/** What is pointed at belongs to a version of the data. */
/**
 * @typedef {Chosen & {mapped?: number, hover?: (Place & {version: string}) | null,
 *   tensors?: string}} Now
 */
/** @typedef {View<MemoryData, Now, MemoryEvents>} Memory */

/** @type {(data: MemoryData) => string} */
const version = (data) => data.version;

export default defineView(
  "memory_view",
  { layer: version, head: version, step: version, measure: version },
  render,
  ({ tensors, step }) => ({ tensors, step }),
);

/** @param {Memory} view */
function render(view) {
  const { data, now, root, colours, set, once } = view,
    page = window.glassTensors;
  if (!page?.whole || page.version !== data.version) return noChange; // they are on their way
  /** @type {State} */
  const state = {
    ...data,
    ...now,
    step: Math.min(now.step, data.readers[0].row_of.length - 1),
    mapped: Math.min(now.mapped ?? 0, data.readers.length - 1),
    hover: now.hover?.version === data.version ? now.hover : null,
    tensors: page.tensors,
    attention: colours.attention,
  };
  const acts = once("acts", () => actsOf(view)),
    player = once("player", () => playerOf(view, acts)),
    seen = once("seen", () => ({ row: -1, map: "" })),
    room = root.querySelector(".right")?.clientWidth;
  player.set(state.step + 1);
  queueMicrotask(() => {
    if (room === undefined) return set({}); // now the map has a width to be drawn for
    const stage = /** @type {HTMLElement} */ (root.querySelector(".stage")),
      scroll = /** @type {HTMLElement} */ (root.querySelector(".scroll")),
      [row] = currentRows(state),
      { version, mapped, layer, head, step, shown } = state,
      map = [version, mapped, layer, head, step, shown, room].join();
    drawLines(stage, state);
    if (row !== seen.row) keepInView(stage);
    if (map !== seen.map) keepRowInView(scroll, state);
    Object.assign(seen, { row, map });
    return undefined;
  });
  return html`<div class="left"><div class="now">${player.node}
      <p class="writing">${writing(state)}</p></div>
      ${memoryStage(state, acts)}${memoryCards(state)}</div>
    <div class="right"><div class="heading">
      <div class="tabs" role="radiogroup" aria-label=${t("Language of the map")}>${data.readers.map(
        ({ language }, i) => html`<button type="button" role="radio"
          aria-checked=${i === state.mapped} @click=${() => set({ mapped: i })}
          >${t("{language} reads", { language })}</button>`,
      )}</div><span class="place">${placeOf(state)}</span></div>
      ${memoryMap(view.keep, state, room ?? 0, acts)}
      <output class="readout">${readout(state)}</output>
      ${aligner(state)}
      ${memoryTable(state, acts.pick)}</div>`;
}

/**
 * What is pointed at is only shown; what is chosen is told to the page and to the server.
 *
 * @type {(view: Memory) => Acts}
 */
const actsOf = (view) => ({
  hover: (place) => view.set({ hover: place && { ...place, version: view.data.version } }),
  pick: (change) => {
    view.choose(change, "choose", message(view.data, { ...view.now, ...change }));
    if ("step" in change) announce({ step: change.step });
    if ("layer" in change) announce({ place: [view.now.layer, view.now.head] });
  },
});

/** @type {(view: Memory, acts: Acts) => ReturnType<typeof makePlayer>} */
const playerOf = (view, { pick }) =>
  makePlayer(
    null,
    t("Steps of the translation"),
    () => view.data.readers[0].row_of.length,
    (step, moving) => {
      if (!moving) return pick({ step: step - 1 });
      view.set({ step: step - 1 });
      announce({ step: step - 1 });
    },
  );

/**
 * What the server is told; a mean of layers does not touch the layer other pages show.
 *
 * @type {(data: MemoryData, chosen: Chosen) => MemoryChoice}
 */
function message({ measures: [{ values }] }, { layer, head, step, measure }) {
  const layers = values.length - 1,
    heads = values[0].length - 1;
  return {
    ...(layer < layers ? { layer: layer + 1 } : {}),
    ...(head < heads ? { head: head + 1 } : {}),
    step: step + 1,
    head_measure: measure + 1,
    all_layers: Number(layer === layers),
    all_heads: Number(head === heads),
  };
}

/**
 * Why the head that is shown at first reads what it reads.
 *
 * @param {State} state
 */
function aligner({ measures, layer, head, shift }) {
  const best = measures.find((measure) => measure.best)?.best,
    [layers, heads] = [measures[0].values.length, measures[0].values[0].length];
  if (best?.join() !== [layer, head].join() || layer === layers - 1 || head === heads - 1)
    return nothing;
  const reads = t(
    "Of all heads, this one links the word just read to its source with the fewest errors.",
  );
  const writes = t(
    "Of all heads, this one links the word to be written to its source with the fewest errors.",
  );
  return html`<p class="aligner">★ ${shift === "reads" ? reads : writes}</p>`;
}

/**
 * "has just read “est”; its lines show where it attends": the one that names the row in bold.
 *
 * @param {State} state
 */
function writing({ readers: [reader], step, shift }) {
  /** @type {(token: Label, strong: boolean) => unknown} */
  const name = ({ text, lang }, strong) => {
    const quoted = t("“{text}”", { text });
    return strong
      ? html`<b lang=${ifAny(lang)} translate="no">${quoted}</b>`
      : html`<span lang=${ifAny(lang)} translate="no">${quoted}</span>`;
  };
  const said =
    shift === "reads"
      ? t("has just read {read}; its lines show where it attends. Next word: {written}")
      : t("has just read {read} and writes {written}; its lines show where it attends");
  return gaps(said, {
    read: name(reader.reads[step], shift === "reads"),
    written: name(reader.writes[step], shift === "writes"),
  });
}
