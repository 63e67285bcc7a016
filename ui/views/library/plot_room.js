// What a figure writes where there is no room for all: some is left out, nothing is shrunk.

import { NAME } from "../take_away/plot.js";
import { within } from "./numbers.js";

/** @import { Axis, Trace } from "../take_away/types.d.ts" */

/**
 * A trace whose cells may have numbers.
 *
 * @typedef {Omit<Trace, "text"> & {
 *   type?: string,
 *   text?: string | string[] | string[][],
 *   texttemplate?: string,
 *   textfont?: {size?: number, color?: string},
 * }} Numbered
 */

const SIGN = 5.6, // pixels of a digit of the smallest size
  SMALLEST = 12,
  LARGEST = 14,
  SIDES = 20; // pixels beside a map, without the names of its rows

/**
 * Where the names of tokens have no room beside each other, leave some out at equal steps.
 *
 * @type {(axis: Axis | undefined, width: number) => void}
 */
export function thin(axis, width) {
  if (!Array.isArray(axis?.tickvals) || !Array.isArray(axis.ticktext)) return;
  const every = Math.ceil((axis.tickvals.length * NAME) / Math.max(NAME, width - 90));
  axis.tickvals = axis.tickvals.filter((_, i) => i % every === 0);
  axis.ticktext = axis.ticktext.filter((_, i) => i % every === 0);
}

/** @type {(texts: string[]) => number} */
const longest = (texts) => Math.max(1, ...texts.map((text) => [...text].length));

/**
 * Give the numbers in a map's cells a size that fits; where none that can be read does, none.
 *
 * @type {(trace: Numbered, axis: Axis | undefined, width: number) => void}
 */
export function numbered(trace, axis, width) {
  if (trace.type !== "heatmap" || !trace.texttemplate || trace.textfont?.size) return;
  const texts = [trace.text ?? "0.00"].flat(2),
    rows = axis?.ticktext ?? [];
  const beside = rows.length ? 7 * longest(rows) : 40;
  const room = (width - SIDES - beside) / Math.max(1, trace.z?.[0]?.length ?? 1);
  const size = Math.floor((SMALLEST * room) / (SIGN * longest(texts)));
  if (size < SMALLEST) delete trace.texttemplate;
  else trace.textfont = { ...trace.textfont, size: within(size, SMALLEST, LARGEST) };
}
