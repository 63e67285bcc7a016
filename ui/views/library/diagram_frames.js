// What the blocks of the diagram stand on, whatever flows through them: layers, sums.

import { svg } from "./dom.js";

/** @import { Layout } from "./diagram_layout.js" */

/**
 * The sheets behind both stacks: N identical layers.
 *
 * @param {Element} canvas
 * @param {Layout} l
 * @param {{encoder: number, decoder: number}} layers
 */
export function drawSheets(canvas, l, layers) {
  const [encoder, decoder, end] = l.frame,
    half = l.card / 2 + l.overhang;
  for (const [axis, top, count] of [
    [l.encoder, encoder, layers.encoder],
    [l.decoder, decoder, layers.decoder],
  ]) {
    for (const away of [...(count > 1 ? l.sheets : []), 0]) {
      svg(
        "rect",
        {
          x: axis - half + away,
          y: top - away,
          width: 2 * half,
          height: end - top,
          rx: 14,
          class: away ? "sheet" : "layer",
        },
        canvas,
      );
    }
  }
}

/**
 * The two signs where positions are added.
 *
 * @param {Element} canvas
 * @param {Layout} l
 */
export function drawSums(canvas, l) {
  for (const axis of [l.encoder, l.decoder]) {
    svg("circle", { cx: axis, cy: l.plus, r: 11, class: "plus" }, canvas);
    svg(
      "path",
      { d: `M${axis - 5.5} ${l.plus}h11M${axis} ${l.plus - 5.5}v11`, class: "sign" },
      canvas,
    );
  }
}

/**
 * Heads of arrows, by colour: url(#name-Q).
 *
 * @param {Element} canvas
 * @param {string} name
 * @param {string[]} colours
 */
export function drawHeads(canvas, name, colours) {
  const defs = svg("defs", {}, canvas);
  for (const colour of colours) {
    const marker = svg(
      "marker",
      {
        id: `${name}-${colour}`,
        viewBox: "0 0 8 8",
        refX: 6.5,
        refY: 4,
        markerWidth: 7,
        markerHeight: 7,
        orient: "auto-start-reverse",
        markerUnits: "userSpaceOnUse",
      },
      defs,
    );
    svg("path", { d: "M0 .6L7.4 4L0 7.4z", fill: `var(--glass-${colour})` }, marker);
  }
  return defs;
}
