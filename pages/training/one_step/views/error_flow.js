// The error's way back through the diagram of the model, stage by stage.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { arrowHeads, sheets, sums } from "../../../../ui/views/library/diagram_frames.js";
import { boxesOf, dotsOf, linesOf } from "../../../../ui/views/library/diagram_layout.js";
import { NARROW, WIDE } from "../../../../ui/views/library/diagram_sizes.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, percent } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";
import { card } from "./error_cards.js";
import { flowOf, isReached, stateOf } from "./error_state.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Layout } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { ErrorFlowData } from "./data.d.ts" */

/** The stage that is shown, from 1, or the whole way, before it is played; of which example. */
/** @typedef {{step: number, whole: boolean, cut?: boolean, version?: string}} Now */
/** @typedef {View<ErrorFlowData, Now, object>} FlowView */

const NARROWEST_WIDE = 780; // pixels below which the layout for phones is used
const PACE = 1500; // milliseconds for each stage
const HIGHEST = 34; // pixels of the bar of the largest loss
const WIDEST = 13; // pixels of a road that carries all of it
// Nothing of positions is learned, and above the loss there is nothing.
const UNSEEN = ["source_positions", "target_positions", "output_tokens"];

export default defineView("error_flow", {}, render);

/** @param {FlowView} view */
function render(view) {
  const { data, now, width, set, once } = view;
  const player = once("player", () =>
    makePlayer(
      null,
      t("The error's path"),
      () => flowOf(view).stages.length,
      (step) => set({ step, whole: false }),
      PACE,
    ),
  );
  if (now.version !== data.version) {
    player.pause();
    Object.assign(now, { version: data.version, step: 1, whole: true });
  }
  player.set(now.step);
  const layout = width < NARROWEST_WIDE ? NARROW : WIDE;
  const { title, said } = flowOf(view).stages[now.step - 1];
  /** @type {(event: Event & {currentTarget: HTMLInputElement}) => void} */
  const cut = ({ currentTarget }) => set({ cut: currentTarget.checked });
  return html`${losses(data)}
    <div class="ground ${layout.narrow ? "narrow" : "wide"}"><div class="says">${player.node}
      <label><input type="checkbox" role="switch" @change=${cut}>${t("Cut the thick roads")}</label>
      <h2>${title}</h2><p class="line" aria-live="polite" aria-atomic="true">${said.map(
        ([text, strong]) => (strong ? html`<b>${text}</b>` : text),
      )}</p></div>${diagram(view, layout, player.pause)}</div>`;
}

/**
 * The probability of each token of the right answer, and its loss as a bar.
 *
 * @type {(data: ErrorFlowData) => unknown}
 */
function losses({ losses, reference }) {
  const most = Math.max(...losses.map(({ loss }) => loss), 1e-6);
  return html`<div class="losses" role="group" tabindex="0"
    aria-label=${t("Probability and loss of each token of the right answer")}
    ><span class="name">${t("how sure (bar: loss)")}</span>${losses.map(({ loss, p }, i) => {
      const { text, lang } = reference[i],
        kind = classesOf(loss === most ? "token worst" : "token", reference[i]);
      return html`<div class=${kind} title=${t("{loss} nats", { loss: number(loss, 2) })}
        ><span>${percent(p)}</span><i aria-hidden="true"
        style="height: ${Math.max(1, (loss / most) * HIGHEST)}px"></i><b lang=${ifAny(lang)}
        translate="no">${text}</b></div>`;
    })}</div>`;
}

/**
 * The diagram; a card leads to its block's stage, in the layer that is shown or the stack's last.
 *
 * @type {(view: FlowView, layout: Layout, pause: () => void) => unknown}
 */
function diagram(view, layout, pause) {
  const { width, height, narrow, output, memory, embedding } = layout,
    top = narrow ? output : 0;
  const jump = (/** @type {string} */ name) => {
    const { stages } = flowOf(view),
      { layer } = stages[view.now.step - 1],
      found = stages.filter(({ block }) => block === name),
      stage = found.find((one) => one.layer === layer) ?? found[0];
    if (!stage) return;
    pause();
    view.set({ step: stages.indexOf(stage) + 1, whole: false });
  };
  const [wide, high] = narrow ? [78, 40] : [96, 46],
    left = memory.x - wide / 2 - (narrow ? 46 : 0);
  const boxes = { ...boxesOf(layout), memory: [left, memory.y - high / 2, wide, high] };
  return html`<svg viewBox="0 ${top} ${width} ${height - top - (narrow ? 56 : 24)}" role="group"
    aria-label=${t("The gradient at each block: encoder on the left, decoder on the right.")}
    >${arrowHeads("error")}${sheets(layout, view.data.layers)}${streams(view, layout)}
    ${sums(layout)}${[layout.encoder, layout.decoder].map(
      (axis) => svg`<text x=${axis} y=${embedding[0] + embedding[1] + 30} text-anchor="middle"
        class="muted" font-size="13">${t("the rows of E")}</text>`,
    )}${Object.entries(boxes)
      .filter(([name]) => !UNSEEN.includes(name))
      .map(([name, box]) => card(view, layout, name, box, jump))}</svg>`;
}

/**
 * The streams, run backwards: arrows point down, and roads are as wide as what they carry.
 *
 * @type {(view: FlowView, layout: Layout) => unknown}
 */
function streams(view, layout) {
  const lines = linesOf(layout).filter(({ to }) => !to.some((name) => UNSEEN.includes(name)));
  const roads = lines.filter(({ road }) => road),
    others = lines.filter(({ road }) => !road);
  return svg`${roads.map(({ to: [norm], path }) => {
    const { arrived, layer } = stateOf(view, norm),
      [around, through] = flowOf(view).roads[norm][layer],
      share = around / Math.max(around + through, 1e-30);
    return svg`<path d=${path} class="stream road ${arrived ? "on" : ""} ${around ? "" : "cut"}"
      stroke-width=${around ? 2 + (WIDEST - 2) * share : 1.6}></path>`;
  })}${others.map(({ to, path, colour, width, arrow }) => {
    const on = isReached(view, to);
    return svg`<path d=${path} class="stream ${on ? "on" : ""}" stroke="var(--glass-${colour})"
      stroke-width=${width} marker-start=${ifAny(arrow ? `url(#error-${colour})` : null)}></path>`;
  })}${dotsOf(layout).map(
    ([cx, cy, colour]) =>
      svg`<circle cx=${cx} cy=${cy} r="3.2" fill="var(--glass-${colour})"></circle>`,
  )}`;
}
