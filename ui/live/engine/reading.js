// A reading: one sentence, what the model said of it, and everything it computed on the way.

import { loadKernel, plainLinear, roomFor } from "./linear.js";
import { beamSearch, path, ranking } from "./search.js";
import { EOS, normalize, SPACE, sentenceCase, Tokenizer, UNK } from "./tokenizer.js";
import { Transformer } from "./transformer.js";
import { layOut } from "./weights.js";

/** @import { Candidate } from "./search.js" */
/** @import { Piece } from "./tokenizer.js" */
/** @import { Config, Tensor } from "./transformer.js" */

export const MAX_PIECES = 128; // of a source, without its end token

/**
 * A token as the screen shows it: the typed characters, or the piece of a translation; whether it
 * continues the previous token's word; whether it is special, such as the end token; whether the
 * vocabulary knows it; and its language for screen readers.
 *
 * @typedef {{text: string, joined: boolean, special: boolean, known: boolean,
 *   lang: string | null}} Token
 */

/**
 * What `Glass.read` returns: the sentence as typed and as the model reads it, both languages, the
 * tokens of source, decoder input and output, the translation, all hypotheses that ended, the steps
 * of the search, ids, whether the text was truncated, and every tensor by its name.
 *
 * @typedef {{typed: string, text: string, from: string | null, language: string,
 *   source: Token[], target: Token[], output: Token[],
 *   translation: string, hypotheses: Candidate[], steps: Candidate[][], source_ids: number[],
 *   target_ids: number[], truncated: boolean, trace: Record<string, Tensor>}} Reading
 */

/**
 * Settings of a search; `from` is the language of the sentence, for screen readers.
 *
 * @typedef {{from?: string | null, width?: number, alpha?: number, prefix?: number[]}} Search
 */

/**
 * A model's files as storage.py writes them, and the kernel.
 *
 * @typedef {{config: Config, weights: Uint8Array, vocabulary: Uint8Array,
 *   kernel: Uint8Array}} Files
 */

/**
 * Open a model of which all bytes are there.
 *
 * @param {Files} files
 */
export async function load(files) {
  const { glass, fill } = await openModel(files);
  fill(files.weights.length);
  return glass;
}

/**
 * Open a model while its weights are arriving; their header must have arrived.
 *
 * `fill` reads the weights that have arrived since, and returns the names of those still to come.
 * Without SIMD, or where rows are no multiple of four numbers, plain loops take the kernel's place.
 *
 * @param {Files} files
 */
export async function openModel({ config, weights: bytes, vocabulary, kernel }) {
  const tokenizer = new Tokenizer(vocabulary, config.languages);
  const room = roomFor(Math.max(config.vocab_size, config.d_ff, config.d_model));
  const { memory, weights, fill } = layOut(bytes, room);
  const inFours = config.d_model % 4 === 0 && config.d_ff % 4 === 0;
  const fast = inFours && WebAssembly.validate(/** @type {BufferSource} */ (kernel));
  const linear = fast ? await loadKernel(memory, kernel, room) : plainLinear;
  const glass = new Glass(new Transformer(config, weights, linear), tokenizer);
  return { glass, weights, fill };
}

/** A trained model and its vocabulary. */
export class Glass {
  /**
   * @param {Transformer} network
   * @param {Tokenizer} tokenizer
   */
  constructor(network, tokenizer) {
    this.network = network;
    this.tokenizer = tokenizer;
  }

  /**
   * Translate a sentence, then record one pass over it and its translation.
   *
   * @param {string} text a sentence; of more than 128 pieces, the first 128 are read
   * @param {string} to code of the language to translate into
   * @param {Search} [search]
   * @returns {Reading}
   */
  read(text, to, search = {}) {
    const source = this.source(text, search.from ?? null);
    const steps = this.search(source.ids, to, search);
    const hypotheses = ranking(steps, search.alpha ?? 0.6);
    const output = path(hypotheses[0]).map(({ token }) => token);
    return { ...this.record(source, to, output), from: search.from ?? null, hypotheses, steps };
  }

