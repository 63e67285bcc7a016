// Which language a text is written in: letters and words vote, as model/detection.py explains.

import { crc32 } from "../views/library/numbers.js";
import { normalize } from "./engine/tokenizer.js";
import { softmax } from "./engine/transformer.js";
import { readHeader } from "./engine/weights.js";

const ROWS = 2 ** 14,
  LONGEST_RUN = 4, // letters
  FOREIGN = 5, // log-odds from which on a text is foreign
  SHORT = 2, // letters of a word that may be a sign of a formula
  SURE = 0.8; // probability from which on a language is taken for certain
const WORD = /[\p{L}\p{Nl}\p{No}]+(?:'[\p{L}\p{Nl}\p{No}]+)*/gu;

/**
 * What a text was taken for: the likeliest of the model's languages, whether that is sure, and
 * whether it is rather none of them.
 *
 * @typedef {{code: string, sure: boolean, foreign: boolean}} Detected
 */

/** @type {(text: string) => string[]} */
const wordsOf = (text) => text.match(WORD) ?? [];

/**
 * Read the table.
 *
 * @param {Uint8Array} file
 */
export function readDetector(file) {
  const { header, metadata, start } = readHeader(file);
  const languages = metadata.languages.split(" ");
  const [, columns] = header.weights.shape;
  const at = (/** @type {string} */ name) => start + header[name].data_offsets[0];
  const step = new DataView(file.buffer, file.byteOffset).getFloat32(at("step"), true);
  const votes = new Int8Array(file.buffer, file.byteOffset + at("weights"), ROWS * columns);

  /** What each column gets. @type {(text: string) => Float32Array | null} */
  const count = (text) => {
    const rows = wordsOf(normalize(text).toLowerCase()).flatMap(rowsOf);
    const sums = new Float32Array(columns);
    for (const row of rows)
      for (let i = 0; i < columns; i++) sums[i] += votes[row * columns + i] * step;
    return rows.length ? sums : null;
  };

  /**
   * @param {string} text
   * @param {string[]} among codes of the model's languages
   * @returns {Detected}
   */
  return (text, among) => {
    if (!among.every((code) => languages.includes(code)))
      return { code: among[0], sure: among.length < 2, foreign: false };
    const own = among.map((code) => languages.indexOf(code));
    const sums = count(text);
    if (!sums) return { code: among[0], sure: false, foreign: isOtherScript(text) };
    const shares = softmax(Float32Array.from(own, (column) => sums[column]));
    const best = shares.indexOf(Math.max(...shares));
    const others = [...sums.keys()].filter((column) => !own.includes(column));
    const odds = logSum(others.map((i) => sums[i])) - logSum(own.map((i) => sums[i]));
    const foreign = isOtherScript(text) || (!isFormula(text) && odds >= FOREIGN);
    return { code: among[best], sure: shares[best] >= SURE && !foreign, foreign };
  };
}

/** @type {(values: number[]) => number} */
function logSum(values) {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}

/** The rows that vote on a word. @type {(word: string) => number[]} */
function rowsOf(word) {
  const marked = [...`_${word}_`];
  const runs = new Set([`=${word}`]);
  for (let length = 1; length <= LONGEST_RUN; length++)
    for (let begin = 0; begin + length <= marked.length; begin++)
      runs.add(marked.slice(begin, begin + length).join(""));
  return [...runs].map((run) => crc32(new TextEncoder().encode(run)) % ROWS);
}

/** Whether all words are as short as signs. @type {(text: string) => boolean} */
const isFormula = (text) =>
  wordsOf(normalize(text)).every((word) => (word.match(/\p{L}/gu) ?? []).length <= SHORT);

/** Whether most letters are of another script. @type {(text: string) => boolean} */
function isOtherScript(text) {
  const words = wordsOf(normalize(text).normalize("NFKC"));
  let letters = [...words.join("")];
  if (words.every((word) => [...word].length === 1))
    letters = letters.filter((one) => !/\p{Script=Greek}/u.test(one)); // a sign of mathematics
  return 2 * letters.filter((one) => /\p{Script=Latin}/u.test(one)).length < letters.length;
}
