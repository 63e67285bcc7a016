// How sure the model was of each word that it said: what the bar underlines, as ui/frame/doubts.py.

import { path } from "./engine/search.js";
import { SPACE } from "./engine/tokenizer.js";
import { fromBytes } from "./views/tensors.js";

/** @import { Reading } from "./engine/reading.js" */

const SURE = 0.8,
  DOUBTFUL = 0.4; // probabilities of a word, below which its line changes
const GAP = "□"; // where a translation says the unknown piece

/**
 * One word of a translation, and the probability of all its pieces, each after those before.
 *
 * @typedef {{text: string, probability: number, certainty: "sure" | "doubtful" | "unsure"}} Word
 */

/**
 * The words of a translation.
 *
 * @param {Reading} reading
 * @returns {Word[]}
 */
export function certainWords({ output, hypotheses }) {
  /** @type {string[]} */
  const texts = [];
  /** @type {number[]} */
  const totals = [];
  const nodes = path(hypotheses[0]);
  output.forEach((token, step) => {
    if (token.special) return;
    const shown = token.known ? token.text.replaceAll(SPACE, " ") : GAP;
    shown.split(" ").forEach((part, place) => {
      if (texts.length && token.joined && !place) {
        texts[texts.length - 1] += part;
        totals[totals.length - 1] += nodes[step].log;
      } else {
        texts.push(part);
        totals.push(nodes[step].log);
      }
    });
  });
  return texts
    .map((text, i) => {
      const probability = Math.exp(totals[i]);
      /** @type {Word["certainty"]} */
      const certainty =
        probability >= SURE ? "sure" : probability >= DOUBTFUL ? "doubtful" : "unsure";
      return { text: fromBytes(text), probability, certainty };
    })
    .filter(({ text }) => text);
}
