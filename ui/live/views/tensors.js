// What pages make of the tensors of a reading before a view draws them.

import { EOS, SPACE } from "../engine/tokenizer.js";

/** @import { Reading, Token } from "../engine/reading.js" */
/** @import { Tokenizer } from "../engine/tokenizer.js" */
/** @import { Tensor } from "../engine/transformer.js" */

export const ATTENTIONS = {
  encoder: "encoder.layers.{}.self_attention",
  decoder: "decoder.layers.{}.self_attention",
  cross: "decoder.layers.{}.cross_attention",
};

/** @typedef {keyof typeof ATTENTIONS} Attention */

/**
 * What the site tells of the model and of the language of its pages.
 *
 * @typedef {{names: Record<string, string>,
 *   opens: Record<string, {address: string, title: string}>,
 *   texts: Record<string, Record<string, string>>, pronouns: Record<string, string[]>,
 *   directions: string[] | null, alignment: Alignment | null,
 *   scenes: {title: string, text: [string, boolean][][]}[], film: Film | null}} Site
 */

/**
 * What the model said of one sentence while it was trained, after so many steps.
 *
 * @typedef {{sentence: string, said: [step: number, text: string][]}} Film
 */

/**
 * How well each head aligns words, as it was measured (alignment.json).
 *
 * @typedef {{layer: number, head: number | null, shift: string, mean: number}} AlignmentRow
 * @typedef {{rows: AlignmentRow[], best: AlignmentRow,
 *   sentences: Record<string, number>}} Alignment
 */

/**
 * A tensor as views read it: its numbers in base 64.
 *
 * @param {Tensor} tensor
 * @returns {SentTensor}
 */
export function pack({ shape, values }) {
  const bytes = new Uint8Array(Float32Array.from(values).buffer);
  let letters = "";
  for (let at = 0; at < bytes.length; at += 4096)
    letters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return { shape, data: btoa(letters) };
}

/**
 * One tensor of all layers, layers first: `{}` in the name stands for the layer's number.
 *
 * @param {Record<string, Tensor>} trace
 * @param {string} pattern
 * @returns {Tensor}
 */
export function stack(trace, pattern) {
  /** @type {Tensor[]} */
  const layers = [];
  while (pattern.replace("{}", `${layers.length}`) in trace)
    layers.push(trace[pattern.replace("{}", `${layers.length}`)]);
  return join(layers);
}

/**
 * Tensors of one shape as one, along a new first axis.
 *
 * @param {Tensor[]} tensors
 * @returns {Tensor}
 */
export function join(tensors) {
  const size = tensors[0].values.length;
  const values = new Float32Array(tensors.length * size);
  tensors.forEach((one, i) => {
    values.set(one.values, i * size);
  });
  return { shape: [tensors.length, ...tensors[0].shape], values };
}

/**
 * Some places of an axis, in their order.
 *
 * @param {Tensor} tensor
 * @param {number} axis
 * @param {number[]} places
 * @returns {Tensor}
 */
export function take({ shape, values }, axis, places) {
  const inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const outer = shape.slice(0, axis).reduce((a, b) => a * b, 1);
  const result = new Float32Array(outer * places.length * inner);
  for (let o = 0; o < outer; o++)
    places.forEach((place, i) => {
      const from = (o * shape[axis] + place) * inner;
      result.set(values.subarray(from, from + inner), (o * places.length + i) * inner);
    });
  return {
    shape: [...shape.slice(0, axis), places.length, ...shape.slice(axis + 1)],
    values: result,
  };
}

/**
 * Some rows of a matrix.
 *
 * @param {Tensor} matrix
 * @param {number[]} places
 * @returns {Tensor}
 */
export const rows = (matrix, places) => take(matrix, 0, places);

/**
 * A vector as the view of strips takes it.
 *
 * @param {string} name
 * @param {Tensor} vector
 * @param {string | null} [role]
 * @param {string} [note]
 */
