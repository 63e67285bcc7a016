// What the three maps of masking are given: the same as pages/decoder/masking sends.

import { t } from "../../views/library/messages.js";
import { softmax } from "../engine/transformer.js";
import { attentionPlace, placeOf } from "./attention.js";
import { ATTENTIONS, pack, range, rows, saidIds } from "./tensors.js";

const CLEAR = 0.3; // weight on a word that is worth showing first

/** @import { Glass, Reading } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */
/** @import { Site } from "./tensors.js" */

/**
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 */
export function maskMaps(reading, choices, site, glass) {
  const usual = attentionPlace(reading, { ...choices, attention: "decoder" }, site, glass);
  const leaks = unmasked(
    reading.trace[`${ATTENTIONS.decoder.replace("{}", `${usual.layer}`)}.scores`],
  );
  const peeks = leaks.map((head) => answers(head).reduce((sum, share) => sum + share, 0));
  const place = { ...usual, head: placeOf(choices.head, leaks.length, largestPlace(peeks)) };
  const causal = choices.causal !== "False";
  const { trace } = causal ? reading : withoutMask(reading, glass);
  const n = reading.target.length;
  const row = placeOf(choices.row, n, peekingRow(answers(leaks[place.head]), reading.target));
  const name = ATTENTIONS.decoder.replace("{}", `${place.layer}`);
  const p = chances(trace, reading),
    before = causal ? [] : chances(reading.trace, reading);
  const mask = Float32Array.from({ length: n * n }, (_, i) => Number(i % n <= Math.floor(i / n)));
  const data = {
    scores: pack(trace[`${name}.scores`]),
    weights: pack(trace[`${name}.weights`]),
    visible: pack({ shape: [n, n], values: trace[`${name}.visible`].values }),
    mask: pack({ shape: [n, n], values: mask }),
    queries: reading.target,
    keys: reading.target,
    row,
    column: placeOf(choices.column, n, Math.min(row + 2, n) - 1), // what the row must predict
    head: place.head,
    titles: {
      scores: [t("scores"), t("how well two words match")],
      masked: causal
        ? [t("masked scores"), t("later words: −∞")]
        : [t("scores"), t("later words visible")],
      weights: [t("weights"), t("each row adds up to 1")],
    },
    sign: causal ? t("mask") : t("no mask"),
    says: reading.output.map(({ text, special }, i) => ({
      text,
      special,
      p: p[i],
      masked: causal ? null : before[i],
    })),
  };
  return { place, data };
}

/**
 * By head, the rows of weights that the scores would give if nothing were hidden.
 *
 * @type {(scores: Tensor) => Float32Array[][]}
 */
const unmasked = ({ shape: [heads, n], values }) =>
  range(heads).map((head) =>
    range(n).map((row) => {
      const from = (head * n + row) * n;
      return softmax(values.slice(from, from + n));
    }),
  );

/** What each row but the last would give the token it predicts. */
const answers = (/** @type {Float32Array[]} */ head) =>
  head.slice(0, -1).map((row, i) => row[i + 1]);

/** @type {(numbers: number[]) => number} */
const largestPlace = (numbers) => Math.max(0, numbers.indexOf(Math.max(...numbers)));

/**
 * The row that gives most to the token it predicts; one that predicts a whole word goes first.
 *
 * @type {(shares: number[], tokens: Reading["target"]) => number}
 */
function peekingRow(shares, tokens) {
  const words = shares.map((share, row) => {
    const { special, joined, text } = tokens[row + 1],
      after = tokens[row + 2];
    const whole = !(after?.joined && /^\p{L}/u.test(after.text));
    return !special && !joined && /^\p{L}+$/u.test(text) && whole && share >= CLEAR ? share : -1;
  });
  return largestPlace(Math.max(...words) < 0 ? shares : words);
}

/** The same tokens, read by a decoder without its mask. @type {(r: Reading, g: Glass) => any} */
const withoutMask = (reading, glass) =>
  glass.record(
    { ...reading, ids: reading.source_ids, tokens: reading.source },
    reading.language,
    saidIds(reading),
    false,
  );

/**
 * How probable each token of the translation is.
 *
 * @type {(trace: Record<string, Tensor>, reading: Reading) => number[]}
 */
function chances({ logits }, reading) {
  const said = saidIds(reading);
  return range(said.length).map((step) => softmax(rows(logits, [step]).values)[said[step]]);
}
