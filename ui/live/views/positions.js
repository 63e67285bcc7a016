// What the views of positional encoding are given: as pages/input/positional_encoding sends.

import { t } from "../../views/library/messages.js";
import { positionalEncoding } from "../engine/transformer.js";
import { placeOf } from "./attention.js";
import { pack, range } from "./tensors.js";

/** @import { Reading } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */

const SHOWN = 100, // positions, or as many as the sentence has
  LARGEST = 64, // numbers of a layout: more rows could not be told apart
  SMALL = 7; // so many steps from the first small clock to the last: the first step is looked at
const WIDTHS = [4, 8, 16, 32, 64, 128, 256, 512];

/**
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {number} own d_model of the model
 */
export function positionViews({ source, source_ids: ids }, choices, own) {
  const length = Math.max(SHOWN, source.length);
  const widths = [...new Set([...WIDTHS, own])].sort((a, b) => a - b);
  const asked = placeOf(choices.d_model, widths[widths.length - 1], own - 1) + 1;
  const distance = (/** @type {number} */ width) => Math.abs(width - asked);
  const d_model = widths.reduce((near, one) => (distance(one) < distance(near) ? one : near));
  const word = placeOf(choices.word, length, openingPosition(source));
  const pairs = d_model / 2;
  const pair = placeOf(choices.pair, pairs, Math.floor((pairs - 1) / SMALL));
  const width = Math.min(d_model, LARGEST);
  const same = Math.floor((pair * width) / d_model); // turns about as fast in the paper's layout
  return {
    word: { tokens: source, chosen: word },
    positions: {
      table: pack(encodings(length, d_model)),
      tokens: source,
      ids,
      word,
      pair,
      d_model,
      widths,
    },
    layouts: {
      tables: [pack(encodings(length, width)), pack(sinesThenCosines(length, width))],
      titles: [t("Interleaved, as in the paper"), t("Concatenated, as in Tensor2Tensor")],
      rings: [
        [2 * same, 2 * same + 1],
        [same, width / 2 + same],
      ],
      word,
    },
  };
}

/**
 * The position of the first word that occurs twice, or else the fifth.
 *
 * @type {(source: Reading["source"]) => number}
 */
function openingPosition(source) {
  const texts = source.map(({ text, joined }) => `${joined} ${text}`);
  const twice = source.findIndex(
    ({ text }, i) =>
      /^\p{L}+$/u.test(text) && texts.some((other, k) => k !== i && other === texts[i]),
  );
  return twice < 0 ? Math.min(4, source.length - 1) : twice;
}

/** @type {(length: number, d_model: number) => Tensor} */
const encodings = (length, d_model) => table(length, d_model, positionalEncoding);

/** As Tensor2Tensor writes positions. @type {(length: number, d_model: number) => Tensor} */
const sinesThenCosines = (length, d_model) =>
  table(length, d_model, (position) => {
    const pairs = d_model / 2;
    const angles = range(pairs).map((i) => position / 10_000 ** (i / (pairs - 1)));
    return Float32Array.from([...angles.map(Math.sin), ...angles.map(Math.cos)]);
  });

/** @type {(length: number, width: number, row: (position: number, width: number) =>
 *   Float32Array) => Tensor} */
function table(length, width, row) {
  const values = new Float32Array(length * width);
  for (let position = 0; position < length; position++)
    values.set(row(position, width), position * width);
  return { shape: [length, width], values };
}