export const strip = (name, { values }, role = null, note = "") => ({
  name,
  vector: pack({ shape: [values.length], values }),
  norm: Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)),
  role,
  note,
});

/**
 * Vectors below each other; `common` if one scale serves all.
 *
 * @param {ReturnType<typeof strip>[]} rows
 * @param {string} label
 * @param {boolean} [common]
 */
export const strips = (rows, label, common = true) => ({ rows, label, common, component: null });

/**
 * The ids of a translation, with the end token if it has one.
 *
 * @param {Reading} reading
 */
export const saidIds = ({ target_ids, output }) =>
  output.length === target_ids.length ? [...target_ids.slice(1), EOS] : target_ids.slice(1);

/**
 * A token of the vocabulary on its own.
 *
 * @param {Tokenizer} tokenizer
 * @param {number} id
 */
export function tokenData({ pieces, firstPiece }, id) {
  const piece = pieces[id],
    special = id < firstPiece;
  const text = (piece.startsWith(SPACE) ? piece.slice(1) : piece) || SPACE;
  return { text, special, joined: !special && !piece.startsWith(SPACE) };
}

/**
 * The numbers from 0 up to an end.
 *
 * @param {number} end
 * @param {number} [step]
 */
export const range = (end, step = 1) =>
  Array.from({ length: Math.ceil(end / step) }, (_, i) => i * step);

/**
 * What a function makes of each row of the last axis.
 *
 * @param {Tensor} tensor
 * @param {(row: Float32Array) => number} make
 * @returns {Tensor}
 */
export function ofRows({ shape, values }, make) {
  const width = shape[shape.length - 1];
  const rows = range(values.length / width);
  return {
    shape: shape.slice(0, -1),
    values: Float32Array.from(rows, (i) => make(values.subarray(i * width, (i + 1) * width))),
  };
}

/**
 * Append the mean along an axis: after the last head, or after the last layer.
 *
 * @param {Tensor} tensor
 * @param {number} axis
 * @returns {Tensor}
 */
export function withMean(tensor, axis) {
  const { shape, values } = tensor;
  const inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const count = shape[axis];
  const result = take(tensor, axis, [...range(count), 0]);
  for (let o = 0; o < values.length / (count * inner); o++)
    for (let i = 0; i < inner; i++) {
      let sum = 0;
      for (let c = 0; c < count; c++) sum += values[(o * count + c) * inner + i];
      result.values[(o * (count + 1) + count) * inner + i] = sum / count;
    }
  return result;
}

/**
 * Divide each row by its sum; a row of zeros stays as it is.
 *
 * @param {Tensor} tensor
 * @returns {Tensor}
 */
export function shares({ shape, values }) {
  const width = shape[shape.length - 1];
  const result = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += width) {
    let total = 0;
    for (let i = at; i < at + width; i++) total += values[i];
    if (total > 0) for (let i = at; i < at + width; i++) result[i] = values[i] / total;
  }
  return { shape, values: result };
}

/**
 * The entropy of a row in bits.
 *
 * @param {Float32Array} row
 */
export const entropy = (row) => row.reduce((sum, p) => (p > 0 ? sum - p * Math.log2(p) : sum), 0);

/**
 * Whether a token is a part of a word.
 *
 * @param {Token} token
 */
const isPartOfWord = (token) => !token.special && /\p{L}/u.test(token.text);

/**
 * The words of a sentence by the places where they begin: pieces joined, no signs.
 *
 * @param {Token[]} tokens
 */
function words(tokens) {
  /** @type {Map<number, string>} */
  const found = new Map();
  let start = -1;
  tokens.forEach((token, place) => {
    if (!isPartOfWord(token)) start = -1;
    else if (token.joined && start >= 0) found.set(start, found.get(start) + token.text);
    else {
      start = place;
      found.set(start, token.text);
    }
  });
  return new Map([...found].map(([place, text]) => [place, fromBytes(text)]));
}

/**
 * A text of joined pieces in which bytes are the characters that they write.
 *
 * @param {string} text
 */
