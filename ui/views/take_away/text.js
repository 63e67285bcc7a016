// Tables as text: tidy CSV for spreadsheets and statistics, JSON in full precision.

import { t } from "../library/messages.js";
import { plain, textOf } from "./tables.js";

/** @import { Table } from "./types.d.ts" */

const DIGITS = 6; // of a number in a CSV
const AT_ONCE = 20_000; // rows between two moments in which the browser may breathe

/** @type {(one: unknown) => string} */
const written = (one) => (plain(one) ? String(one ?? "") : (textOf(one) ?? JSON.stringify(one)));

/**
 * A number with six digits; the division is exact where the power of ten is, and fast.
 *
 * @type {(value: number) => number}
 */
function rounded(value) {
  const size = Math.abs(value);
  if (!(size > 1e-15 && size < 1e5)) return Number(value.toPrecision(DIGITS));
  const power = 10 ** (DIGITS - 1 - Math.floor(Math.log10(size)));
  return Math.round(value * power) / power;
}

/**
 * Where a spreadsheet would take what follows for a formula; and the mark of that itself. Where it
 * expects another separator than the comma, a cell begins behind that, in the middle of a text. The
 * wide signs of East Asian keyboards may begin a formula too.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?="*[=+\-@＝＋－＠\t\r'])/g;
const marked = () =>
  t(
    "if a text starts with = + - @ or ', or has one of these after , ; or a tab, an " +
      "apostrophe is put in front of that sign",
  );

/** @type {(text: string) => string} */
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

/**
 * One field of a CSV: numbers with six digits, texts in quotes where they need them. An apostrophe
 * before what a spreadsheet would compute tells it that this is none. docs/python.md says how to
 * take it away again.
 *
 * @type {(value: unknown) => string}
 */
export function field(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") {
    return Number.isInteger(value) ? String(value) : String(rounded(value));
  }
  const plain = Array.isArray(value) ? value.map(written).join(" ") : written(value);
  const text = plain.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? quoted(text) : text;
}

/**
 * A table as CSV: one field that begins with "# " and says in JSON where it is from, then the names
 * of the columns, then the rows. The mark of UTF-8 stands first, without which Excel reads another
 * encoding.
 *
 * @param {Table} table
 * @param {object} about
 * @param {(share: number) => Promise<void>} progress lets the browser breathe
 * @returns {Promise<string[]>} parts of the text
 */
export async function csv(table, about, progress) {
  const parts = [
    `\uFEFF${quoted(`# ${JSON.stringify({ ...about, texts: marked() })}`)}\n`,
    `${table.columns.map(field).join(",")}\n`,
  ];
  const line = table.reader(field);
  for (let from = 0; from < table.count; from += AT_ONCE) {
    let text = "";
    for (let i = from; i < Math.min(table.count, from + AT_ONCE); i++)
      text += `${line(i).join(",")}\n`;
    parts.push(text);
    await progress(from / table.count);
  }
  return parts;
}

/**
 * All tables of a view as JSON, with the names of all places and in full precision.
 *
 * @type {(all: Table[], about: object) => string}
 */
export const json = (all, about) =>
  `${JSON.stringify({ about, tables: all.map((table) => table.whole()) })}\n`;
