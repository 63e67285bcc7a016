// The streams of the diagram, run backwards: arrows point down, and roads are as wide as what they
// carry.

import { drawHeads, drawSheets, drawSums } from "../../../../ui/views/library/diagram_frames.js";
import { dotsOf, linesOf } from "../../../../ui/views/library/diagram_layout.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { stateOf } from "./error_cards.js";

/** @import { ErrorFlow } from "./data.d.ts" */
/** @import { FlowView } from "./types.d.ts" */

const WIDEST = 13; // pixels of a road that carries all of it
// Nothing of positions is learned, and above the loss there is nothing.
const UNSEEN = ["source_positions", "target_positions", "output_tokens"];

/**
 * Draw what the blocks stand on.
 *
 * @param {FlowView} view
 */
export function drawStreams(view) {
  const { svg: canvas, layout: l } = view;
  drawHeads(canvas, "error", ["muted", "Q", "K", "V", "X"]);
  drawSheets(canvas, l, view.data.layers);
  view.roads = [];
  view.lines = [];
  const lines = linesOf(l).filter(({ to }) => !to.some((name) => UNSEEN.includes(name)));
  for (const { to, path } of lines.filter(({ road }) => road)) {
    const line = svg("path", { d: path, class: "stream road" }, canvas);
    view.roads.push({ norm: to[0], line });
  }
  for (const { to, path, colour, width, arrow } of lines.filter(({ road }) => !road)) {
    const look = {
      class: "stream",
      stroke: `var(--glass-${colour})`,
      "stroke-width": width,
      "marker-start": arrow ? `url(#error-${colour})` : null,
    };
    view.lines.push({ node: svg("path", { d: path, ...look }, canvas), to });
  }
  for (const [cx, cy, colour] of dotsOf(l)) {
    svg("circle", { cx, cy, r: 3.2, fill: `var(--glass-${colour})` }, canvas);
  }
  drawSums(canvas, l);
  for (const axis of [l.encoder, l.decoder]) {
    const y = l.embedding[0] + l.embedding[1] + 30;
    const look = { x: axis, y, "text-anchor": "middle", class: "muted", "font-size": 13 };
    svg("text", look, canvas, t("the rows of E"));
  }
}

/**
 * Show what the error has passed, and how much each road carries of it.
 *
 * @param {FlowView} view
 * @param {ErrorFlow} flow
 */
export function paintStreams(view, flow) {
  for (const { norm, line } of view.roads) {
    const { arrived, layer } = stateOf(view, flow, norm);
    const [around, through] = flow.roads[norm][layer];
    const share = around / Math.max(around + through, 1e-30);
    line.classList.toggle("on", arrived);
    line.classList.toggle("cut", around === 0);
    line.setAttribute("stroke-width", around ? 2 + (WIDEST - 2) * share : 1.6);
  }
  for (const { node, to } of view.lines) {
    node.classList.toggle(
      "on",
      to.some((name) => stateOf(view, flow, name).arrived),
    );
  }
}
