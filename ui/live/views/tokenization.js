// What the views of tokenization are given: the same as pages/input/tokenization sends.

import { t, tn } from "../../views/library/messages.js";
import { whole } from "../../views/library/numbers.js";
import { bytesOf, EOS, normalize, SPACE, sentenceCase, UNK } from "../engine/tokenizer.js";
import { placeOf } from "./attention.js";
import { changes } from "./normalization.js";
import { range } from "./tensors.js";

/** @import { Glass, Reading } from "../engine/reading.js" */
/** @import { Tokenizer } from "../engine/tokenizer.js" */
/** @import { Site } from "./tensors.js" */

/**
 * A piece of the sentence: the characters that it covers, the number of its word, and the character
 * that it is a byte of, or "".
 *
 * @typedef {{id: number, text: string, word: number, byte_of: string, name: string,
 *   known: boolean}} Piece
 */

/** @typedef {{text: string, id: number, note?: string, kind?: string, joined?: boolean}} Entry */

const MOST = 128, // pieces that the encoder reads
  SHOWN = 300, // characters of the typed text
  LONGEST = 40, // characters of a word that is replayed
  LISTED = 40, // pieces of words with characters that have none
  FOUND = 20; // pieces that a search shows
const EXAMPLE = "The cat 😺 says 你好 & <b>.";

/**
 * The pieces of a text, and what each of them stands for.
 *
 * @param {Tokenizer} tokenizer
 * @param {string} text
 * @returns {Piece[]}
 */
export function segment(tokenizer, text) {
  let word = -1,
    character = "";
  return tokenizer.encode(text).map(({ id, covered, piece }) => {
    if (covered.startsWith(SPACE)) word++;
    character = covered || character; // a byte that covers nothing continues one
    const byte_of = tokenizer.bytes.has(piece) ? character : "";
    const known = id !== UNK;
    return { id, text: covered, word, byte_of, name: known ? piece : covered, known };
  });
}

/** @type {(tokenizer: Tokenizer, text: string) => string} */
const spelled = (tokenizer, text) => tokenizer.characters([...normalize(text)]).characters.join("");

/** The place of the merge that makes a piece, from 1. @type {(t: Tokenizer, p: string) => any} */
function rankOf(tokenizer, piece) {
  const place = (tokenizer.ids.get(piece) ?? 0) - tokenizer.firstPiece;
  const merged = place >= 0 && [...piece].length > 1 && !tokenizer.bytes.has(piece);
  return merged ? place + 1 : null;
}

/** @type {(tokenizer: Tokenizer) => {merges: number, characters: number}} */
function contents({ pieces, firstPiece, bytes }) {
  const learned = pieces.slice(firstPiece);
  const characters = learned.filter((piece) => [...piece].length === 1).length;
  return { merges: learned.length - characters - bytes.size, characters };
}

/**
 * All views of the page, by their keys.
 *
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 * @returns {Generator<[string, object]>}
 */
export function* tokenizationViews(reading, choices, site, { tokenizer }) {
  const parts = segment(tokenizer, reading.text).slice(0, MOST);
  const place = placeOf(choices.word, reading.source.length, interesting(parts));
  yield ["token_path", tokenPath(reading, parts, tokenizer, place)];
  const words = spelled(tokenizer, reading.text).split(SPACE).slice(1);
  const word = normalize(choices.spell ?? "") || words[(parts[place] ?? parts.at(-1))?.word ?? 0];
  yield ["merges", merges(tokenizer, [...(word ?? "")].slice(0, LONGEST).join(""), choices.merge)];
  yield ["units", { rows: units(tokenizer, parts) }];
  for (const [place, list] of lacking(tokenizer, parts).entries()) yield [`lacking_${place}`, list];
  yield ["found", findPieces(tokenizer, choices.find ?? "")];
  yield ["special", special(tokenizer, site)];
}

/** The place of the word in most pieces, the longest one of equals. @param {Piece[]} parts */
function interesting(parts) {
  const count = new Map(),
    letters = new Map();
  for (const { word, text } of parts)
    if (/\p{L}/u.test(text)) {
      count.set(word, (count.get(word) ?? 0) + 1);
      letters.set(word, (letters.get(word) ?? 0) + [...text].length);
    }
  const worth = (/** @type {number} */ word) => count.get(word) * 1e4 + letters.get(word);
  const best = Math.max(...[...count.keys()].map(worth));
  const word = [...count.keys()].find((word) => worth(word) === best);
  return Math.max(
    0,
    parts.findIndex((part) => part.word === word),
  );
}

