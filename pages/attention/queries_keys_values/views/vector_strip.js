// A vector as a strip in the frame of its role, one pixel for each number.

import { largest, slice } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/**
 * A vector, or the one in that place of a tensor: then the largest of all has the full colour.
 *
 * @type {(colours: Palette, role: string, tensor: Tensor, ...place: number[]) => unknown}
 */
export function vectorStrip(colours, role, tensor, ...place) {
  const painting = {
    of: [colours, tensor, ...place],
    paint: (/** @type {HTMLCanvasElement} */ canvas) => {
      const { values } = slice(tensor, ...place),
        most = largest(tensor);
      dots(canvas, { shape: [1, values.length], values }, (value) => colours.signed(value / most));
    },
  };
  return html`<canvas class="vector_strip ${role}" aria-hidden="true"
    .painting=${painting}></canvas>`;
}
