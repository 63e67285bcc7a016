// Head census: every head by its role, and a slider that silences the least needed ones first.

import { defineView } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { curves } from "./census_curves.js";
import { grids, legend } from "./census_grids.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { CensusData, CensusEvents } from "./data.d.ts" */

/** @typedef {View<CensusData, {silenced: number[], chosen: number}, CensusEvents>} Census */

/** @type {(data: CensusData) => unknown} */
const version = (data) => data.version;

export default defineView("census_view", { silenced: version, chosen: version }, render);

/** @param {Census} view */
function render(view) {
  const { data, now, choose } = view,
    total = data.order.length,
    count = now.silenced.length;
  // The first of the order are off here at once; the server hears of it when the hand rests.
  const prune = (/** @type {{target: HTMLInputElement}} */ { target }) => {
    const silenced = data.order.slice(0, Number(target.value)).sort((a, b) => a - b);
    choose({ silenced }, "prune", silenced.length, 250);
  };
  const waiting = now.silenced.join() !== data.silenced.join(); // the server works
  return html`<div class="above">
      <div class="curve">
        <div class="title"><b>${t("How many can go?")}</b
          ><span>${t("{count} off", { count })}</span></div>
        <div class="plot">${curves(data, count)}</div>
        <input type="range" min="0" step="1" max=${total} .value=${String(count)}
          aria-label=${t("How many heads are off, the least needed first")}
          aria-valuetext=${t("{count} of {total} heads off", { count, total })} @input=${prune}>
        <div class="ends">${[0, 0.25, 0.5, 0.75, 1].map(
          (part) => html`<span>${Math.round(part * total)}</span>`,
        )}</div>
        <div class="across">${t("heads switched off, the least needed first")}</div></div>
      <div class="right">
        <dl aria-live="polite" class=${waiting ? "waiting" : ""}>${data.says.map(
          ({ label, words }) =>
            html`<dt>${label}</dt><dd>${words.map(([word, changed]) =>
              changed ? html`<mark>${word}</mark> ` : html`<span>${word}</span> `,
            )}</dd>`,
        )}</dl>
        <div class="notes">${data.notes.map((note) => html`<p>${note}</p>`)}</div></div></div>
    <div class="legend">${legend(data, count)}</div>
    <div class="grids">${grids(view)}</div>`;
}
