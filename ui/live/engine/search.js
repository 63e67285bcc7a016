// Search for a translation (section 6.1): greedy, beam search and sampling, one step at a time.
//
// A search is a generator of steps. A step holds the candidates that were considered, best first;
// each knows its parent, so together they form the search tree.

import { EOS } from "./tokenizer.js";
import { Cache, softmax } from "./transformer.js";

/** @import { Transformer } from "./transformer.js" */

const EXTRA_LENGTH = 50; // the paper's limit: as long as the source, plus 50
const ALTERNATIVES = 8; // tokens a sampling step records beside the one it drew

/**
 * The fate of a candidate: kept (it goes on, if the search does), finished with the end token,
 * pruned (dropped), or cut (kept, but the length limit was reached).
 *
 * @typedef {"kept" | "finished" | "pruned" | "cut"} Fate
 */

/**
 * A hypothesis extended by one token: a node of the search tree.
 *
 * Its parent is the hypothesis that it extends, null for the start token; log is ln p of the token
 * given all before it; total is the sum of these from the start to here.
 *
 * @typedef {{parent: Candidate | null, token: number, log: number, total: number,
 *   fate: Fate}} Candidate
 */

/**
 * Settings of sampling: a temperature below 1 makes likely tokens likelier; top_k tokens stay, 0
 * means all; top_p is the share of the probability that stays.
 *
 * @typedef {{temperature: number, top_k: number, top_p: number, seed: number}} Sampling
 */

/**
 * A hypothesis that can be extended, its keys and values, and, in sampling, the number of its
 * translation.
 *
 * @typedef {{candidate: Candidate, cache: Cache, draw: number}} Hypothesis
 */

/**
 * The candidates from the first token after the start to this one.
 *
 * @param {Candidate} candidate
 * @returns {Candidate[]}
 */
export const path = (candidate) => (candidate.parent ? [...path(candidate.parent), candidate] : []);

/**
 * ((5 + |Y|) / 6)^α (Wu et al. 2016, equation 14).
 *
 * @param {number} length |Y|: how many tokens, the end token included
 * @param {number} alpha
 */
const lengthPenalty = (length, alpha) => ((5 + length) / 6) ** alpha;

/** The unfinished hypotheses of one sentence, each a row in the decoder. */
class Hypotheses {
  /**
   * @param {Transformer} model
   * @param {number[]} source ids, the end token included
   * @param {number} start the start token of the language to translate into
   * @param {number} [count] how many hypotheses begin; a beam search begins with one
   */
  constructor(model, source, start, count = 1) {
    this.model = model;
    this.memory = model.encode(source);
    this.limit = source.length + EXTRA_LENGTH; // a hypothesis that reaches it is cut
    this.length = 0; // tokens after the start token
    /** @type {Hypothesis[]} */
    this.unfinished = Array.from({ length: count }, (_, draw) => ({
      candidate: { parent: null, token: start, log: 0, total: 0, fate: "kept" },
      cache: new Cache(),
      draw,
    }));
  }

  /**
   * Return ln p of every next token, a row for each hypothesis.
   *
   * To be called once a step, because the caches grow.
   */
  logProbabilities() {
    const tokens = this.unfinished.map(({ candidate }) => candidate.token);
    const caches = this.unfinished.map(({ cache }) => cache);
    const x = this.model.decode(tokens, this.length ? [] : this.memory, { caches });
    return this.model.project(x).map(logSoftmax);
  }

  /**
   * Return the fate of a candidate that ends in this token, before any pruning.
   *
   * @param {number} token
   * @returns {Fate}
   */
  fate(token) {
    if (token === EOS) return "finished";
    return this.length + 1 < this.limit ? "kept" : "cut";
  }

  /**
   * Replace the unfinished hypotheses by the candidates that a step kept.
   *
   * @param {Candidate[]} step
   */
  advance(step) {
    /** @type {Map<Candidate | null, Hypothesis>} */
    const before = new Map(this.unfinished.map((one) => [one.candidate, one]));
    this.unfinished = step
      .filter(({ fate }) => fate === "kept")
      .map((candidate) => {
        const { cache, draw } = /** @type {Hypothesis} */ (before.get(candidate.parent));
        return { candidate, cache: cache.copy(), draw };
      });
    this.length++;
  }
}

/**
 * Keep the `width` most probable hypotheses at every step; width 1 is greedy search.
 *
 * The search is done when `width` hypotheses have finished, or the length limit cuts the others.
 * Which one wins is decided afterwards, by `ranking`: the length penalty plays no part before.
 *
 * @param {Transformer} model
 * @param {number[]} source ids, the end token included
 * @param {number} start the start token of the language to translate into
 * @param {number} width
 * @param {number[]} [prefix] ids that every translation is made to begin with
 * @returns {Generator<Candidate[]>} at each step, up to 2 · width candidates, best first
 */
export function* beamSearch(model, source, start, width, prefix = []) {
  const hypotheses = new Hypotheses(model, source, start);
  for (let finished = 0; hypotheses.unfinished.length && finished < width; ) {
    const forced = prefix[hypotheses.length];
    const scores = hypotheses.logProbabilities();
    const options = hypotheses.unfinished.flatMap(({ candidate: parent }, row) =>
      (forced === undefined ? largest(scores[row], 2 * width) : [forced]).map((token) => {
        const log = scores[row][token];
        return { parent, token, log, total: parent.total + log };
      }),
    );
    options.sort((a, b) => b.total - a.total);
    let kept = 0;
    const step = options.slice(0, 2 * width).map((option, rank) => {
      let fate = hypotheses.fate(option.token);
      // An ending counts only among the best; else any step could end a sentence.
      if (fate === "finished" ? rank >= width : kept === width) fate = "pruned";
      if (fate === "kept" || fate === "cut") kept++;
      if (fate === "finished") finished++;
      return { ...option, fate };
    });
    yield step;
    hypotheses.advance(step);
  }
}

