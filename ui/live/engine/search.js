// Search for a translation (section 6.1): greedy, beam search and sampling, one step at a time.
//
// A search is a generator of steps. A step holds the candidates that were considered, best first;
// each knows its parent, so together they are the search tree.

import { EOS } from "./tokenizer.js";
import { Cache, softmax } from "./transformer.js";

/** @import { Transformer } from "./transformer.js" */

export const EXTRA_LENGTH = 50; // the paper's limit: as long as the source, plus 50
const ALTERNATIVES = 8; // tokens a sampling step records beside the one it drew

/**
 * What a step decided about a candidate.
 *
 * @typedef {"kept" | "finished" | "pruned" | "cut"} Fate
 */

/**
 * One more token after a hypothesis: a node of the search tree.
 *
 * @typedef {{parent: Candidate | null, token: number, log: number, total: number,
 *   fate: Fate}} Candidate
 */

/** @typedef {{temperature: number, top_k: number, top_p: number, seed: number}} Sampling */

/**
 * The candidates from the first token after the start to this one.
 *
 * @param {Candidate} candidate
 * @returns {Candidate[]}
 */
export const path = (candidate) => (candidate.parent ? [...path(candidate.parent), candidate] : []);

/**
 * ((5 + |Y|) / 6)^α (Wu et al. 2016, equation 14), |Y| with the end token.
 *
 * @param {number} length
 * @param {number} alpha
 */
export const lengthPenalty = (length, alpha) => ((5 + length) / 6) ** alpha;

/** The living hypotheses of one sentence, each a row in the decoder. */
class Hypotheses {
  /**
   * @param {Transformer} model
   * @param {number[]} source ids, the end token included
   * @param {number} start the start token of the language to translate into
   * @param {number} [count] how many there are at first
   */
  constructor(model, source, start, count = 1) {
    this.model = model;
    this.memory = model.encode(source);
    this.limit = source.length + EXTRA_LENGTH;
    this.length = 0; // tokens after the start token
    /** @type {{candidate: Candidate, cache: Cache, draw: number}[]} */
    this.living = Array.from({ length: count }, (_, draw) => ({
      candidate: { parent: null, token: start, log: 0, total: 0, fate: "kept" },
      cache: new Cache(),
      draw,
    }));
  }

  /** Score every next token of every hypothesis: once a step, as the caches take the newest in. */
  logProbabilities() {
    const tokens = this.living.map(({ candidate }) => candidate.token);
    const caches = this.living.map(({ cache }) => cache);
    const x = this.model.decode(tokens, this.length ? [] : this.memory, { caches });
    return this.model.project(x).map(logSoftmax);
  }

  /**
   * What becomes of a candidate that is not dropped.
   *
   * @param {number} token
   * @returns {Fate}
   */
  fate(token) {
    if (token === EOS) return "finished";
    return this.length + 1 < this.limit ? "kept" : "cut";
  }

  /**
   * Go on with the candidates that the step kept, and only with those.
   *
   * @param {Candidate[]} step
   */
  advance(step) {
    const before = new Map(this.living.map((one) => [one.candidate, one]));
    this.living = step
      .filter(({ fate }) => fate === "kept")
      .map((candidate) => {
        const { cache, draw } = before.get(/** @type {Candidate} */ (candidate.parent)) ?? {};
        return { candidate, cache: (cache ?? new Cache()).copy(), draw: draw ?? 0 };
      });
    this.length++;
  }
}

/**
 * Keep the `width` most probable hypotheses at every step; width 1 is greedy search.
 *
 * It is done when `width` of its hypotheses have ended. Which of them wins is decided afterwards,
 * by `ranking`: the length penalty plays no part in the search itself.
 *
 * @param {Transformer} model
 * @param {number[]} source
 * @param {number} start
 * @param {number} width
 * @param {number[]} [prefix] ids that every translation is made to begin with
 * @returns {Generator<Candidate[]>}
 */
export function* beamSearch(model, source, start, width, prefix = []) {
  const hypotheses = new Hypotheses(model, source, start);
  for (let finished = 0; hypotheses.living.length && finished < width; ) {
    const forced = prefix[hypotheses.length];
    const scores = hypotheses.logProbabilities();
    const options = hypotheses.living.flatMap(({ candidate: parent }, row) =>
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
 * Draw several translations, one token after the other, from the model's (filtered) distribution.
 *
 * A step holds the candidates of each translation that is still under way, by its number.
 *
 * @param {Transformer} model
 * @param {number[]} source
 * @param {number} start
 * @param {number} count of translations
 * @param {() => number} chance numbers from 0 to 1
 * @param {Omit<Sampling, "seed">} sampling
 * @param {number[]} [prefix]
 * @returns {Generator<Map<number, Candidate[]>>}
 */
export function* sample(model, source, start, count, chance, sampling, prefix = []) {
  const hypotheses = new Hypotheses(model, source, start, count);
  while (hypotheses.living.length) {
    const scores = hypotheses.logProbabilities();
    /** @type {Map<number, Candidate[]>} */
    const step = new Map();
    hypotheses.living.forEach(({ candidate: parent, draw }, row) => {
      const drawn = drawToken(samplingProbabilities(scores[row], sampling), chance());
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
 * Turn log-probabilities into the probabilities that sampling draws from.
 *
 * @param {Float32Array} scores
 * @param {Omit<Sampling, "seed">} sampling
 */
export function samplingProbabilities(scores, { temperature, top_k, top_p }) {
  const all = softmax(scores.map((score) => score / temperature));
  const result = new Float32Array(all.length);
  let share = 0,
    rank = 0;
  for (const token of largest(all, all.length)) {
    // A token goes when those before it already hold the share.
    if ((top_k && rank >= top_k) || (top_p < 1 && share >= top_p)) break;
    result[token] = all[token];
    share += all[token];
    rank++;
  }
  return result.map((p) => p / share);
}

/**
 * A generator of numbers from 0 to 1, of our own: PyTorch's gives others for the same seed.
 *
 * @param {number} seed
 */
export function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/**
 * Rank what a search ended with, best first; those that the length limit cut come last.
 *
 * @param {Candidate[][]} steps
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

/** @type {(candidate: Candidate, alpha: number) => number} */
const scoreOf = (candidate, alpha) =>
  candidate.total / lengthPenalty(path(candidate).length, alpha);

/**
 * The places of the largest values, best first.
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

/** @type {(probabilities: Float32Array, where: number) => number} */
function drawToken(probabilities, where) {
  let sum = 0,
    last = 0;
  for (let token = 0; token < probabilities.length; token++) {
    if (!probabilities[token]) continue;
    sum += probabilities[token];
    last = token;
    if (where < sum) break;
  }
  return last;
}

/** @type {(scores: Float32Array) => Float32Array} */
function logSoftmax(scores) {
  let most = Number.NEGATIVE_INFINITY,
    sum = 0;
  for (const score of scores) if (score > most) most = score;
  for (const score of scores) sum += Math.exp(score - most);
  const all = most + Math.log(sum);
  return scores.map((score) => score - all);
}
