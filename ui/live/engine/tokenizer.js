// From text to pieces and back: byte-pair encoding (section 5.1), as SentencePiece does it.

import { DamagedModel } from "./weights.js";

export const UNK = 1,
  EOS = 2; // 0 pads batches in model/
export const SPACE = "\u2581"; // how SentencePiece writes the space before a word

const NORMAL = 1,
  BYTE = 6; // kinds of pieces in SentencePiece's file
const MOST_RULES = 32; // that SentencePiece considers at one place of a text
// Quotes that NFKC leaves alone, and two characters that SentencePiece reads as spaces.
const TYPED = /[\u2018-\u201f\u2581\ufffd]/g;
// Of a sentence, to its first letter or digit.
// biome-ignore lint/suspicious/noControlCharactersInRegex: what Python's \s matches
const BEGINNING = /(?:^|[.!?…](?!\ufeff)[\s\x1c-\x1f\x85])[^\p{L}\p{N}]*[\p{L}\p{N}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what Python's \s matches
const WHITE = /[\s\x1c-\x1f\x85]+/g;
// The gap before the exponent in 10⁵, 10⁻⁵ and s⁻¹, or the base in 10₂; 5¹⁄₂ is a fraction.
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹",
  LOWERED = "₀₁₂₃₄₅₆₇₈₉";
const POWER = new RegExp(
  `(?<=[\\p{Nd})\\]])(?=[⁺⁻]?[${RAISED}ⁿ])(?![${RAISED}]+[⁄/])` +
    `|(?<=[\\p{L}\\p{Nl}\\p{No}])(?=⁻[${RAISED}])`,
  "gu",
);
const BASE = new RegExp(`(?<=\\p{Nd})(?=[${LOWERED}])`, "gu");
const CURRENCY = /(?<![\p{L}\p{N}_])(?:usd|eur|gbp|chf|jpy|cad|aud|mxn)(?![\p{L}\p{N}_])/gu;
const CHARACTERS_PER_PIECE = 2.5; // at least, in a word that is not an abbreviation
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * A piece of a text: its id, the typed characters that it stands for, the normalized characters
 * that it covers, and how the vocabulary writes it.
 *
 * @typedef {{id: number, surface: string, covered: string, piece: string}} Piece
 */

/**
 * One step of byte-pair encoding: the pieces after it, the index of the piece that it made, and the
 * rank of its merge rule; a lower rank was learned earlier.
 *
 * @typedef {{pieces: string[], joined: number, rank: number}} Merge
 */

/**
 * Return the text as the model reads it: one line, NFC, ASCII quotes, single spaces.
 *
 * @param {string} text
 */
export function normalize(text) {
  const plain = text.replace(TYPED, (sign) =>
    sign === SPACE || sign === "\ufffd" ? " " : sign < "\u201c" ? "'" : '"',
  );
  // Newlines become spaces; other control, format and surrogate characters are dropped.
  const clean = plain
    .replace(/\ufeff/g, "") // white space in JavaScript only
    .replace(WHITE, " ")
    .replace(CONTROLS, "")
    .normalize("NFC")
    .replace(/ +/g, " ")
    .trim();
  return separateDigits(clean);
}

/**
 * Separate digits from raised, lowered or circled ones and fractions beside them.
 *
 * SentencePiece applies NFKC, which would turn 10⁵ into 105; so 10⁵ becomes 10^⁵ here.
 *
 * @param {string} text
 */
function separateDigits(text) {
  const characters = [...text.replace(POWER, "^").replace(BASE, "_")];
  return characters
    .map((right, i) => (i && wouldMergeDigits(characters[i - 1], right) ? ` ${right}` : right))
    .join("");
}

/**
 * Whether NFKC would make one number of two characters that are not one.
 *
 * @param {string} left
 * @param {string} right
 */
function wouldMergeDigits(left, right) {
  if ([left, right].every((one) => /\p{Nd}/u.test(one) || one.normalize("NFKC") === one))
    return false;
  if ([RAISED, LOWERED].some((digits) => digits.includes(left) && digits.includes(right)))
    return false;
  return /[.0-9]$/.test(left.normalize("NFKC")) && /^\p{Nd}/u.test(right.normalize("NFKC"));
}

/**
 * Return a text in lower case; beginnings of sentences and codes of currencies stay capitalized.
 *
 * @param {string} text
 */
export const sentenceCase = (text) =>
  text
    .toLowerCase()
    .replace(CURRENCY, (code) => code.toUpperCase())
    .replace(BEGINNING, (first) => first.toUpperCase());

/** A SentencePiece vocabulary: splits a text into its pieces, and joins them again. */
export class Tokenizer {
  /**
   * @param {Uint8Array} file SentencePiece's model file
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
    // Only normal pieces are made by merging; their ids rise with the order of learning.
    this.merged = new Map([...this.ids].filter(([, id]) => kinds[id] === NORMAL));
    this.bytes = new Map([...this.ids].filter(([, id]) => kinds[id] === BYTE));
  }

  /**
   * Return the id of a language's start token, the decoder's first input.
   *
   * @param {string} language code of the language to translate into
   */
  start(language) {
    return EOS + 1 + this.languages.indexOf(language);
  }

  /**
   * Whether a text is a sentence or word typed all in capitals, rather than abbreviations.
   *
   * It must have no lower-case letter, and at least four letters. Besides, at least half of its
   * words must not be abbreviations such as NASA, or it must end with . ! ? or ….
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
   * Whether capitals are a word, no abbreviation: long, or few pieces in lower case.
   *
   * @param {string} capitals
   */
  isWord(capitals) {
    const pieces = this.encode(capitals.toLowerCase()).length;
    return pieces === 1 || [...capitals].length >= Math.min(8, CHARACTERS_PER_PIECE * pieces);
  }

  /**
   * Split a text into pieces; each knows the typed characters that it stands for.
   *
   * A space belongs to the piece after it. Where NFKC turns one typed character into several
   * pieces, as "½" into "1⁄2", no typed character belongs to one piece: each piece is given as the
   * characters that it covers.
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
      const own = typed.slice(origin[from], origin[to]).join("");
      const surface = own.normalize("NFKC") === part ? own : part;
      if (id !== undefined) result.push({ id, surface, covered: piece, piece });
      // Of the bytes of a character, the first covers all of it, the others nothing.
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
   * Normalize a text as SentencePiece does: NFKC by the rules of its file, and ▁ before each word.
   *
   * @param {string[]} typed characters of the text, after `normalize`
   * @returns the characters; and the place in `typed` where each of them, and the end, comes from
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
   * Return the pieces that byte-pair encoding makes of characters.
   *
   * @param {string[]} characters
   */
  merge(characters) {
    let pieces = characters;
    for (const step of this.merges(characters)) ({ pieces } = step);
    return pieces;
  }

  /**
   * Replay byte-pair encoding: each step joins the two neighbours whose merge was learned first,
   * the leftmost of equal pairs, until no pair makes a piece of the vocabulary.
   *
   * @param {string[]} characters
   * @returns {Generator<Merge>} all steps share one list of pieces, which the next step changes
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
   * Return the text of ids; special tokens are left out.
   *
   * @param {number[]} ids
   */
  decode(ids) {
    /** @type {number[]} */
    const bytes = [];
    for (const id of ids.filter((id) => id >= this.firstPiece))
      if (this.kinds[id] === BYTE) bytes.push(Number.parseInt(this.pieces[id].slice(3, 5), 16));
      else {
        const text = this.pieces[id].replaceAll(SPACE, " ");
        bytes.push(...new TextEncoder().encode(bytes.length ? text : text.replace(/^ +/, "")));
      }
    return charactersOf(Uint8Array.from(bytes));
  }
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Return the text of bytes: a byte that is part of no character becomes "\ufffd".
 * @type {(bytes: Uint8Array) => string} */
function charactersOf(bytes) {
  try {
    return UTF_8.decode(bytes);
  } catch {
    // A character has at most four bytes: the text before the fault is whole, or one byte is lost.
    for (let end = bytes.length - 1; end > 0; end--)
      try {
        return UTF_8.decode(bytes.subarray(0, end)) + charactersOf(bytes.subarray(end));
      } catch {}
    return `\ufffd${charactersOf(bytes.subarray(1))}`;
  }
}

/** Return the byte pieces of a text: "é" gives "<0xC3>" and "<0xA9>".
 * @type {(text: string) => string[]} */
export const bytesOf = (text) =>
  [...new TextEncoder().encode(text)].map(
    (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
  );

/** SentencePiece's rules of normalization: a trie of what is replaced, and the replacements. */
class Rules {
  /** @param {Uint8Array} map the trie's length, the trie, the replacements, each ended by a zero */
  constructor(map) {
    const view = new DataView(map.buffer, map.byteOffset, map.byteLength);
    const size = view.getUint32(0, true);
    this.units = Uint32Array.from({ length: size / 4 }, (_, i) => view.getUint32(4 + 4 * i, true));
    this.texts = map.subarray(4 + size);
  }

  /**
   * Apply the rule for the longest match at a place; without a match, one character stays as it is.
   *
   * @param {Uint8Array} bytes of the text
   * @param {number} at the place, in bytes
   * @returns {{written: string, length: number}} the replacement, and how many bytes it replaces
   */
  apply(bytes, at) {
    let node = 0,
      length = 0,
      rule = -1;
    node ^= offset(this.units[0]);
    for (let i = at, found = 0; i < bytes.length && found < MOST_RULES; i++) {
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

/** The distance from a node of the trie to its children. @type {(unit: number) => number} */
const offset = (unit) => (unit >>> 10) << ((unit & (1 << 9)) >>> 6);

/**
 * Read SentencePiece's model file, a protocol buffer: its pieces, their kinds, and the rules.
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
 * Yield the fields of a protocol-buffer message: each one's number, and its integer or bytes.
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