/**
 * @param {Reading} reading
 * @param {Piece[]} parts
 * @param {Tokenizer} tokenizer
 * @param {number} chosen
 */
function tokenPath({ typed, text }, parts, tokenizer, chosen) {
  const read = normalize(typed);
  const whole = text === read || text === sentenceCase(read) ? typed : text;
  const letters = [...whole];
  const begun = letters.slice(0, SHOWN).join("");
  const words = spelled(tokenizer, text).split(SPACE).slice(1);
  const found = changes(
    tokenizer,
    letters.length <= SHOWN ? whole : begun.trimEnd(),
    [...text].slice(0, SHOWN).join(""),
  );
  return {
    changes: found.map(({ before, after, reasons }) => [before, after, reasons]),
    length: letters.length,
    more: letters.length > SHOWN,
    pieces: parts.map((piece) => ({
      text: piece.name,
      id: piece.id,
      known: piece.known,
      byte_of: piece.byte_of,
      joined: !piece.name.startsWith(SPACE),
      rank: piece.known ? rankOf(tokenizer, piece.name) : null,
      word: [...words[piece.word]].slice(0, 40).join(""),
    })),
    end: { text: "</s>", id: EOS },
    merges: contents(tokenizer).merges,
    chosen,
  };
}

/**
 * Byte-pair encoding of a word, from its characters to its pieces.
 *
 * @param {Tokenizer} tokenizer
 * @param {string} word
 * @param {string | undefined} chosen how many merges are seen
 */
function merges(tokenizer, word, chosen) {
  const first = [...spelled(tokenizer, word)].flatMap((one) =>
    tokenizer.ids.has(one) ? [one] : bytesOf(one),
  );
  const steps = [{ pieces: first, joined: -1, rank: -1 }];
  for (const step of tokenizer.merges(first)) steps.push({ ...step, pieces: [...step.pieces] });
  const known = (/** @type {string} */ piece) => (tokenizer.ids.get(piece) ?? UNK) !== UNK;
  const shown = /^\d+$/.test(chosen ?? "") ? Number(chosen) : LONGEST;
  return {
    word,
    steps: steps.map(({ pieces, joined, rank }) => ({
      pieces,
      joined,
      rank: rank + 1,
      pairs: pieces.slice(1).map((right, i) => rankOf(tokenizer, pieces[i] + right)),
    })),
    known: first.map(known),
    ids: steps[steps.length - 1].pieces.map((piece) => tokenizer.ids.get(piece) ?? UNK),
    merges: contents(tokenizer).merges,
    shown: Math.min(shown, steps.length - 1),
    all: LONGEST,
  };
}

/**
 * Split normalized characters as a person would: runs of letters and digits, single signs.
 *
 * @param {string} characters
 */
function wordsOf(characters) {
  const letters = [...characters];
  /** @type {string[]} */
  const parts = [];
  let inside = false; // a run that the next letter continues
  letters.forEach((one, place) => {
    let letter = /[\p{L}\p{M}\p{N}]/u.test(one);
    const last = parts[parts.length - 1];
    if (one === "'" && inside && last !== SPACE) letter = /\p{L}/u.test(letters[place + 1] ?? "");
    if (parts.length && (last === SPACE || (inside && letter))) parts[parts.length - 1] += one;
    else parts.push(one);
    inside = letter || one === SPACE;
  });
  return parts;
}

/**
 * The same text as characters, as words and as pieces.
 *
 * @param {Tokenizer} tokenizer
 * @param {Piece[]} parts
 */
function units(tokenizer, parts) {
  const letters = parts.flatMap(({ text, known, byte_of }) =>
    [...text].map((one) => [one, 1, known && !byte_of]),
  );
  const words = wordsOf(parts.map(({ text }) => text).join(""));
  /** @type {(piece: Piece) => number} */
  const width = ({ text, byte_of }) =>
    byte_of ? 1 / new TextEncoder().encode(byte_of).length : [...text].length;
  return [
    {
      name: t("characters"),
      title: tn("{count} character", "{count} characters", letters.length, {
        count: whole(letters.length),
      }),
      units: letters,
      vocabulary: `${contents(tokenizer).characters}`,
      remark: t(
        "Characters can spell any word, but each one means little and the sequence gets long.",
      ),
    },
    {
      name: t("words and punctuation"),
      title: tn(
        "{count} word or punctuation mark",
        "{count} words and punctuation marks",
        words.length,
        { count: whole(words.length) },
      ),
      units: words.map((word) => [word, [...word].length, true]),
      vocabulary: t("open-ended"),
      remark: t(
        "The sequence is short, but no list of words is ever complete: think of names and endings.",
      ),
    },
    {
      name: t("pieces"),
      title: tn("{count} piece", "{count} pieces", parts.length, { count: whole(parts.length) }),
      units: parts.map((piece) => [piece.name, width(piece), piece.known]),
      vocabulary: whole(tokenizer.pieces.length),
      remark: t("Common words take one unit, rare words a few, and the list can spell any word."),
    },
  ];
}

