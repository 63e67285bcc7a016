// What is chosen in the memory's view: one reader's map, its numbers, its name.

import { t } from "../../../../ui/views/library/messages.js";
import {
  columnOf,
  rowOf,
  slice,
  strongestOf,
  unpack,
} from "../../../../ui/views/library/numbers.js";

/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { MemoryData } from "./data.d.ts" */

/** @typedef {MemoryData["shown"]} Shown */
/** What is pointed at: a word of a reader, a word of the memory, or a cell. */
/** @typedef {{reader?: number, row?: number, column?: number}} Place */
/** What is chosen, from 0; the layer and the head after the last are means of all. */
/** @typedef {{layer: number, head: number, step: number, measure: number}} Chosen */
/** All that is drawn; mapped is the reader whose map is shown. */
/**
 * @typedef {MemoryData & Chosen & {tensors: Record<string, SentTensor>, hover: Place | null,
 *   mapped: number, attention: Palette["attention"]}} State
 */
/** What a part of the view can do. */
/**
 * @typedef {{pick: (change: Partial<Chosen>) => void, hover: (place: Place | null) => void}} Acts
 */

/**
 * One reader's map of what is chosen.
 *
 * @param {State} state
 * @param {number} reader
 * @param {Shown} [shows]
 * @returns {Tensor}
 */
export const mapOf = ({ tensors, shown, layer, head }, reader, shows = shown) =>
  slice(unpack(tensors[`${reader}.${shows}`]), layer, head);

/**
 * A number of one row of that map.
 *
 * @param {State} state
 * @param {number} reader
 * @param {string} name
 * @param {number} row
 * @returns {number}
 */
export const rowNumber = ({ tensors, shown, layer, head }, reader, name, row) =>
  slice(unpack(tensors[`${reader}.${shown}.${name}`]), layer, head).values[row];

/**
 * The row that each reader is at: of the second one, the row that reads the same word most.
 *
 * @param {State} state
 */
export function currentRows(state) {
  const [first, second] = state.readers,
    row = first.row_of[state.step];
  if (!second) return [row];
  const word = strongestOf(rowOf(mapOf(state, 0), row));
  return [row, strongestOf(columnOf(mapOf(state, 1), word))];
}

/**
 * What lies under "layer 3, head 6"; the place after the last is the mean of all.
 *
 * @param {{layer: number, head: number}} place
 * @param {number[]} shape layers and heads, their means included
 * @returns {string}
 */
export function placeName({ layer, head }, [layers, heads]) {
  const all = head === heads - 1;
  if (layer === layers - 1)
    return all
      ? t("mean of all layers, all heads")
      : t("mean of all layers, head {head}", { head: head + 1 });
  return all
    ? t("layer {layer}, all heads", { layer: layer + 1 })
    : t("layer {layer}, head {head}", { layer: layer + 1, head: head + 1 });
}
