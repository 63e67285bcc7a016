// From text to pieces and back: SentencePiece's BPE, from the vocabulary file that it wrote.

import { DamagedModel } from "./weights.js";

export const PAD = 0,
  UNK = 1,
  EOS = 2;
export const SPACE = "\u2581"; // how SentencePiece writes the space before a word

const NORMAL = 1,
  BYTE = 6; // kinds of pieces
const LONGEST = 32; // rules that SentencePiece looks at for one place of a text
// Quotes that NFKC leaves alone, and two signs that it takes for spaces.
const TYPED = /[\u2018-\u201f\u2581\ufffd]/g;
// Of a sentence, to its first letter.
const BEGINNING = /(?:^|[.!?…]\s)[^\p{L}\p{N}]*[\p{L}\p{N}]/gu;
// As Python's \s.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const WHITE = /[\s\x1c-\x1f\x85]+/g;
// Between a number and its exponent or base, as model/tokenizer.py; 5¹⁄₂ is a fraction.
const POWER = new RegExp(
  "(?<=[\\p{Nd})\\]])(?=[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ])(?![⁰¹²³⁴⁵⁶⁷⁸⁹]+[⁄/])" +
    "|(?<=[\\p{L}\\p{Nl}\\p{No}])(?=⁻[⁰¹²³⁴⁵⁶⁷⁸⁹])",
  "gu",
);
const BASE = /(?<=\p{Nd})(?=[₀₁₂₃₄₅₆₇₈₉])/gu;
const SCRIPTS = ["⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"];
const CURRENCY = /(?<![\p{L}\p{N}_])(?:usd|eur|gbp|chf|jpy|cad|aud|mxn)(?![\p{L}\p{N}_])/gu;
const LETTERS_A_PIECE = 2.5; // of a word that is no code
const NO_PLACE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * A piece of a text: its id, what was typed for it, which characters it covers, and how the
 * vocabulary writes it.
 *
 * @typedef {{id: number, surface: string, covered: string, piece: string}} Piece
 */

/**
 * One step of byte-pair encoding: the pieces after it, the place of the one that was made, and the
 * place of its merge in the order of learning.
 *
 * @typedef {{pieces: string[], joined: number, rank: number}} Merge
 */

/**
 * Return the text as the model knows it: one line, NFC, plain quotes, single spaces.
 *
 * @param {string} text
 */
export function normalize(text) {
  const plain = text.replace(TYPED, (sign) =>
    sign === SPACE || sign === "\ufffd" ? " " : sign < "\u201c" ? "'" : '"',
  );
  // Newlines are spaces; other control, format and surrogate characters have no place here.
  const clean = plain
    .replace(/\ufeff/g, "") // white to JavaScript only
    .replace(WHITE, " ")
    .replace(NO_PLACE, "")
    .normalize("NFC")
    .replace(/ +/g, " ")
    .trim();
  return keepValues(clean);
}

/**
 * Part the digits of a number from raised, lowered and circled ones and fractions beside it.
 *
 * @param {string} text
 */
function keepValues(text) {
  const characters = [...text.replace(POWER, "^").replace(BASE, "_")];
  return characters
    .map((right, i) => (i && wouldMerge(characters[i - 1], right) ? ` ${right}` : right))
    .join("");
}

/**
 * Whether NFKC makes one number of two characters that are none.
 *
 * @param {string} left
 * @param {string} right
 */
function wouldMerge(left, right) {
  if ([left, right].every((one) => /\p{Nd}/u.test(one) || one.normalize("NFKC") === one))
    return false;
  if (SCRIPTS.some((digits) => digits.includes(left) && digits.includes(right))) return false;
  return /[.0-9]$/.test(left.normalize("NFKC")) && /^\p{Nd}/u.test(right.normalize("NFKC"));
}

/**
 * Return a text in small letters but for the first one of each of its sentences, and money.
 *
 * @param {string} text
 */
export const sentenceCase = (text) =>
  text
    .toLowerCase()
    .replace(CURRENCY, (code) => code.toUpperCase())
    .replace(BEGINNING, (first) => first.toUpperCase());

/** The pieces of the vocabulary, and which ones a text is made of. */
export class Tokenizer {
  /**
   * @param {Uint8Array} file what SentencePiece wrote
   * @param {string[]} languages in the order of their start tokens
   */
  constructor(file, languages) {
    this.languages = languages;
    const { pieces, kinds, rules } = readVocabulary(file);
    this.pieces = pieces;
    this.kinds = kinds;
    this.rules = rules;
    this.firstPiece = EOS + 1 + languages.length;
    this.ids = new Map(pieces.map((piece, id) => [piece, id]));
    if (languages.some((language, i) => pieces[EOS + 1 + i] !== `<2${language}>`))
      throw new DamagedModel("the vocabulary belongs to other languages");
    // Only these come of merging: ids rise with the order of learning.
    this.merged = new Map([...this.ids].filter(([, id]) => kinds[id] === NORMAL));
    this.bytes = new Map([...this.ids].filter(([, id]) => kinds[id] === BYTE));
  }