/**
 * Draw several translations, token by token, after temperature, top-k and top-p.
 *
 * A step holds, for each unfinished translation, its number and its candidates: the drawn token
 * first, then the likeliest others.
 *
 * @param {Transformer} model
 * @param {number[]} source ids, the end token included
 * @param {number} start the start token of the language to translate into
 * @param {number} count how many translations are drawn
 * @param {() => number} random returns numbers from 0 to 1
 * @param {Omit<Sampling, "seed">} sampling
 * @param {number[]} [prefix] ids that every translation is made to begin with
 * @returns {Generator<Map<number, Candidate[]>>}
 */
export function* sample(model, source, start, count, random, sampling, prefix = []) {
  const hypotheses = new Hypotheses(model, source, start, count);
  while (hypotheses.unfinished.length) {
    const scores = hypotheses.logProbabilities();
    /** @type {Map<number, Candidate[]>} */
    const step = new Map();
    hypotheses.unfinished.forEach(({ candidate: parent, draw }, row) => {
      const drawn = drawToken(samplingProbabilities(scores[row], sampling), random());
      const token = prefix[hypotheses.length] ?? drawn;
      const others = largest(scores[row], ALTERNATIVES).filter((one) => one !== token);
      const candidates = [token, ...others].map((one, place) => ({
        parent,
        token: one,
        log: scores[row][one],
        total: parent.total + scores[row][one],
        fate: place ? /** @type {Fate} */ ("pruned") : hypotheses.fate(one),
      }));
      step.set(draw, candidates);
    });
    yield step;
    hypotheses.advance([...step.values()].flat());
  }
}

/**
 * Return the probabilities that sampling draws from: after temperature, top-k and top-p.
 *
 * @param {Float32Array} scores ln p, or the logit, of every token
 * @param {Omit<Sampling, "seed">} sampling
 */
export function samplingProbabilities(scores, { temperature, top_k, top_p }) {
  const all = softmax(scores.map((score) => score / temperature));
  const most = Math.fround(top_p); // sums are compared in single precision, as in PyTorch
  const result = new Float32Array(all.length);
  let share = 0,
    rank = 0;
  for (const token of largest(all, all.length)) {
    // A token goes when those before it already hold the share.
    if ((top_k && rank >= top_k) || (most < 1 && Math.fround(share) >= most)) break;
    result[token] = all[token];
    share += all[token];
    rank++;
  }
  return result.map((p) => p / share);
}

/**
 * Return a function that returns random numbers from 0 to 1 (1 excluded).
 *
 * PyTorch's generator, which the app uses, gives other numbers for the same seed.
 *
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/**
 * Rank the hypotheses that a search ended with, best first: by ln p over the length penalty.
 *
 * Those that were cut come after all finished ones.
 *
 * @param {Candidate[][]} steps all steps of the search
 * @param {number} alpha exponent of the length penalty; 0 compares plain log-probabilities
 */
export function ranking(steps, alpha) {
  const ends = steps.flat().filter(({ fate }) => fate === "finished" || fate === "cut");
  const scores = new Map(ends.map((one) => [one, scoreOf(one, alpha)]));
  return ends.sort(
    (a, b) =>
      Number(a.fate === "cut") - Number(b.fate === "cut") ||
      (scores.get(b) ?? 0) - (scores.get(a) ?? 0),
  );
}

/**
 * ln p of all tokens, divided by the length penalty.
 *
 * @type {(candidate: Candidate, alpha: number) => number}
 */
const scoreOf = (candidate, alpha) =>
  candidate.total / lengthPenalty(path(candidate).length, alpha);

/**
 * The indices of the largest values, best first; of equal ones, the lower index first.
 *
 * @param {Float32Array} values
 * @param {number} count
 * @returns {number[]}
 */
export function largest(values, count) {
  /** @type {number[]} */
  const best = [];
  if (count >= values.length) return [...values.keys()].sort((a, b) => values[b] - values[a]);
  for (let i = 0; i < values.length; i++) {
    if (best.length === count && values[i] <= values[best[count - 1]]) continue;
    let at = best.length;
    while (at && values[i] > values[best[at - 1]]) at--;
    best.splice(at, 0, i);
    best.length = Math.min(best.length, count);
  }
  return best;
}

/**
 * Return the first token at which the sum of probabilities exceeds a random number.
 *
 * @type {(probabilities: Float32Array, random: number) => number}
 */
function drawToken(probabilities, random) {
  let sum = 0,
    last = 0;
  for (let token = 0; token < probabilities.length; token++) {
    if (!probabilities[token]) continue;
    sum += probabilities[token];
    last = token;
    if (random < sum) break;
  }
  return last;
}

/**
 * ln of the softmax, without computing exp of large numbers.
 *
 * @type {(scores: Float32Array) => Float32Array}
 */
function logSoftmax(scores) {
  let maximum = Number.NEGATIVE_INFINITY,
    sum = 0;
  for (const score of scores) if (score > maximum) maximum = score;
  for (const score of scores) sum += Math.exp(score - maximum);
  const logSum = maximum + Math.log(sum);
  return scores.map((score) => score - logSum);
}
