// The whole network of Figure 1 of "Attention Is All You Need", part by part as in model/.
//
// A matrix is a list of rows, one for each position: x[position][i]. There is one sentence at a
// time, so nothing is padded; and nothing is trained, so dropout (section 5.4) is left out. A tap
// is given every tensor worth seeing, under the name that it has in a trace of model/.

/** @import { Linear, Rows } from "./linear.js" */
/** @import { Weight } from "./weights.js" */

/**
 * Sizes as in config.json, in the symbols of Table 3. The decoder has decoder_N layers; if that is
 * 0, N as in the paper.
 *
 * @typedef {{N: number, decoder_N: number, h: number, d_model: number, d_ff: number,
 *   vocab_size: number, languages: string[]}} Config
 */

/** @typedef {{shape: number[], values: Float32Array}} Tensor */

/** @typedef {(name: string, shape: number[], values: Float32Array) => void} Tap */

/** Whether a query position may attend to a key position; both count from 0.
 * @typedef {(query: number, key: number) => boolean} Visible */

const EPSILON = 1e-5; // keeps LayerNorm from dividing by zero; PyTorch's, as the paper names none

/** The keys and values that one hypothesis has computed so far, by the name of the attention. */
export class Cache {
  constructor() {
    /** @type {Map<string, {k: Rows, v: Rows}>} */
    this.seen = new Map();
    this.length = 0; // target positions that were decoded so far
  }

  /**
   * Add new keys and values to those of one attention, and return all of them.
   *
   * @param {string} attention its name
   * @param {Rows} k one row of d_model numbers for each new position; there may be none
   * @param {Rows} v likewise
   */
  extend(attention, k, v) {
    const old = this.seen.get(attention) ?? { k: [], v: [] };
    const all = k.length ? { k: [...old.k, ...k], v: [...old.v, ...v] } : old;
    this.seen.set(attention, all);
    return all;
  }

  /** A copy, for a hypothesis that continues this one; the rows themselves are shared. */
  copy() {
    const other = new Cache();
    other.seen = new Map(this.seen);
    other.length = this.length;
    return other;
  }
}

/**
 * Write a position as d_model/2 pairs of sine and cosine (section 3.5).
 *
 * PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), PE(pos, 2i+1) = cos(pos / 10000^(2i/d_model)). Here,
 * i counts in steps of two, so it is the paper's 2i.
 *
 * @param {number} position counted from 0
 * @param {number} d_model
 */
export function positionalEncoding(position, d_model) {
  const row = new Float32Array(d_model);
  for (let i = 0; i < d_model; i += 2) {
    const angle = position / 10_000 ** (i / d_model);
    row[i] = Math.sin(angle);
    row[i + 1] = Math.cos(angle);
  }
  return row;
}

/**
 * Replace scores by their softmax. Subtracting the largest keeps exp in range, with equal results.
 *
 * @param {Float32Array} scores
 */
export function softmax(scores) {
  let largest = Number.NEGATIVE_INFINITY,
    sum = 0;
  for (const score of scores) if (score > largest) largest = score;
  for (let i = 0; i < scores.length; i++) sum += scores[i] = Math.exp(scores[i] - largest);
  for (let i = 0; i < scores.length; i++) scores[i] /= sum;
  return scores;
}

/**
 * Score every next piece of a translation, given the source and the pieces before it.
 *
 * The weights have the names of model/. A matrix of weights is stored as in PyTorch: a row for each
 * output, so the paper's x W is written x Wᵀ with it.
 */
export class Transformer {
  /**
   * @param {Config} config
   * @param {Record<string, Weight>} weights
   * @param {Linear} linear
   */
  constructor(config, weights, linear) {
    this.config = config;
    this.weights = weights;
    this.linear = linear;
    this.layers = { encoder: config.N, decoder: config.decoder_N || config.N };
  }