  /**
   * The start token that asks the decoder for a language.
   *
   * @param {string} language
   */
  start(language) {
    return EOS + 1 + this.languages.indexOf(language);
  }

  /**
   * Whether a text is a sentence or a word in capitals; one of codes, such as NASA, is not.
   *
   * @param {string} text
   */
  isShouted(text) {
    if (!/\p{Uppercase}/u.test(text) || /[\p{Lowercase}\p{Lt}]/u.test(text)) return false;
    if ((text.match(/\p{L}/gu) ?? []).length < 4) return false;
    const found = text.match(/[\p{L}\p{Nl}\p{No}]{2,}/gu) ?? [];
    const count = found.filter((word) => this.isWord(word)).length;
    return 2 * count >= Math.max(1, found.length) || /[.!?…]\n?$/.test(text);
  }

  /**
   * Whether a word rather than a code: long, or of few pieces in small letters.
   *
   * @param {string} capitals
   */
  isWord(capitals) {
    const pieces = this.encode(capitals.toLowerCase()).length;
    return pieces === 1 || [...capitals].length >= Math.min(8, LETTERS_A_PIECE * pieces);
  }

  /**
   * Cut a text: the id of each piece, and what the person typed for it.
   *
   * A space belongs to the piece after it. Where one typed character became several pieces, as "½"
   * does, nobody typed any of them: each is given as the characters that it covers.
   *
   * @param {string} text
   * @returns {Piece[]}
   */
  encode(text) {
    const typed = [...normalize(text)];
    const { characters, origin } = this.characters(typed);
    /** @type {Piece[]} */
    const result = [];
    let from = 0;
    for (const piece of this.merge(characters)) {
      const to = from + [...piece].length;
      const id = this.merged.get(piece);
      const covered = piece.replaceAll(SPACE, " ");
      const part = from === 0 && covered.startsWith(" ") ? covered.slice(1) : covered;
      const said = typed.slice(origin[from], origin[to]).join("");
      const surface = said.normalize("NFKC") === part ? said : part;
      if (id !== undefined) result.push({ id, surface, covered: piece, piece });
      // Of a character in bytes the first one has all of it, the next ones nothing.
      else
        bytesOf(piece).forEach((name, i) => {
          const id = this.bytes.get(name) ?? UNK;
          result.push({ id, surface: i ? "" : surface, covered: i ? "" : piece, piece: name });
        });
      from = to;
    }
    return result;
  }

  /**
   * The characters that pieces are cut from: NFKC by the rules of the file, a low line before each
   * word; and for each one, and for the end, the place in the text where it comes from.
   *
   * @param {string[]} typed
   */
  characters(typed) {
    const bytes = new TextEncoder().encode(typed.join(""));
    const placeOf = typed.flatMap((one, i) => Array(new TextEncoder().encode(one).length).fill(i));
    /** @type {string[]} */
    const characters = [SPACE];
    const origin = [0];
    for (let at = 0; at < bytes.length; ) {
      const { written, length } = this.rules.apply(bytes, at);
      for (const one of written) {
        if (one === " " && characters.at(-1) === SPACE) {
          if (characters.length === 1) origin[0] = placeOf[at + length] ?? typed.length;
          continue;
        }
        characters.push(one === " " ? SPACE : one);
        origin.push(placeOf[at]);
      }
      at += length;
    }
    let end = typed.length;
    while (characters.at(-1) === SPACE) {
      characters.pop();
      end = origin.pop() ?? 0;
    }
    return { characters, origin: [...origin, end] };
  }

  /**
   * Join the pair whose merge was learned first, the left one of equals, until none is left.
   *
   * @param {string[]} characters
   */
  merge(characters) {
    let pieces = characters;
    for (const step of this.merges(characters)) ({ pieces } = step);
    return pieces;
  }

  /**
   * The same, step by step; all steps change one list of pieces.
   *
   * @param {string[]} characters
   * @returns {Generator<Merge>}
   */
  *merges(characters) {
    const pieces = [...characters];
    while (true) {
      let best = this.pieces.length,
        joined = -1;
      for (let i = 0; i + 1 < pieces.length; i++) {
        const id = this.merged.get(pieces[i] + pieces[i + 1]);
        if (id !== undefined && id < best) [best, joined] = [id, i];
      }
      if (joined < 0) return;
      pieces.splice(joined, 2, pieces[joined] + pieces[joined + 1]);
      yield { pieces, joined, rank: best - this.firstPiece };
    }
  }

