// Pieces by name, and lists of them.

import { languageHere } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { NearRow } from "./data.d.ts" */

const LOW = html`<span class="low">▁</span>`,
  DRAWN_LOW = svg`<tspan class="low">▁</tspan>`;

/** @type {(text: string, low: unknown) => unknown} */
const written = (text, low) => (text.startsWith("▁") ? [low, text.slice(1)] : text);

/**
 * A piece as the vocabulary writes it, for a node of no language. The low line is the space before
 * a word.
 */
export const piece = (/** @type {string} */ text) => written(text, LOW);

/** A piece for those who listen. */
export const spoken = (/** @type {string} */ text) => text.replace(/^▁(?=.)/, "");

/** The same inside of an SVG text. */
export const drawnPiece = (/** @type {string} */ text) => written(text, DRAWN_LOW);

/**
 * Nearest rows as bars on a rail from 0 to 1, the nearest first; chance is the cosine that two rows
 * have by chance, a tick on each rail.
 *
 * @type {(near: NearRow[], chance: number) => unknown}
 */
export const nearestRows = (near, chance) =>
  html`<ol class="nearest">${near.map(
    ({ text, special, cosine, note, kind }) => html`<li class=${kind}>
      <span class="piece ${special ? "special" : ""}" title=${text} lang="" translate="no"
        >${piece(text)}${
          note && html`<small lang=${languageHere()} translate="yes">${note}</small>`
        }</span>
      <span class="rail" aria-hidden="true"><span class="bar"
        style="width: ${Math.max(0, cosine) * 100}%"></span><span class="chance"
        style="left: ${chance * 100}%"></span></span>
      <span class="value">${number(cosine, 3)}</span></li>`,
  )}</ol>`;