  /**
   * Return the memory: the encoder's output, one vector for each source position (section 3.1).
   *
   * @param {number[]} source ids of the pieces, and the end token
   * @param {Tap} [tap] is given every tensor, for the pictures
   * @returns {Rows} d_model numbers for each source position
   */
  encode(source, tap) {
    /** @type {Rows} */
    let x = this.embed("encoder", source, 0, tap);
    const everywhere = () => true; // no mask: each position attends to all
    for (let n = 0; n < this.layers.encoder; n++) {
      const layer = `encoder.layers.${n}`;
      const attended = this.attention(`${layer}.self_attention`, x, x, everywhere, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_1`, x, attended, tap);
      const transformed = this.feedForward(`${layer}.feed_forward`, x, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_2`, x, transformed, tap);
    }
    record(tap, "memory", x);
    return x;
  }

  /**
   * Return the decoder's output, one vector for each target position (section 3.1).
   *
   * A search gives the newest token of each hypothesis, and caches with the keys and values of the
   * earlier ones. Without caches, a whole target is computed at once (teacher forcing).
   *
   * @param {number[]} target the start token and the ids after it; with caches, the newest id of
   *   each hypothesis
   * @param {Rows} memory the encoder's output; with caches, whole at the first step and then empty
   * @param {{caches?: Cache[], tap?: Tap, masked?: boolean}} options one cache for each
   *   hypothesis, extended here; masked is false if positions may attend to later ones
   * @returns {Rows} d_model numbers for each target position, or for each hypothesis
   */
  decode(target, memory, { caches, tap, masked = true }) {
    /** @type {Rows} */
    let x = this.embed("decoder", target, caches ? caches[0].length : 0, tap, !!caches);
    /** @type {Visible} */
    const causal = (query, key) => !masked || key <= query; // none after the query (section 3.2.3)
    const everywhere = () => true;
    for (let n = 0; n < this.layers.decoder; n++) {
      const layer = `decoder.layers.${n}`;
      const fromTarget = caches
        ? this.cachedAttention(`${layer}.self_attention`, x, x, caches, true)
        : this.attention(`${layer}.self_attention`, x, x, causal, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_1`, x, fromTarget, tap);
      const fromSource = caches
        ? this.cachedAttention(`${layer}.cross_attention`, x, memory, caches, false)
        : this.attention(`${layer}.cross_attention`, x, memory, everywhere, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_2`, x, fromSource, tap);
      const transformed = this.feedForward(`${layer}.feed_forward`, x, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_3`, x, transformed, tap);
    }
    for (const cache of caches ?? []) cache.length++;
    return x;
  }

  /**
   * Return the logits: x Eᵀ, a dot product of each vector with every row of E.
   *
   * This is the matrix that embeds source and target, too (section 3.4). The softmax comes later.
   *
   * @param {Rows} x the decoder's output
   * @param {Tap} [tap]
   * @returns {Rows} vocab_size numbers for each row of x
   */
  project(x, tap) {
    const logits = this.linear(x, this.weights["E.weight"]);
    record(tap, "logits", logits);
    return logits;
  }

  /**
   * Scale the rows of E and add the positions: E_x √d_model + PE (sections 3.4 and 3.5).
   *
   * @param {"encoder" | "decoder"} stack whose input this is
   * @param {number[]} ids
   * @param {number} start position of the first id
   * @param {Tap} [tap]
   * @param {boolean} [samePosition] whether all ids are at this position, one of each hypothesis
   * @returns {Rows} d_model numbers for each id
   */
  embed(stack, ids, start, tap, samePosition = false) {
    const { d_model } = this.config;
    const E = this.weights["E.weight"].values;
    const rows = ids.map((id) => E.slice(id * d_model, (id + 1) * d_model));
    const embedding = rows.map((row) => row.map((value) => value * Math.sqrt(d_model)));
    const positions = ids.map((_, i) =>
      positionalEncoding(samePosition ? start : start + i, d_model),
    );
    const output = embedding.map((row, i) => row.map((value, j) => value + positions[i][j]));
    record(tap, `${stack}.embedding.rows`, rows);
    record(tap, `${stack}.embedding.embedding`, embedding);
    record(tap, `${stack}.embedding.positions`, positions);
    record(tap, `${stack}.embedding.output`, output);
    return output;
  }

  /**
   * Compute multi-head attention (section 3.2.2): Concat(head_1, ..., head_h) W_O.
   *
   * W_Q holds the paper's W_i^Q of all heads side by side; likewise W_K and W_V.
   *
   * @param {string} name of the attention, such as "encoder.layers.0.self_attention"
   * @param {Rows} x vectors of the query positions
   * @param {Rows} memory vectors of the key positions: x itself in self-attention, the encoder's
   *   output in cross-attention
   * @param {Visible} visible
   * @param {Tap} [tap]
   * @returns {Rows} d_model numbers for each query position
   */
  attention(name, x, memory, visible, tap) {
    const q = this.multiply(`${name}.W_Q`, x);
    const k = this.multiply(`${name}.W_K`, memory);
    const v = this.multiply(`${name}.W_V`, memory);
    return this.multiply(`${name}.W_O`, this.attend(name, q, k, v, visible, tap));
  }

  /**
   * Compute the same for the newest position of each hypothesis, with cached keys and values.
   *
   * No mask is needed: the cache holds no later position.
   *
   * @param {string} name
   * @param {Rows} x one row for each hypothesis
   * @param {Rows} memory x itself in self-attention; else the encoder's output, or [] once its keys
   *   and values are in the caches
   * @param {Cache[]} caches one for each hypothesis
   * @param {boolean} own whether each hypothesis has keys and values of its own (self-attention)
   */
  cachedAttention(name, x, memory, caches, own) {
    const q = this.multiply(`${name}.W_Q`, x);
    const k = this.multiply(`${name}.W_K`, memory);
    const v = this.multiply(`${name}.W_V`, memory);
    const heads = caches.map((cache, i) => {
      const all = own ? cache.extend(name, [k[i]], [v[i]]) : cache.extend(name, k, v);
      return this.attend(name, [q[i]], all.k, all.v, () => true)[0];
    });
    return this.multiply(`${name}.W_O`, heads);
  }

  /**
   * Compute scaled dot-product attention in every head: softmax(Q Kᵀ / √d_k) V (equation 1).
   *
   * Each head has d_k numbers of every row, the first head the first ones; d_v equals d_k. A key
   * that is not visible gets the score -∞, so its weight is 0 (section 3.2.3).
   *
   * @param {string} name
   * @param {Rows} q d_model numbers for each query position
   * @param {Rows} k d_model numbers for each key position
   * @param {Rows} v likewise
   * @param {Visible} visible
   * @param {Tap} [tap]
   * @returns {Rows} all heads side by side: d_model numbers for each query position
   */
  attend(name, q, k, v, visible, tap) {
    const { h, d_model } = this.config;
    const d_k = d_model / h;
    const shape = [h, q.length, k.length]; // of scores and weights: head, query, key
    const scores = new Float32Array(h * q.length * k.length);
    const masked = new Float32Array(scores.length);
    const weights = new Float32Array(scores.length);
    const heads = q.map(() => new Float32Array(d_model));
    for (let head = 0, at = 0; head < h; head++) {
      const from = head * d_k,
        to = from + d_k;
      for (let query = 0; query < q.length; query++, at += k.length) {
        const queryRow = q[query],
          output = heads[query];
        for (let key = 0; key < k.length; key++) {
          const keyRow = k[key];
          let dot = 0; // a number of Q Kᵀ
          for (let i = from; i < to; i++) dot += queryRow[i] * keyRow[i];
          scores[at + key] = dot / Math.sqrt(d_k);
          masked[at + key] = visible(query, key) ? scores[at + key] : Number.NEGATIVE_INFINITY;
          weights[at + key] = masked[at + key];
        }
        softmax(weights.subarray(at, at + k.length));
        for (let key = 0; key < k.length; key++) {
          const weight = weights[at + key],
            valueRow = v[key];
          for (let i = from; i < to; i++) output[i] += weight * valueRow[i];
        }
      }
    }
    if (tap) {
      for (const [letter, rows] of Object.entries({ q, k, v }))
        tap(`${name}.${letter}`, [h, rows.length, d_k], splitHeads(rows, h));
      tap(`${name}.scores`, shape, scores);
      tap(`${name}.visible`, [1, q.length, k.length], maskOf(visible, q.length, k.length));
      tap(`${name}.masked`, shape, masked);
      tap(`${name}.weights`, shape, weights);
      tap(`${name}.heads`, [h, q.length, d_k], splitHeads(heads, h));
    }
    return heads;
  }

  /**
   * Transform each position by itself: max(0, x W_1 + b_1) W_2 + b_2 (section 3.3).
   *
   * @param {string} name
   * @param {Rows} x d_model numbers for each position; the hidden layer has d_ff
   * @param {Tap} [tap]
   */
  feedForward(name, x, tap) {
    const sums = this.multiply(`${name}.W_1`, x); // with b_1
    const hidden = sums.map((row) => row.map((value) => Math.max(0, value)));
    record(tap, `${name}.hidden`, hidden);
    return this.multiply(`${name}.W_2`, hidden);
  }

  /**
   * Add a sub-layer's output to its input, and normalize: LayerNorm(x + Sublayer(x)).
   *
   * This is the post-norm of section 3.1; there is no further norm after the stacks.
   *
   * @param {string} name
   * @param {Rows} x input of the sub-layer
   * @param {Rows} sublayer its output, as large as x
   * @param {Tap} [tap]
   */
  addAndNorm(name, x, sublayer, tap) {
    const gamma = this.weights[`${name}.norm.weight`].values,
      beta = this.weights[`${name}.norm.bias`].values;
    const sum = x.map((row, i) => row.map((value, j) => value + sublayer[i][j]));
    const output = sum.map((row) => normalize(row, gamma, beta));
    record(tap, `${name}.residual`, x);
    record(tap, `${name}.sublayer`, sublayer);
    record(tap, `${name}.sum`, sum);
    record(tap, `${name}.output`, output);
    return output;
  }

  /**
   * Multiply by a matrix of weights, and add its bias; the matrices of attention have none.
   *
   * @param {string} name of the matrix
   * @param {Rows} x
   */
  multiply(name, x) {
    return this.linear(x, this.weights[`${name}.weight`], this.weights[`${name}.bias`]);
  }
}

/** LayerNorm of one position (Ba et al. 2016): mean 0 and variance 1, then times γ, plus β.
 * @type {(row: Float32Array, gamma: Float32Array, beta: Float32Array) => Float32Array} */
function normalize(row, gamma, beta) {
  let mean = 0,
    variance = 0;
  for (const value of row) mean += value / row.length;
  for (const value of row) variance += (value - mean) ** 2 / row.length;
  const deviation = Math.sqrt(variance + EPSILON);
  return row.map((value, j) => ((value - mean) / deviation) * gamma[j] + beta[j]);
}

/** Give rows to the tap, if there is one.
 * @type {(tap: Tap | undefined, name: string, rows: Rows) => void} */
function record(tap, name, rows) {
  if (!tap) return;
  const values = new Float32Array(rows.length * rows[0].length);
  rows.forEach((row, i) => {
    values.set(row, i * row.length);
  });
  tap(name, [rows.length, rows[0].length], values);
}

/**
 * Cut each row into h pieces of d_k numbers, one for each head: head, position, d_k.
 *
 * @param {Rows} rows
 * @param {number} h
 */
function splitHeads(rows, h) {
  const d_k = rows[0].length / h;
  const values = new Float32Array(rows.length * rows[0].length);
  for (let head = 0; head < h; head++)
    rows.forEach((row, i) => {
      values.set(row.subarray(head * d_k, (head + 1) * d_k), (head * rows.length + i) * d_k);
    });
  return values;
}

/** The mask as numbers: query, key; 1 where the query may attend to the key, else 0.
 * @type {(visible: Visible, queries: number, keys: number) => Float32Array} */
const maskOf = (visible, queries, keys) =>
  Float32Array.from({ length: queries * keys }, (_, i) =>
    visible(Math.floor(i / keys), i % keys) ? 1 : 0,
  );