export const fromBytes = (text) =>
  text.replace(/(?:<0x[0-9A-F]{2}>)+/g, (run) =>
    new TextDecoder().decode(
      Uint8Array.from(run.match(/[0-9A-F]{2}(?=>)/g) ?? [], (byte) => Number.parseInt(byte, 16)),
    ),
  );

/**
 * The place of the word to look at first: a pronoun with words before it, or the longest word.
 *
 * @param {Token[]} tokens
 * @param {string[]} pronouns of their language
 */
export function tellingWord(tokens, pronouns) {
  const all = [...words(tokens)];
  const pronoun = all.slice(1).find(([, text]) => pronouns.includes(text.toLowerCase()));
  if (pronoun) return pronoun[0];
  return longest(all) ?? 0;
}

/** The place of the first one of the longest words. @param {[number, string][]} all */
function longest(all) {
  const length = (/** @type {string} */ text) => [...text].length;
  const most = Math.max(...all.map(([, text]) => length(text)), 0);
  return all.find(([, text]) => length(text) === most)?.[0];
}

/**
 * The place of the longest word that is one token; of the longest if none is.
 *
 * @param {Token[]} tokens
 */
export function longestWholeWord(tokens) {
  const all = words(tokens);
  const whole = [...all].filter(([place]) => {
    const next = tokens[place + 1];
    return !next?.joined || all.has(place + 1) || !isPartOfWord(next);
  });
  return longest(whole) ?? longest([...all]) ?? 0;
}

const LONG = 4; // letters from which on a word mostly has a meaning of its own

/**
 * The head of a layer in which a word reads another word most: one further away.
 *
 * Neighbours count only where no head reads anything else most; so do short words, which mostly
 * mean little. Then signs count, and last what no head reads most.
 *
 * @param {Reading} reading
 * @param {Attention} attention
 * @param {number} layer
 * @param {Site} site
 */
export function tellingHead(reading, attention, layer, site) {
  const [queries, keys] = axes(reading, attention);
  const from = attention === "encoder" ? (reading.from ?? "") : reading.language;
  const place = tellingWord(queries, site.pronouns[from] ?? []);
  const { shape, values } =
    reading.trace[`${ATTENTIONS[attention].replace("{}", `${layer}`)}.weights`];
  const rows = range(shape[0]).map((head) => {
    const at = (head * shape[1] + place) * shape[2];
    return values.subarray(at, at + shape[2]);
  });
  const where = rows.map((row) => row.indexOf(Math.max(...row)));
  const worths = worthReading(keys, attention, place);
  for (const worth of worths) {
    const found = rows.map((row, head) => (worth[where[head]] ? row[where[head]] : -1));
    if (Math.max(...found) >= 0) return found.indexOf(Math.max(...found));
  }
  const last = worths[worths.length - 1];
  const most = rows.map((row) => Math.max(...row.map((value, key) => (last[key] ? value : 0))));
  return most.indexOf(Math.max(...most));
}

/** @type {(keys: Token[], attention: Attention, place: number) => boolean[][]} */
function worthReading(keys, attention, place) {
  const lettered = keys.map(isPartOfWord);
  const typed = keys.map((token) => !token.special);
  if (attention === "cross") return [lettered, typed];
  const begins = words(keys);
  const far = lettered.map((one, key) => one && Math.abs(key - place) > 1);
  return [
    far.map((one, key) => one && [...(begins.get(key) ?? "")].length >= LONG),
    far,
    lettered.map((one, key) => one && key !== place),
    typed.map((one, key) => one && key !== place),
  ];
}

/**
 * The tokens that ask and the tokens that answer in one of the attentions.
 *
 * @param {Reading} reading
 * @param {Attention} attention
 */
export const axes = (reading, attention) => [
  // The translation is asked for only where it is needed: it may not be there yet.
  attention === "encoder" ? reading.source : reading.target,
  attention === "decoder" ? reading.target : reading.source,
];
