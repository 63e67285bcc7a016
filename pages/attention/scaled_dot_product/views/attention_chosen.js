// What is chosen in the two views of the page, and the head that both show.

import { attend } from "../../../../ui/views/library/attention.js";
import { announce } from "../../../../ui/views/library/choices.js";
import { rowOf, strongestOf, unpack } from "../../../../ui/views/library/numbers.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { AttentionData, AttentionEvents } from "./data.d.ts" */

/**
 * What is chosen, from 0; key -1 is the strongest.
 *
 * @typedef {{word: number, key: number, head: number, divide: boolean}} Now
 */

/** Which tokens there are decides which can be chosen. */
export const CHOICES = {
  word: (/** @type {AttentionData} */ { queries }) => queries,
  key: (/** @type {AttentionData} */ { keys }) => keys,
  head: () => null,
  divide: () => null,
};

/** @param {Choice} choice that another view announces */
export const hear = ({ word, key, head, divide }) => ({ word, key, head, divide });

/**
 * The head that is chosen, and the place of the chosen key.
 *
 * @param {AttentionData} data
 * @param {Now} now
 */
export function attendNow(data, now) {
  const { q, k, v, weights, heads, visible } = data;
  const [Q, K, V, W, Z, M] = [q, k, v, weights, heads, visible].map(unpack);
  const tensors = { q: Q, k: K, v: V, weights: W, heads: Z, visible: M };
  const head = attend(tensors, now.head, now.divide);
  const key = now.key < 0 ? strongestOf(rowOf(head.weights, now.word)) : now.key;
  return { head, key };
}

/**
 * Choose a cell, here and in the other view at once, and in Python soon after.
 *
 * @template {Now} Own
 * @param {View<AttentionData, Own, AttentionEvents>} view
 * @param {{word?: number, key?: number}} change
 * @param {number} [delay]
 */
export function pick({ now, choose }, change, delay = 0) {
  const { word, key } = { ...now, ...change };
  choose(/** @type {Partial<Own>} */ (change), "pick", [word + 1, key + 1], delay);
  announce(change);
}
