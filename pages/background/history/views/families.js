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
    { paper, added, verdict, stopped, graph, name } = chosenFamily(view),
    last = data.families[data.families.length - 1];
  if (!root.firstChild) queueMicrotask(() => set({})); // again, once the drawing has a width
  if (now.seen !== now.family) requestAnimationFrame(() => showEntry(root));
  now.seen = now.family;
  const player = once("player", () =>
    makePlayer(
      null,
      t("Steps that have to wait for the previous one"),
      () => Math.max(chosenFamily(view).graph.steps, last.graph.steps),
      (at) => {
        set({ step: { of: keyOf(view), at } });
        showStep(root);
      },
      PACE,
    ),
  );
  const step = now.step?.of === keyOf(view) ? now.step.at : Math.max(graph.steps, last.graph.steps);
  player.set(step);
  const word = Math.min(now.word, data.source.length - 1);
  const room = root.querySelector(".scroll")?.clientWidth ?? 0;
  const click = (/** @type {{target: Element}} */ { target }) => {
    const place = Number(target.closest("[data-word]")?.getAttribute("data-word") ?? NaN);
    if (Number.isNaN(place)) return;
    choose({ word: place }, "word", place + 1);
    announce({ word: place });
  };
  const shown = [{ name, graph }, ...(name === last.name ? [] : [last])];
  return html`${timeline(view)}
    <div class="columns ${shown.length > 1 ? "two" : ""}">${shown.map((family) => {
      const said = wayOf(data, family, word);
      const spoken = tn(
        "{family}, {count} step: {way}",
        "{family}, {count} steps: {way}",
        family.graph.steps,
        { family: family.name, way: said },
      );
      return html`<div class="drawing"><h4>${family.name}: <b>${tn(
        "{count} step",
        "{count} steps",
        family.graph.steps,
      )}</b></h4>
        <div class="scroll" tabindex="0" role="group" aria-label=${spoken} @click=${click}
          >${drawing(data, family.graph, room, { word, step, spoken })}</div>
        <div class="said">${said}</div></div>`;
    })}</div>
    <div class="below">${player.node}</div>
    <div class="card" aria-live="polite"><p class="paper">${paper}</p>
      <div><h4>${t("What it added")}</h4><p>${added}</p></div>
      <div><h4>${verdict}</h4><p>${stopped}</p></div></div>`;
}

/** @type {(data: FamiliesData, family: Pick<TimelineFamily, "graph">, word: number) => string} */
function wayOf({ source }, { graph }, word) {
  const token = source[word].text,
    length = graph.nodes[word][4];
  if (length < 0) return t("“{token}” never reaches the end", { token });
  return tn(
    "{count} arrow from “{token}” to the end",
    "{count} arrows from “{token}” to the end",
    length,
    { token },
  );
}

/** @param {Families} view */
function timeline({ data, now, choose }) {
  /** @type {(family: number) => void} */
  const pick = (family) => choose({ family }, "family", family + 1);
  const walk = onKey((key) => moved(now.family, key, data.families.length, { around: true }), pick);
  return html`<div class="timeline" role="radiogroup" aria-label=${t("Architecture")}
    @keydown=${walk}>${data.families.map(
      ({ year, name, gloss, graph }, i) => html`<button type="button" role="radio"
        aria-checked=${i === now.family} tabindex=${i === now.family ? 0 : -1}
        @click=${() => pick(i)}><span class="year">${year}</span><span class="dot"></span
        ><b>${name}</b><span class="gloss">${gloss}</span
        ><span class="steps">${tn("{count} step", "{count} steps", graph.steps)}</span
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
