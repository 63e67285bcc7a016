// What the list of translations shows of a long one.

/** @import { StripCell } from "./data.d.ts" */

/**
 * The words of a long translation that stand near a change, and its first ones.
 *
 * @type {(words: StripCell["words"]) => StripCell["words"]}
 */
export function brief(words) {
  if (words.length <= 16) return words;
  /** @type {(i: number) => boolean} */
  const near = (i) => i < 3 || words.slice(Math.max(0, i - 2), i + 3).some(([, isNew]) => isNew);
  return words
    .map((word, i) => (near(i) ? word : /** @type {typeof word} */ (["…", false])))
    .filter(([word], i, all) => word !== "…" || all[i - 1][0] !== "…");
}
