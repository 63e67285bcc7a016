// The rows of cross-attention as its page shows them: named, merged into words, hidden in part.

import {
  ATTENTIONS,
  fromBytes,
  join,
  ofRows,
  range,
  shares,
  stack,
  take,
  withMean,
} from "./tensors.js";

/** @import { Glass, Reading, Token } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */

/**
 * How rows are shown; see pages/decoder/cross_attention/rows.py.
 *
 * @typedef {{shift: string, whole: boolean, hide_end: boolean, hide_marks: boolean,
 *   renormalise: boolean}} Choices
 */

/**
 * @typedef {Record<"weight" | "contribution", Tensor>} Maps
 * @typedef {{tokens: Token[], columns: Token[], row_of: number[], maps: Maps, hidden: Maps,
 *   pieces: Maps}} Rows
 */

export const NAMES = /** @type {(keyof Maps)[]} */ (["weight", "contribution"]);

/**
 * The rows of a reading as they are shown.
 *
 * @param {Reading} reading
 * @param {Choices} choices
 * @param {Glass} glass
 * @returns {Rows}
 */
export function memoryRows(reading, choices, glass) {
  const all = choices.shift === "writes" ? reading.output : reading.target;
  const named = all.slice(0, reading.output.length);
  const targets = choices.whole ? wordNumbers(named) : range(named.length);
  const sources = choices.whole ? wordNumbers(reading.source) : range(reading.source.length);
  const columns = joinWords(reading.source, sources);
  const kept = columnsToShow(columns, choices);
  const pieces = byPiece(reading, glass);
  const maps = { ...pieces },
    hidden = { ...pieces };
  for (const name of NAMES) {
    const whole = mergePieces(pieces[name], targets, sources);
    const shown = take(whole, whole.shape.length - 1, kept);
    const [all, some] = [whole, shown].map((one) => ofRows(one, sum).values);
    hidden[name] = {
      shape: whole.shape.slice(0, -1),
      values: all.map((value, i) => Math.max(0, value - some[i])),
    };
    maps[name] = choices.renormalise ? shares(shown) : shown;
  }
  return {
    tokens: joinWords(named, targets),
    columns: kept.map((column) => columns[column]),
    row_of: targets,
    maps,
    hidden,
    pieces,
  };
}

/**
 * Weights and shares of the contributions: layer, head, target, source; then means.
 *
 * @param {Reading} reading
 * @param {Glass} glass
 * @returns {Maps}
 */
function byPiece(reading, glass) {
  const weights = stack(reading.trace, `${ATTENTIONS.cross}.weights`);
  const contributed = range(weights.shape[0]).map((layer) => {
    const name = ATTENTIONS.cross.replace("{}", `${layer}`);
    const W_O = glass.network.weights[`${name}.W_O.weight`].values;
    return shares(contributions(reading.trace[`${name}.weights`], reading.trace[`${name}.v`], W_O));
  });
  const steps = range(reading.output.length); // a translation that was cut has one row more
  return {
    weight: take(withMean(withMean(weights, 1), 0), 2, steps),
    contribution: take(withMean(join(contributed), 0), 2, steps),
  };
}

/**
 * How long the vector is that each key adds to the output at each query, of each head alone and
 * then of all heads together (Kobayashi et al. 2020): see model/measures/heads.py.
 *
 * @param {Tensor} weights
 * @param {Tensor} v
 * @param {Float32Array} W_O
 * @returns {Tensor}
 */
export function contributions(weights, v, W_O) {
  const [h, queries, keys] = weights.shape,
    d_k = v.shape[2],
    d_model = h * d_k;
  const result = new Float32Array((h + 1) * queries * keys);
  for (let key = 0; key < keys; key++) {
    const parts = range(h).map((head) => {
      const part = new Float32Array(d_model); // v_i(k) W_O^(i)
      for (let d = 0; d < d_model; d++)
        for (let i = 0; i < d_k; i++)
          part[d] += v.values[(head * keys + key) * d_k + i] * W_O[d * d_model + head * d_k + i];
      return part;
    });
    const lengths = parts.map((part) => Math.hypot(...part));
    for (let query = 0; query < queries; query++) {
      const together = new Float32Array(d_model);
      for (let head = 0; head < h; head++) {
        const at = (head * queries + query) * keys + key,
          weight = weights.values[at];
        result[at] = weight * lengths[head];
        for (let d = 0; d < d_model; d++) together[d] += weight * parts[head][d];
      }
      let square = 0;
      for (const value of together) square += value * value;
      result[(h * queries + query) * keys + key] = Math.sqrt(square);
    }
  }
  return { shape: [h + 1, queries, keys], values: result };
}

/**
 * Weights between words: a source word gets what its pieces get together, a target word looks where
 * its pieces look on average.
 *
 * @param {Tensor} weights
 * @param {number[]} targets number of each target piece's word
 * @param {number[]} sources
 * @returns {Tensor}
 */
export function mergePieces({ shape, values }, targets, sources) {
  const rows = targets[targets.length - 1] + 1,
    columns = sources[sources.length - 1] + 1;
  const [queries, keys] = shape.slice(-2);
  const result = new Float32Array((values.length / (queries * keys)) * rows * columns);
  const count = range(rows).map((row) => targets.filter((one) => one === row).length);
  for (let at = 0; at < values.length; at++) {
    const query = Math.floor(at / keys) % queries,
      map = Math.floor(at / (keys * queries)),
      row = targets[query];
    result[(map * rows + row) * columns + sources[at % keys]] += values[at] / count[row];
  }
  return { shape: [...shape.slice(0, -2), rows, columns], values: result };
}

/**
 * The sum of a row.
 *
 * @param {Float32Array} row
 */
export const sum = (row) => row.reduce((a, b) => a + b, 0);

/**
 * Whether a token is punctuation.
 *
 * @param {Token} token
 */
export const isMark = ({ special, text }) => !special && /^\p{P}*$/u.test(text);

/** @type {(joined: boolean[]) => number[]} */
function countWords(joined) {
  let word = 0;
  return joined.map((continues, i) => (i && !continues ? ++word : word));
}

/**
 * For each token the number of its word; punctuation before and after a word is one of its own.
 *
 * @param {Token[]} tokens
 */
function wordNumbers(tokens) {
  const continues = tokens.map(() => false);
  const spaced = countWords(tokens.map(({ joined }) => joined));
  for (const word of new Set(spaced)) {
    const lettered = range(tokens.length).filter((i) => spaced[i] === word && !isMark(tokens[i]));
    for (let i = lettered[0] + 1; i <= lettered[lettered.length - 1]; i++) continues[i] = true;
  }
  return countWords(continues);
}

/** @type {(tokens: Token[], numbers: number[]) => Token[]} */
function joinWords(tokens, numbers) {
  return [...new Set(numbers)].map((word) => {
    const part = tokens.filter((_, i) => numbers[i] === word);
    return {
      ...part[0],
      text: fromBytes(part.map(({ text }) => text).join("")),
      known: part.every(({ known }) => known),
    };
  });
}

/** @type {(columns: Token[], choices: Choices) => number[]} */
function columnsToShow(columns, { hide_end, hide_marks }) {
  const kept = range(columns.length).filter(
    (i) => !((hide_end && columns[i].special) || (hide_marks && isMark(columns[i]))),
  );
  return kept.length ? kept : range(columns.length);
}
