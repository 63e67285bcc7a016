// What is chosen in the memory's view: one reader's map, its numbers, its name.

import { slice } from "../../../../ui/views/library/numbers.js";

/** One reader's map of what is chosen. */
export const mapOf = ({ tensors, shown, layer, head }, reader, shows = shown) =>
  slice(tensors[`${reader}.${shows}`], layer, head);

/** A number of one row of that map. */
export const rowNumber = ({ tensors, shown, layer, head }, reader, name, row) =>
  slice(tensors[`${reader}.${shown}.${name}`], layer, head).values[row];

/** What lies under "layer 3, head 6". */
export function placeName({ layer, head, measures }) {
  const { values } = measures[0],
    layers = values.length - 1,
    heads = values[0].length - 1;
  const where = layer === layers ? "mean of all layers" : `layer ${layer + 1}`;
  return `${where}, ${head === heads ? "all heads" : `head ${head + 1}`}`;
}
