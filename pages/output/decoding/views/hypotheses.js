// What is said of a finished hypothesis, wherever it is shown: its length penalty and its score.

/** @import { Fate } from "./types.d.ts" */

/**
 * A finished hypothesis, or a node of the tree at its step.
 *
 * @typedef {{total: number, length: number} | {total: number, step: number}} Scored
 */

/**
 * Whether a hypothesis goes no further.
 *
 * @param {{fate: Fate}} one
 * @returns {boolean}
 */
export const isEnding = ({ fate }) => fate === "finished" || fate === "cut";

/**
 * ((5 + |Y|) / 6) to the power of alpha, the end token counted; as in model/hypotheses.py.
 *
 * @param {number} length
 * @param {number} alpha
 * @returns {number}
 */
export const penalty = (length, alpha) => ((5 + length) / 6) ** alpha;

/**
 * What finished hypotheses are ranked by; a node of the tree stands at step "length - 1".
 *
 * @param {Scored} one
 * @param {number} alpha
 * @returns {number}
 */
export const score = ({ total, ...one }, alpha) =>
  total / penalty("length" in one ? one.length : one.step + 1, alpha);

/**
 * Best first; those that the length limit cut come after the finished ones.
 *
 * @template {Scored & {fate: Fate}} One
 * @param {One[]} endings
 * @param {number} alpha
 * @returns {One[]}
 */
export const ranked = (endings, alpha) =>
  [...endings].sort(
    (a, b) =>
      Number(a.fate === "cut") - Number(b.fate === "cut") || score(b, alpha) - score(a, alpha),
  );
