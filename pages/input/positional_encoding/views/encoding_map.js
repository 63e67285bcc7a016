// A heat map of positional encodings: a column for each position, a row for each number.

import { times } from "../../../../ui/views/library/dom.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/**
 * A table of shape [position, d_model]. Rings are around the column of a position and the rows of
 * a pair. Room on the left is for the numbers of rows, room on the right for marks.
 *
 * @typedef {{table: Tensor, colours: Palette, cell: number, pitch: number, left: number,
 *   right: number, position: number, pair: [number, number], marks?: unknown,
 *   follow?: (event: PointerEvent) => void, leave?: () => void}} EncodingMap
 */

/**
 * A length in whole pixels of the screen, or rows that alternate would melt into each other.
 *
 * @param {number} size
 * @returns {number}
 */
export const wholePixels = (size) =>
  Math.max(1, Math.floor(size * devicePixelRatio)) / devicePixelRatio;

/** @param {EncodingMap} map */
export function encodingMap({ table, colours, cell, pitch, left, right, ...map }) {
  const [positions, rows] = table.shape,
    [width, height] = [positions * cell, rows * pitch];
  const painting = {
    of: [table, colours],
    paint: (/** @type {HTMLCanvasElement} */ canvas) => {
      const values = times(positions * rows, (at) => {
        const [row, position] = [Math.floor(at / positions), at % positions];
        return table.values[position * rows + row];
      });
      dots(canvas, { shape: [rows, positions], values }, colours.signed);
    },
  };
  /** @type {(x: number, y: number, width: number, height: number) => unknown} */
  const ring = (x, y, width, height) =>
    svg`<rect class="ring" x=${x - 1} y=${y - 1} width=${width + 2} height=${height + 2}></rect>`;
  const [first, second] = map.pair,
    beside = second === first + 1;
  const every = [1, 2, 4, 8, 16].find((step) => step * pitch >= 24) ?? 32;
  return html`<div class="encoding" style="width: ${left + width + right}px; height: ${height}px"
      @pointerdown=${map.follow} @pointermove=${map.follow} @pointerleave=${map.leave}>
    <canvas aria-hidden="true" .painting=${painting}
      style="left: ${left}px; width: ${width}px; height: ${height}px"></canvas>
    <svg aria-hidden="true">${times(Math.ceil(rows / every), (k) => {
      const y = Math.max(10, (k * every + 0.5) * pitch + 4);
      return svg`<text class="tick end" x=${left - 7} y=${y}>${k * every}</text>`;
    })}${map.position < positions ? ring(left + map.position * cell, 0, cell, height) : nothing}
    ${(beside ? [first] : map.pair).map((row) =>
      ring(left, row * pitch, width, beside ? 2 * pitch : pitch),
    )}${map.marks}</svg></div>`;
}
