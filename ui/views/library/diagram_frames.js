// What the blocks of the diagram stand on, whatever flows through them: layers, sums.

import { svg } from "../vendor/lit-html.js";

/** @import { Layout } from "./diagram_layout.js" */

/**
 * The sheets behind both stacks: N identical layers.
 *
 * @param {Layout} l
 * @param {Record<string, number>} layers
 */
export function sheets(l, layers) {
  const [encoder, decoder, end] = l.frame,
    half = l.card / 2 + l.overhang;
  return [
    [l.encoder, encoder, layers.encoder],
    [l.decoder, decoder, layers.decoder],
  ].map(([axis, top, count]) =>
    [...(count > 1 ? l.sheets : []), 0].map(
      (away) => svg`<rect x=${axis - half + away} y=${top - away} width=${2 * half}
        height=${end - top} rx="14" class=${away ? "sheet" : "layer"}></rect>`,
    ),
  );
}

/**
 * The two signs where positions are added.
 *
 * @param {Layout} l
 */
export const sums = ({ encoder, decoder, plus }) =>
  [encoder, decoder].map(
    (axis) => svg`<circle cx=${axis} cy=${plus} r="11" class="plus"></circle>
      <path d="M${axis - 5.5} ${plus}h11M${axis} ${plus - 5.5}v11" class="sign"></path>`,
  );

/**
 * Heads of arrows, by colour: url(#name-Q).
 *
 * @param {string} name
 */
export const arrowHeads = (name) =>
  svg`<defs>${["muted", "Q", "K", "V", "X"].map(
    (colour) => svg`<marker id="${name}-${colour}" viewBox="0 0 8 8" refX="6.5" refY="4"
      markerWidth="7" markerHeight="7" orient="auto-start-reverse" markerUnits="userSpaceOnUse"
      ><path d="M0 .6L7.4 4L0 7.4z" fill="var(--glass-${colour})"></path></marker>`,
  )}</defs>`;
