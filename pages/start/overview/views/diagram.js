// Figure 1 of the paper, alive: each block shows what it computed for this sentence.

import { defineView } from "../../../../ui/views/library/define.js";
import { linesOf } from "../../../../ui/views/library/diagram_layout.js";
import { t } from "../../../../ui/views/library/messages.js";
import { still } from "../../../../ui/views/library/motion.js";
import { html, noChange } from "../../../../ui/views/vendor/lit-html.js";
import { drawBlock } from "./diagram_blocks.js";
import { enters, ground } from "./diagram_ground.js";
import { peek } from "./diagram_peek.js";
import { tokenPlayer } from "./diagram_player.js";
import { stateOf } from "./diagram_state.js";
import { higherBy, wholeRow } from "./diagram_tokens.js";

/** @import { DiagramData } from "./data.d.ts" */
/** @import { Diagram } from "./diagram_state.js" */

let wasPlayed = false;

/** @type {(data: DiagramData) => unknown} */
const sentence = (data) => data.sentence;

export default defineView("diagram", { layer: sentence, step: sentence }, render);

/** @param {Diagram} view */
function render(view) {
  const { data, now, root, width: room, once, keep } = view;
  if (!room) return noChange;
  now.step = Math.min(now.step, data.output.length);
  const player = once("player", () => tokenPlayer(view));
  keep("player", [data, now.step], player.draw);
  once("begun", () =>
    requestAnimationFrame(() => requestAnimationFrame(() => begin(view, player))),
  );
  const state = stateOf(view),
    { width, height, narrow } = state.layout;
  const above = () => higherBy(state, "output_tokens", 3),
    below = () =>
      Math.max(higherBy(state, "source_tokens", 3), higherBy(state, "target_tokens", 3));
  const viewBox = () => `0 ${-above()} ${width} ${height + above() + below()}`;
  const points = now.pointing && linesOf(state.layout).some(({ to }) => enters(to, state.shown));
  const scale = Math.min(room, narrow ? 460 : width) / width;
  root.dataset.moment = `${now.layer} ${now.step}`; // tests wait for this
  return html`<div class="stage ${narrow ? "narrow" : ""}"
      style="--scale: ${scale}; --above: ${keep("higher", state.madeOf, above)}px">
    <svg viewBox=${keep("room", state.madeOf, viewBox)} role="group"
      class=${points ? "pointing" : ""} aria-label=${t(
        "The Transformer at work: the encoder is on the left, the decoder on the right.",
      )}>${ground(state)}${data.blocks.map((block) => drawBlock(state, block))}</svg>
    <div class="overlay">${peek(state)}${player.node}${wholeRow(state)}</div>
  </div>`;
}

/**
 * Once the browser has painted the names, thumbnails follow. When a diagram is seen for the first
 * time, the translation is played, unless a link names a step.
 *
 * @type {(view: Diagram, player: ReturnType<typeof tokenPlayer>) => void}
 */
function begin({ data, now, set }, player) {
  set({ ready: true });
  if (wasPlayed || still() || now.step < data.output.length) return;
  wasPlayed = true;
  player.start();
}
