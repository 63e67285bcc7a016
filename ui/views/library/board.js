// What stands on a board, heat maps below lines and letters: where a map is, frames and rings.

import { svg } from "../vendor/lit-html.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * Where a node stands, as its style.
 *
 * @param {Box} box
 */
export const placed = ({ x, y, width, height }) =>
  `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;

/**
 * The frame of a map, in a colour of the page.
 *
 * @type {(box: Box, colour: string) => unknown}
 */
export const frame = ({ x, y, width, height }, colour) =>
  svg`<rect x=${x} y=${y} width=${width} height=${height} class="frame"
    stroke="var(--glass-${colour})"></rect>`;

/**
 * A ring around a box that is chosen or pointed at.
 *
 * @type {(x: number, y: number, width: number, height: number) => unknown}
 */
export const ring = (x, y, width, height) =>
  svg`<rect x=${x - 1} y=${y - 1} width=${width + 2} height=${height + 2} class="ring"></rect>`;