  /**
   * Return the candidates that a beam search considers at each step.
   *
   * @param {number[]} source ids, the end token included
   * @param {string} to
   * @param {Search} [search]
   */
  search(source, to, { width = 4, prefix = [] } = {}) {
    return [...beamSearch(this.network, source, this.tokenizer.start(to), width, prefix)];
  }

  /**
   * Return a sentence as the encoder reads it: at most 128 pieces, and the end token.
   *
   * @param {string} typed
   * @param {string | null} language of the sentence, for screen readers
   */
  source(typed, language) {
    const text = this.tokenizer.isShouted(typed) ? sentenceCase(typed) : typed;
    const pieces = this.tokenizer.encode(text),
      some = pieces.slice(0, MAX_PIECES);
    const end = { text: "</s>", joined: false, special: true, known: true, lang: null };
    return {
      typed,
      text: normalize(text),
      ids: [...some.map(({ id }) => id), EOS],
      tokens: [...some.map((piece, place) => sourceToken(piece, place, language)), end],
      truncated: pieces.length > MAX_PIECES,
    };
  }

  /**
   * Return the tokens of a translation.
   *
   * @param {number[]} ids
   * @param {string | null} language of the translation, for screen readers
   * @returns {Token[]}
   */
  targetTokens(ids, language) {
    return ids.map((id, place) => {
      const piece = this.tokenizer.pieces[id];
      return {
        text: withoutSpace(piece) || SPACE,
        joined: !piece.startsWith(SPACE) && place > 0 && id !== EOS,
        special: id === EOS,
        known: id !== UNK,
        lang: id === EOS ? null : language,
      };
    });
  }

  /**
   * Record one pass over a sentence and its finished translation (teacher forcing).
   *
   * Row t of every target-side tensor is what step t of the search computed, because no position
   * attends to later ones: one pass shows all steps.
   *
   * @param {{typed: string, text: string, ids: number[], tokens: Token[],
   *   truncated: boolean}} source
   * @param {string} to
   * @param {number[]} output ids of the translation, with the end token if it was reached
   * @param {boolean} [masked] whether the decoder has its causal mask
   */
  record(source, to, output, masked = true) {
    const before = output.at(-1) === EOS ? output.slice(0, -1) : output;
    const target = [this.tokenizer.start(to), ...before]; // shifted right by one (Figure 1)
    /** @type {Record<string, Tensor>} */
    const trace = {};
    /** @type {(name: string, shape: number[], values: Float32Array) => void} */
    const tap = (name, shape, values) => {
      trace[name] = { shape, values };
    };
    const memory = this.network.encode(source.ids, tap);
    this.network.project(this.network.decode(target, memory, { tap, masked }), tap);
    const start = this.tokenizer.pieces[target[0]];
    return {
      typed: source.typed,
      text: source.text,
      language: to,
      source: source.tokens,
      target: [
        { text: start, joined: false, special: true, known: true, lang: null },
        ...this.targetTokens(target.slice(1), to),
      ],
      output: this.targetTokens(output, to),
      translation: this.tokenizer.decode(output),
      source_ids: source.ids,
      target_ids: target,
      truncated: source.truncated,
      trace,
    };
  }
}

/** @type {(piece: string) => string} */
const withoutSpace = (piece) => (piece.startsWith(SPACE) ? piece.slice(1) : piece);

/** @type {(piece: Piece, place: number, lang: string | null) => Token} */
const sourceToken = ({ id, surface, piece }, place, lang) => ({
  text: /^<0x..>$/.test(piece) ? piece : surface.trim() || withoutSpace(piece) || SPACE,
  joined: !piece.startsWith(SPACE) && place > 0,
  special: false,
  known: id !== UNK,
  lang,
});
