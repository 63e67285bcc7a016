// The streams of the diagram, run backwards: arrows point down, and roads are as wide as what they
// carry.

import { drawHeads, drawSheets, drawSums } from "../../../../ui/views/library/diagram_frames.js";
import { dotsOf, linesOf } from "../../../../ui/views/library/diagram_layout.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { stateOf } from "./error_cards.js";

/** @import { FlowView, SentFlow } from "./types.d.ts" */

const WIDEST = 13; // pixels of a road that carries all of it

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
  for (const { to, path, colour, width, arrow, road } of linesOf(l)) {
    const look = road
      ? { class: "stream road" }
      : {
          class: "stream",
          stroke: `var(--glass-${colour})`,
          "stroke-width": width,
          "marker-start": arrow ? `url(#error-${colour})` : null,
        };
    const node = svg("path", { d: path, ...look }, canvas);
    if (road) view.roads.push({ norm: to[0], line: node });
    else view.lines.push({ node, to });
  }
  for (const [cx, cy, colour] of dotsOf(l)) {
    svg("circle", { cx, cy, r: 3.2, fill: `var(--glass-${colour})` }, canvas);
  }
  drawSums(canvas, l);
}

/**
 * Show what the error has passed, and how much each road carries of it.
 *
 * @param {FlowView} view
 * @param {SentFlow} flow
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
