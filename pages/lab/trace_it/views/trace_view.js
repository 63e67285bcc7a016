// Trace it: the ways of a decision, a slider for how many, and the chosen node beside them.

import { defineView } from "../../../../ui/views/library/define.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, noChange } from "../../../../ui/views/vendor/lit-html.js";
import { card, list } from "./trace_card.js";
import { graph, plus, sign } from "./trace_graph.js";
import { shareOf, shownWays } from "./trace_ways.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { TraceData, TraceEvents } from "./data.d.ts" */

/** Lit is the node that is pointed at. */
/** @typedef {{share: number, chosen: string, lit?: string | null}} Now */
/** @typedef {View<TraceData, Now, TraceEvents>} Trace */

const PHONE = 640; // pixels under which the picture turns into a list

/** @type {(data: TraceData) => unknown} */
const nodes = (data) => data.nodes;

export default defineView("trace_view", { share: nodes, chosen: nodes }, render);

/** @param {Trace} view */
function render(view) {
  const { data, now, root, set, choose } = view,
    phone = root.clientWidth < PHONE,
    width = root.querySelector(".left")?.clientWidth ?? 0;
  if (!root.firstChild) queueMicrotask(() => set({})); // again, once the picture has a width
  root.classList.toggle("phone", phone);
  const shown = shownWays(data, now.share);
  const said = tn(
    "{count} path, {share}% of the flow into the lead",
    "{count} paths, {share}% of the flow into the lead",
    shown.length,
    { share: shareOf(shown, data.into) },
  );
  const picture = phone ? "" : width ? graph(view, Math.floor(width)) : noChange;
  const legend = t(
    "below each word its vote; dark is the strongest path; 4.2 means layer 4, head 2; " +
      "a small dot is a token’s position",
  );
  return html`<div class="above"><label class="slider">${t("show")} <input type="range" min="50"
      max="100" step="1" .value=${String(now.share)}
      @input=${(/** @type {{target: HTMLInputElement}} */ { target }) =>
        set({ share: Number(target.value) })}
      @change=${() => choose({ share: now.share }, "share", now.share)}></label
      ><output>${said}</output></div>
    <div class="both">
      <div class="left">
        <div class="picture">${picture}</div>
        <p class="sum">${sum(data)}</p>
        <ol class="list">${phone ? list(view, shown) : ""}</ol>
        <p class="legend"><i class="swatch plus"></i><span>${t("for the token")}</span
          ><i class="swatch minus"></i><span>${t("against it")}</span
          ><span>${legend}</span></p></div>
      <section class="card" aria-live="polite">${card(view)}</section></div>
    <p class="spoken-ways">${data.spoken}</p>`;
}

/**
 * What the lead adds up from, in one line.
 *
 * @param {TraceData} data
 */
const sum = ({ sums, m }) =>
  html`${sums.map(
    ([name, part]) => html`<span>${name} <b class="number ${sign(part)}">${plus(part)}</b></span>`,
  )}<span>= ${t("the lead")} <b class="number">${number(m)}</b></span>`;