  /**
   * Return the text of some ids; special tokens vanish.
   *
   * @param {number[]} ids
   */
  decode(ids) {
    /** @type {number[]} */
    const bytes = [];
    for (const id of ids.filter((id) => id >= this.firstPiece))
      if (this.kinds[id] === BYTE) bytes.push(Number.parseInt(this.pieces[id].slice(3, 5), 16));
      else bytes.push(...new TextEncoder().encode(this.pieces[id].replaceAll(SPACE, " ")));
    return new TextDecoder("utf-8", { ignoreBOM: true })
      .decode(Uint8Array.from(bytes))
      .replace(/^ /, "");
  }
}

/**
 * The pieces of the bytes that write some characters.
 *
 * @param {string} text
 */
export const bytesOf = (text) =>
  [...new TextEncoder().encode(text)].map(
    (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
  );

/** SentencePiece's rules of normalization: a trie of what is replaced, and by what. */
class Rules {
  /** @param {Uint8Array} map its length, the trie, then the replacements, each ended by a zero */
  constructor(map) {
    const view = new DataView(map.buffer, map.byteOffset, map.byteLength);
    const size = view.getUint32(0, true);
    this.units = Uint32Array.from({ length: size / 4 }, (_, i) => view.getUint32(4 + 4 * i, true));
    this.texts = map.subarray(4 + size);
  }

  /**
   * Apply the rule for the longest beginning of what is left; one character stays without any.
   *
   * @param {Uint8Array} bytes
   * @param {number} at
   * @returns {{written: string, length: number}}
   */
  apply(bytes, at) {
    let node = 0,
      length = 0,
      rule = -1;
    node ^= offset(this.units[0]);
    for (let i = at, found = 0; i < bytes.length && found < LONGEST; i++) {
      node ^= bytes[i];
      const unit = this.units[node];
      if ((unit & 0x800000ff) >>> 0 !== bytes[i]) break;
      node ^= offset(unit);
      if ((unit >>> 8) & 1) {
        rule = this.units[node] & 0x7fffffff;
        length = i + 1 - at;
        found++;
      }
    }
    if (rule < 0) {
      length = 1;
      while ((bytes[at + length] & 0xc0) === 0x80) length++;
      return { written: new TextDecoder().decode(bytes.subarray(at, at + length)), length };
    }
    const end = this.texts.indexOf(0, rule);
    return { written: new TextDecoder().decode(this.texts.subarray(rule, end)), length };
  }
}

/** @type {(unit: number) => number} */
const offset = (unit) => (unit >>> 10) << ((unit & (1 << 9)) >>> 6);

/**
 * Read the fields of a protocol buffer that are needed here.
 *
 * @param {Uint8Array} file
 */
function readVocabulary(file) {
  /** @type {string[]} */
  const pieces = [];
  /** @type {number[]} */
  const kinds = [];
  let rules = new Uint8Array(4);
  for (const [field, value] of fields(file))
    if (field === 1 && value instanceof Uint8Array) {
      const piece = new Map(fields(value));
      pieces.push(new TextDecoder().decode(/** @type {Uint8Array} */ (piece.get(1))));
      kinds.push(Number(piece.get(3) ?? NORMAL));
    } else if (field === 3 && value instanceof Uint8Array)
      rules = /** @type {Uint8Array<ArrayBuffer>} */ (new Map(fields(value)).get(2) ?? rules);
  return { pieces, kinds, rules: new Rules(rules) };
}

/**
 * The fields of a message: their numbers, each with an integer or with bytes.
 *
 * @param {Uint8Array} message
 * @returns {Generator<[number, number | Uint8Array]>}
 */
function* fields(message) {
  let at = 0;
  const integer = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      value += (message[at] & 127) * factor;
      if (at >= message.length) throw new DamagedModel("not a vocabulary of SentencePiece");
      if (message[at++] < 128) return value;
    }
  };
  while (at < message.length) {
    const key = integer(),
      field = Math.floor(key / 8);
    if (key % 8 === 0) yield [field, integer()];
    else {
      const length = { 1: 8, 2: -1, 5: 4 }[key % 8];
      if (!length) throw new DamagedModel("not a vocabulary of SentencePiece");
      const size = length < 0 ? integer() : length;
      yield [field, message.subarray(at, at + size)];
      at += size;
    }
  }
}
