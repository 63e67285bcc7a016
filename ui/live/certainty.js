// How sure the model was of each word that it said: what the bar underlines, as ui/frame/doubts.py.

import { path } from "./engine/search.js";
import { SPACE } from "./engine/tokenizer.js";
import { fromBytes } from "./views/tensors.js";

/** @import { Reading } from "./engine/reading.js" */

const SURE = 0.8,
  DOUBTFUL = 0.4; // probabilities of a word, below which its line changes
const GAP = "□"; // where a translation says the unknown piece

const SIGNS = /^[.,;:!?…¿¡"'«»“”()[\]]*$/; // that stand around a word

/**
 * One word of a translation, and the probability of all its pieces, each after those before;
 * `joined` if it stands right behind the word before it, as a full stop does.
 *
 * @typedef {{text: string, probability: number, joined: boolean,
 *   certainty: "sure" | "doubtful" | "unsure"}} Word
 */

/**
 * The words of a translation, and the signs around them.
 *
 * @param {Reading} reading
 * @returns {Word[]}
 */
export function certainWords({ output, hypotheses }) {
  /** @type {{text: string, log: number}[][]} */
  const groups = [];
  const nodes = path(hypotheses[0]);
  output.forEach((token, step) => {
    if (token.special) return;
    const shown = token.known ? token.text.replaceAll(SPACE, " ") : GAP;
    shown.split(" ").forEach((text, place) => {
      const part = { text, log: nodes[step].log };
      if (groups.length && token.joined && !place) groups[groups.length - 1].push(part);
      else groups.push([part]);
    });
  });
  return groups.flatMap(wordAndSigns);
}

/**
 * Part what stands between two spaces: signs before a word, the word, signs behind it.
 *
 * @param {{text: string, log: number}[]} pieces
 * @returns {Word[]}
 */
function wordAndSigns(pieces) {
  const inside = pieces.flatMap(({ text }, place) => (SIGNS.test(text) ? [] : [place]));
  const bounds = [0, ...(inside.length ? [inside[0], inside[inside.length - 1] + 1] : [])];
  bounds.push(pieces.length);
  // The space before a word is a piece: it is the word's.
  if (!pieces[0].text && bounds[1] === 1) bounds.splice(1, 1);
  /** @type {Word[]} */
  const found = [];
  bounds.slice(1).forEach((end, i) => {
    const part = pieces.slice(bounds[i], end);
    const text = fromBytes(part.map((one) => one.text).join(""));
    if (!text) return;
    const probability = Math.exp(part.reduce((sum, { log }) => sum + log, 0));
    /** @type {Word["certainty"]} */
    const certainty =
      probability >= SURE ? "sure" : probability >= DOUBTFUL ? "doubtful" : "unsure";
    found.push({ text, probability, certainty, joined: found.length > 0 });
  });
  return found;
}
