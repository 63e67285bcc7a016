// Words of the diagram, and what holds a block.

import { ifAny } from "../../../../ui/views/library/define.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { HEADS, layerOf } from "./diagram_state.js";

/** @import { Box } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { Block } from "./data.d.ts" */
/** @import { State } from "./diagram_state.js" */

/** @typedef {{weight?: number, anchor?: string, kind?: string, silent?: boolean}} Look */

/**
 * Text with a size and a weight; silent where it is no part of the name of what holds it.
 *
 * @type {(x: number, y: number, text: string | number, size: number, look?: Look) => unknown}
 */
export const words = (
  x,
  y,
  text,
  size,
  { weight = 400, anchor = "start", kind, silent = false } = {},
) => svg`<text x=${x} y=${y} font-size=${size} font-weight=${weight} text-anchor=${anchor}
  class=${ifAny(kind)} aria-hidden=${silent ? "true" : nothing}>${text}</text>`;

/**
 * A link where the block has a page; else something to point at.
 *
 * @param {State} state
 * @param {Block} block
 * @param {unknown} inside
 * @param {{box?: Box | null, kind?: string}} [look]
 */
export function blockHolder(state, { name, label }, inside, { box, kind = "" } = {}) {
  const { data, shown, set } = state,
    page = data.opens[name];
  const edited = HEADS.has(name) && data.heads[name].silent[layerOf(state, name)].length;
  const kinds = ["block", kind, name === shown && "shown", edited && "edited"];
  const named = kinds.filter(Boolean).join(" ");
  const point = () => set({ shown: name, pointing: true }),
    leave = () => set({ pointing: false });
  const card =
    box &&
    svg`<rect x=${box[0]} y=${box[1]} width=${box[2]} height=${box[3]} class="card"
      rx=${Math.min(9, box[3] / 2)}></rect>`;
  if (!page)
    return svg`<g class=${named} data-block=${name} role="img" aria-label=${label} tabindex="0"
      @pointerenter=${point} @focus=${point} @pointerleave=${leave} @blur=${leave}
      >${ifAny(card)}${inside}</g>`;
  const go = (/** @type {MouseEvent} */ event) =>
    follow(event, { href: new URL(page.address, document.baseURI).href });
  // A link is called what is written in it. Its address is as it is now: other choices may follow.
  return svg`<a class=${named} data-block=${name} aria-description=${label} tabindex="0"
    href=${page.address + location.search} @click=${go} @pointerdown=${() => set({})}
    @pointerenter=${point} @focus=${point} @pointerleave=${leave} @blur=${leave}
    >${ifAny(card)}${inside}</a>`;
}
