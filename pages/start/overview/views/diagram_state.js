// What the parts of the diagram draw from.

import { NARROW, WIDE } from "../../../../ui/views/library/diagram_sizes.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Layout, TokenRow } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { DiagramData, DiagramEvents } from "./data.d.ts" */

/**
 * Layer and step count from 1. Shown is the block in the card, pointing whether pointer or focus
 * is there now; whole the row of which all tokens are seen, and what opened it; before the step at
 * which the player began; ready whether the browser has painted the names, after which thumbnails
 * follow; measured whether their font was there, too.
 *
 * @typedef {{layer: number, step: number, shown?: string, pointing?: boolean, ready?: boolean,
 *   measured?: boolean,
 *   whole?: {row: TokenRow, opener: SVGElement} | null, playing?: boolean,
 *   before?: number | undefined}} Now
 */
/** @typedef {View<DiagramData, Now, DiagramEvents>} Diagram */
/**
 * Marked: whether the row of the step is to be seen. Made of: on what the parts of the picture
 * depend, whatever is pointed at; with the same they stay as they are.
 *
 * @typedef {Diagram & {layout: Layout, font: string, shown: string, marked: boolean,
 *   madeOf: unknown[]}} State
 */

const NARROWEST_WIDE = 780; // pixels below which the layout for phones is used

/** @type {(view: Diagram) => State} */
export function stateOf(view) {
  const { data, colours, now } = view,
    { ready, measured, layer, step } = now,
    layout = view.width < NARROWEST_WIDE ? NARROW : WIDE,
    marked = now.playing || step < data.output.length;
  return {
    ...view,
    layout,
    font: view.once("font", () => fontOf(view)),
    shown: now.shown ?? "cross",
    marked,
    madeOf: [data, colours, layout, ready, measured, layer, step, marked, location.search],
  };
}

/**
 * The font of all names, which are measured: once more when it is there.
 *
 * @type {(view: Diagram) => string}
 */
function fontOf({ root, set }) {
  const { fontFamily: font } = getComputedStyle(root);
  const sizes = [400, 600, 700].map((weight) => document.fonts.load(`${weight} 15px ${font}`));
  Promise.all(sizes).then(() => set({ measured: true }));
  return font;
}

/**
 * Which layer a block shows, from 0: a stack that has fewer stays at its last one.
 *
 * @type {(state: Diagram, name: string) => number}
 */
export const layerOf = ({ data, now }, name) =>
  Math.min(now.layer, data.tensors[name].shape[0]) - 1;

/** The blocks that show the heads of an attention. */
export const HEADS = new Set(["encoder_self", "decoder_self", "cross"]);
