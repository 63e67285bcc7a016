// The whole network of Figure 1 of "Attention Is All You Need", part by part as in model/.
//
// A matrix is a list of rows, one for each position: x[position][i]. What is worth seeing goes
// through a tap, under the name that model/trace.py has for it.

/** @import { Linear, Rows } from "./linear.js" */
/** @import { Weight } from "./weights.js" */

/**
 * Sizes, as in config.json.
 *
 * @typedef {{N: number, decoder_N: number, h: number, d_model: number, d_ff: number,
 *   vocab_size: number, languages: string[], max_positions: number}} Config
 */

/** @typedef {{shape: number[], values: Float32Array}} Tensor */

/** @typedef {(name: string, shape: number[], values: Float32Array) => void} Tap */

/**
 * What a query may look at: visible(query, key).
 *
 * @typedef {(query: number, key: number) => boolean} Visible
 */

const EPSILON = 1e-5;

/** Keys and values that one hypothesis has seen, by the attention that made them. */
export class Cache {
  constructor() {
    /** @type {Map<string, {k: Rows, v: Rows}>} */
    this.seen = new Map();
    this.length = 0; // target positions that were decoded so far
  }

  /**
   * Add what is new to what one attention has seen, and return all of it.
   *
   * @param {string} attention
   * @param {Rows} k
   * @param {Rows} v
   */
  extend(attention, k, v) {
    const old = this.seen.get(attention) ?? { k: [], v: [] };
    const now = k.length ? { k: [...old.k, ...k], v: [...old.v, ...v] } : old;
    this.seen.set(attention, now);
    return now;
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
 * Write each position as d_model/2 pairs of sine and cosine (section 3.5).
 *
 * @param {number} position
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
 * The softmax of scores, in place.
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

/** Score every next piece of a translation, given the source and the pieces before it. */
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
   * Return the memory: one vector for each source position (the encoder).
   *
   * @param {number[]} source ids of the pieces, and the end token
   * @param {Tap} [tap]
   */
  encode(source, tap) {
    /** @type {Rows} */
    let x = this.embed("encoder", source, 0, tap);
    const all = () => true; // every position may look at every other
    for (let n = 0; n < this.layers.encoder; n++) {
      const layer = `encoder.layers.${n}`;
      const read = this.attention(`${layer}.self_attention`, x, x, all, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_1`, x, read, tap);
      const fed = this.feedForward(`${layer}.feed_forward`, x, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_2`, x, fed, tap);
    }
    record(tap, "memory", x);
    return x;
  }

  /**
   * Return the decoder's vector at each target position.
   *
   * @param {number[]} target ids; with caches, the newest one of each hypothesis
   * @param {Rows} memory the encoder's output; with caches, all of it once and then none of it
   * @param {{caches?: Cache[], tap?: Tap, masked?: boolean}} how one cache for each hypothesis,
   *   extended here; masked is false where positions may look at later ones
   */
  decode(target, memory, { caches, tap, masked = true }) {
    /** @type {Rows} */
    let x = this.embed("decoder", target, caches ? caches[0].length : 0, tap, !!caches);
    /** @type {Visible} */
    const causal = (query, key) => !masked || key <= query; // itself and before (section 3.2.3)
    const all = () => true;
    for (let n = 0; n < this.layers.decoder; n++) {
      const layer = `decoder.layers.${n}`;
      const back = caches
        ? this.steps(`${layer}.self_attention`, x, x, caches, true)
        : this.attention(`${layer}.self_attention`, x, x, causal, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_1`, x, back, tap);
      const read = caches
        ? this.steps(`${layer}.cross_attention`, x, memory, caches, false)
        : this.attention(`${layer}.cross_attention`, x, memory, all, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_2`, x, read, tap);
      const fed = this.feedForward(`${layer}.feed_forward`, x, tap);
      x = this.addAndNorm(`${layer}.add_and_norm_3`, x, fed, tap);
    }
    for (const cache of caches ?? []) cache.length++;
    return x;
  }

  /**
   * Compare the decoder's vectors with every row of E: the logits.
   *
   * @param {Rows} x
   * @param {Tap} [tap]
   */
  project(x, tap) {
    const logits = this.linear(x, this.weights["E.weight"]);
    record(tap, "logits", logits);
    return logits;
  }

  /**
   * Scale the rows of E and add the position: E_x √d_model + PE.
   *
   * @param {"encoder" | "decoder"} stack
   * @param {number[]} ids
   * @param {number} start position of the first one
   * @param {Tap} [tap]
   * @param {boolean} [same] whether all stand at the same position, as hypotheses do
   */
  embed(stack, ids, start, tap, same = false) {
    const { d_model } = this.config;
    const E = this.weights["E.weight"].values;
    const rows = ids.map((id) => E.slice(id * d_model, (id + 1) * d_model));
    const embedding = rows.map((row) => row.map((value) => value * Math.sqrt(d_model)));
    const positions = ids.map((_, i) => positionalEncoding(start + (same ? 0 : i), d_model));
    const output = embedding.map((row, i) => row.map((value, j) => value + positions[i][j]));
    record(tap, `${stack}.embedding.rows`, rows);
    record(tap, `${stack}.embedding.embedding`, embedding);
    record(tap, `${stack}.embedding.positions`, positions);
    record(tap, `${stack}.embedding.output`, output);
    return output;
  }

  /**
   * Let every query position read from every visible key position, in h ways at once.
   *
   * @param {string} name
   * @param {Rows} x the positions that ask
   * @param {Rows} memory the positions that answer; x itself for self-attention
   * @param {Visible} visible
   * @param {Tap} [tap]
   */
  attention(name, x, memory, visible, tap) {
    const q = this.map(`${name}.W_Q`, x);
    const k = this.map(`${name}.W_K`, memory);
    const v = this.map(`${name}.W_V`, memory);
    return this.map(`${name}.W_O`, this.attend(name, q, k, v, visible, tap));
  }

  /**
   * The same for the newest position of each hypothesis, which keeps what it has seen.
   *
   * @param {string} name
   * @param {Rows} x one row for each hypothesis
   * @param {Rows} memory
   * @param {Cache[]} caches
   * @param {boolean} own whether each hypothesis has keys and values of its own
   */
  steps(name, x, memory, caches, own) {
    const q = this.map(`${name}.W_Q`, x);
    const k = this.map(`${name}.W_K`, memory);
    const v = this.map(`${name}.W_V`, memory);
    const heads = caches.map((cache, i) => {
      const seen = own ? cache.extend(name, [k[i]], [v[i]]) : cache.extend(name, k, v);
      return this.attend(name, [q[i]], seen.k, seen.v, () => true)[0];
    });
    return this.map(`${name}.W_O`, heads);
  }

  /**
   * Compute scaled dot-product attention (equation 1) in every head, heads side by side.
   *
   * @param {string} name
   * @param {Rows} q
   * @param {Rows} k
   * @param {Rows} v
   * @param {Visible} visible
   * @param {Tap} [tap]
   */
  attend(name, q, k, v, visible, tap) {
    const { h, d_model } = this.config;
    const d_k = d_model / h;
    const shape = [h, q.length, k.length];
    const scores = new Float32Array(h * q.length * k.length);
    const masked = new Float32Array(scores.length);
    const weights = new Float32Array(scores.length);
    const heads = q.map(() => new Float32Array(d_model));
    for (let head = 0, at = 0; head < h; head++) {
      const from = head * d_k,
        to = from + d_k;
      for (let query = 0; query < q.length; query++, at += k.length) {
        const asks = q[query],
          result = heads[query];
        for (let key = 0; key < k.length; key++) {
          const answers = k[key];
          let dot = 0; // Q Kᵀ
          for (let i = from; i < to; i++) dot += asks[i] * answers[i];
          scores[at + key] = dot / Math.sqrt(d_k);
          masked[at + key] = visible(query, key) ? scores[at + key] : Number.NEGATIVE_INFINITY;
          weights[at + key] = masked[at + key];
        }
        softmax(weights.subarray(at, at + k.length));
        for (let key = 0; key < k.length; key++) {
          const weight = weights[at + key],
            value = v[key];
          for (let i = from; i < to; i++) result[i] += weight * value[i];
        }
      }
    }
    if (tap) {
      for (const [letter, rows] of Object.entries({ q, k, v }))
        tap(`${name}.${letter}`, [h, rows.length, d_k], splitHeads(rows, h));
      tap(`${name}.scores`, shape, scores);
      tap(`${name}.visible`, [1, q.length, k.length], writeOut(visible, q.length, k.length));
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
   * @param {Rows} x
   * @param {Tap} [tap]
   */
  feedForward(name, x, tap) {
    const hidden = this.map(`${name}.W_1`, x).map((row) => row.map((value) => Math.max(0, value)));
    record(tap, `${name}.hidden`, hidden);
    return this.map(`${name}.W_2`, hidden);
  }

  /**
   * Add what a sub-layer found to what it was given, and normalize: LayerNorm(x + Sublayer(x)).
   *
   * @param {string} name
   * @param {Rows} x
   * @param {Rows} sublayer
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
   * Multiply by a matrix of weights; those of attention have no bias.
   *
   * @param {string} name
   * @param {Rows} x
   */
  map(name, x) {
    return this.linear(x, this.weights[`${name}.weight`], this.weights[`${name}.bias`]);
  }
}

/** @type {(row: Float32Array, gamma: Float32Array, beta: Float32Array) => Float32Array} */
function normalize(row, gamma, beta) {
  let mean = 0,
    variance = 0;
  for (const value of row) mean += value / row.length;
  for (const value of row) variance += (value - mean) ** 2 / row.length;
  const deviation = Math.sqrt(variance + EPSILON);
  return row.map((value, j) => ((value - mean) / deviation) * gamma[j] + beta[j]);
}

/** @type {(tap: Tap | undefined, name: string, rows: Rows) => void} */
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

/** @type {(visible: Visible, queries: number, keys: number) => Float32Array} */
const writeOut = (visible, queries, keys) =>
  Float32Array.from({ length: queries * keys }, (_, i) =>
    visible(Math.floor(i / keys), i % keys) ? 1 : 0,
  );