/** @type {(label: string, entries: Entry[]) => object} */
const list = (label, entries) => ({
  label,
  entries: entries.map((one) => ({ note: "", kind: "", joined: false, ...one })),
});

/**
 * What became of characters without a piece; and what they would be without bytes.
 *
 * @param {Tokenizer} tokenizer
 * @param {Piece[]} parts
 */
function lacking(tokenizer, parts) {
  const strange = new Set(parts.filter((one) => one.byte_of || !one.known).map((one) => one.word));
  const own = parts.filter(({ word }) => strange.has(word)).slice(0, LISTED);
  const label = own.length
    ? t("In your sentence, written in this vocabulary's bytes:")
    : t(
        "Every character of your sentence has a piece, so here is an example, “{example}”, " +
          "written in this vocabulary's bytes:",
        { example: EXAMPLE },
      );
  const some = own.length ? own : segment(tokenizer, EXAMPLE);
  return [
    list(label, entries(some)),
    list(t("The same without bytes:"), entries(withoutBytes(some))),
  ];
}

/** @type {(parts: Piece[]) => Entry[]} */
const entries = (parts) =>
  parts.map(({ name, id, known, text }) => ({
    text: name,
    id,
    note: known ? "" : codes(text),
    kind: known ? "" : "unknown",
    joined: !name.startsWith(SPACE),
  }));

/** @type {(text: string) => string} */
function codes(text) {
  const points = [...text].map((one) => (one.codePointAt(0) ?? 0).toString(16).toUpperCase());
  const shown = points.slice(0, 3).map((code) => `U+${code.padStart(4, "0")}`);
  return shown.join(" ") + (points.length > 3 ? " …" : "");
}

/** What a vocabulary without bytes had cut. @type {(parts: Piece[]) => Piece[]} */
function withoutBytes(parts) {
  /** @type {Piece[]} */
  const result = [];
  parts.forEach((piece, i) => {
    const before = parts[i - 1];
    const goes = before && Boolean(before.byte_of) && before.word === piece.word;
    if (!piece.byte_of) result.push(piece);
    else if (goes) {
      const last = result[result.length - 1];
      last.text = last.name = last.text + piece.text;
    } else result.push({ ...piece, id: UNK, byte_of: "", name: piece.text, known: false });
  });
  return result;
}

/** @type {(tokenizer: Tokenizer, text: string) => object} */
function findPieces({ pieces, firstPiece }, text) {
  const wanted = text.normalize("NFKC").replaceAll(" ", SPACE);
  const bare = (/** @type {string} */ piece) => piece.replace(/^\u2581/, "");
  const all = range(pieces.length).slice(firstPiece);
  if (!text.trim()) {
    const label = t("The first {shown} merges the tokenizer learned:", { shown: FOUND });
    return list(
      label,
      all.slice(0, FOUND).map((id) => ({ text: pieces[id], id })),
    );
  }
  const begins = (/** @type {number} */ id) => bare(pieces[id]).startsWith(bare(wanted));
  const found = all.filter((id) => pieces[id].includes(wanted));
  const ids = [...found.filter(begins), ...found.filter((id) => !begins(id))];
  let label = t("No piece contains them.");
  if (ids.length > FOUND)
    label = t(
      "{count} pieces contain them. Here are {shown}, starting with those that begin with these " +
        "letters:",
      { count: whole(ids.length), shown: FOUND },
    );
  else if (ids.length)
    label = tn("One piece contains them:", "{count} pieces contain them:", ids.length);
  return list(
    label,
    ids.slice(0, FOUND).map((id) => ({ text: pieces[id], id })),
  );
}

/** @type {(tokenizer: Tokenizer, site: Site) => object} */
function special({ pieces, firstPiece, languages }, site) {
  const starts = languages.map((code) => t("start, {language}", { language: site.names[code] }));
  const notes = [
    t("makes short sentences as long as the others"),
    t("unknown"),
    t("end of sentence"),
    ...starts,
  ];
  return list(
    t("Special tokens, which you can't type:"),
    range(firstPiece).map((id) => ({ text: pieces[id], id, note: notes[id], kind: "special" })),
  );
}
