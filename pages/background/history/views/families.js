// A timeline of architectures, and how this sentence flows through the chosen one.

import { announce } from "../../../../ui/views/library/choices.js";
import { defineView } from "../../../../ui/views/library/define.js";
import { moved, onKey } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { drawing } from "./families_drawing.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { FamiliesData, FamiliesEvents, TimelineFamily } from "./data.d.ts" */

/** Step is what of an architecture is computed; in another one, it begins with all. */
/**
 * @typedef {{family: number, word: number, step?: {of: string, at: number},  seen?: number}} Now
 */
/** @typedef {View<FamiliesData, Now, FamiliesEvents>} Families */

const PACE = 450; // milliseconds for each step

/** @type {(data: FamiliesData) => unknown} */
const version = (data) => data.version;

export default defineView("families", { family: version, word: version }, render, ({ word }) => ({
  word,
}));

/** @type {(view: Families) => TimelineFamily} */
const chosenFamily = ({ data, now }) => data.families[now.family];
/** @type {(view: Families) => string} */
const keyOf = ({ data, now }) => `${now.family} ${data.version}`;

/** @param {Families} view */
function render(view) {
  const { data, now, root, set, choose, once } = view,
    { paper, added, verdict, stopped, graph, name } = chosenFamily(view);
  if (!root.firstChild) queueMicrotask(() => set({})); // again, once the drawing has a width
  if (now.seen !== now.family) requestAnimationFrame(() => showEntry(root));
  now.seen = now.family;
  const player = once("player", () =>
    makePlayer(
      null,
      t("Steps that have to wait for the previous one"),
      () => chosenFamily(view).graph.steps,
      (at) => {
        set({ step: { of: keyOf(view), at } });
        showStep(root);
      },
      PACE,
    ),
  );
  const step = now.step?.of === keyOf(view) ? now.step.at : graph.steps;
  player.set(step);
  const word = Math.min(now.word, data.source.length - 1),
    token = data.source[word].text,
    length = graph.nodes[word][4];
  const said =
    length < 0
      ? t("“{token}” never reaches the end", { token })
      : tn(
          "{count} arrow from “{token}” to the end",
          "{count} arrows from “{token}” to the end",
          length,
          { token },
        );
  const spoken = tn(
    "{family}, {count} step: {way}",
    "{family}, {count} steps: {way}",
    graph.steps,
    { family: name, way: said },
  );
  const room = root.querySelector(".scroll")?.clientWidth ?? 0;
  const click = (/** @type {{target: Element}} */ { target }) => {
    const place = Number(target.closest("[data-word]")?.getAttribute("data-word") ?? NaN);
    if (Number.isNaN(place)) return;
    choose({ word: place }, "word", place + 1);
    announce({ word: place });
  };
  return html`${timeline(view)}
    <div class="columns">
      <div class="drawing">
        <div class="scroll" tabindex="0" role="group" aria-label=${spoken} @click=${click}
          >${drawing(data, graph, room, { word, step, spoken })}</div>
        <div class="below">${player.node}<div class="said">${said}</div></div></div>
      <div class="card" aria-live="polite"><p class="paper">${paper}</p>
        <h4>${t("What it added")}</h4><p>${added}</p>
        <h4>${verdict}</h4><p>${stopped}</p></div></div>`;
}

/** @param {Families} view */
function timeline({ data, now, choose }) {
  /** @type {(family: number) => void} */
  const pick = (family) => choose({ family }, "family", family + 1);
  const walk = onKey((key) => moved(now.family, key, data.families.length, { around: true }), pick);
  return html`<div class="timeline" role="radiogroup" aria-label=${t("Architecture")}
    @keydown=${walk}>${data.families.map(
      ({ year, name, graph }, i) => html`<button type="button" role="radio"
        aria-checked=${i === now.family} tabindex=${i === now.family ? 0 : -1}
        @click=${() => pick(i)}><span class="year">${year}</span><span class="dot"></span
        ><b>${name}</b><span class="steps">${tn("{count} step", "{count} steps", graph.steps)}</span
        ></button>`,
    )}</div>`;
}

/**
 * Narrow windows scroll the timeline to the chosen architecture.
 *
 * @param {HTMLElement} root
 */
function showEntry(root) {
  /** @type {HTMLElement | null} */
  const entry = root.querySelector(".timeline [aria-checked=true]");
  const box = entry?.parentElement;
  if (entry && box) box.scrollLeft = entry.offsetLeft - (box.clientWidth - entry.offsetWidth) / 2;
}

/**
 * Scroll the drawing to what is computed now.
 *
 * @param {HTMLElement} root
 */
function showStep(root) {
  const scroll = root.querySelector(".scroll"),
    now = root.querySelector(".node.now");
  if (!scroll || !now) return;
  const x = Number(now.getAttribute("cx")),
    { scrollLeft, clientWidth } = scroll;
  if (x < scrollLeft + 20 || x > scrollLeft + clientWidth - 20)
    scroll.scrollLeft = x - clientWidth / 2;
}
