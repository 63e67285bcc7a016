// What is chosen in the memory's view: one reader's map, its numbers, its name.

import { t } from "../../../../ui/views/library/messages.js";
import { slice, unpack } from "../../../../ui/views/library/numbers.js";

/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { Shown, State } from "./types.d.ts" */

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
