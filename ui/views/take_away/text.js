// Tables as text: tidy CSV for spreadsheets and statistics, JSON in full precision.

import { times } from "../library/dom.js";
import { t } from "../library/messages.js";
import { plain, textOf } from "./tables.js";

/** @import { Fields, Table } from "./tables.js" */

const DIGITS = 6; // of a number in a CSV
const AT_ONCE = 20_000; // rows between two moments in which the browser may breathe

/**
 * The columns of a table, in the order of its CSV: axes, places of named axes, values.
 *
 * @type {(table: Table) => string[]}
 */
export function columns(table) {
  if (table.list) return table.columns;
  const { axes, values } = table;
  const named = axes.filter((axis) => axis.repeat);
  return [
    ...axes.map((axis) => axis.name),
    ...named.map((axis) => `${axis.name}_position`),
    ...values.map((value) => value.name),
  ];
}

/**
 * What reads any row of a table; places count from 1, as on the screen. Names are written once,
 * since rows are many.
 *
 * @param {Table} table
 * @param {(value: unknown) => unknown} [write] how names and values are written
 * @returns {(place: number) => unknown[]}
 */
export function rows(table, write = (value) => value) {
  if (table.list) return (place) => table.columns.map((name) => write(table.list[place][name]));
  const { axes, values } = table;
  const named = axes.map(({ names, size }) => times(size, (i) => write(names?.[i] ?? i + 1)));
  const repeated = axes.flatMap(({ repeat }, axis) => (repeat ? [axis] : []));
  const at = axes.map(() => 0);
  return (place) => {
    let rest = place;
    for (let axis = axes.length - 1; axis >= 0; axis--) {
      at[axis] = rest % axes[axis].size;
      rest = (rest - at[axis]) / axes[axis].size;
    }
    return [
      ...named.map((names, axis) => names[at[axis]]),
      ...repeated.map((axis) => at[axis] + 1),
      ...values.map((one) => write(one.values[place])),
    ];
  };
}

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

/** What a spreadsheet would take for a formula; and the mark of that itself. */
const FORMULA = /^[=+\-@\t\r']/;
const marked = () =>
  t("an apostrophe stands before a text that begins with = + - @ or an apostrophe");

/**
 * One field of a CSV: numbers with six digits, texts in quotes where they need them. An apostrophe
 * before a text that a spreadsheet would compute tells it that this is none; whoever takes one away
 * from each text that begins with it has all texts as they were.
 *
 * @type {(value: unknown) => string}
 */
export function field(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") {
    return Number.isInteger(value) ? String(value) : String(rounded(value));
  }
  const plain = Array.isArray(value) ? value.map(written).join(" ") : written(value);
  const text = FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as CSV: one line that begins with "# " and says in JSON where it is from, then the names
 * of the columns, then the rows.
 *
 * @param {Table} table
 * @param {object} about
 * @param {(share: number) => Promise<void>} progress lets the browser breathe
 * @returns {Promise<string[]>} parts of the text
 */
export async function csv(table, about, progress) {
  const parts = [
    `# ${JSON.stringify({ ...about, texts: marked() })}\n`,
    `${columns(table).map(field).join(",")}\n`,
  ];
  const line = rows(table, field);
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
 * Lists of lists, as an array is nested.
 *
 * @type {(matrix: Matrix) => unknown[]}
 */
export function nested({ shape, values }) {
  if (shape.length < 2) return Array.from(values, finite);
  const size = values.length / shape[0];
  return Array.from({ length: shape[0] }, (_, i) =>
    nested({ shape: shape.slice(1), values: values.slice(i * size, (i + 1) * size) }),
  );
}

/** JSON knows no infinity. */
const finite = (/** @type {unknown} */ value) =>
  typeof value !== "number" || Number.isFinite(value) ? value : String(value);

/**
 * All tables of a view as JSON, with the names of all places and in full precision.
 *
 * @type {(all: Table[], about: object) => string}
 */
export function json(all, about) {
  const written = all.map(({ name, ...table }) => {
    if (table.list) {
      /** @type {(record: Fields) => Fields} */
      const whole = (record) =>
        Object.fromEntries(table.columns.map((column) => [column, record[column] ?? null]));
      return { name, records: table.list.map(whole) };
    }
    const axes = table.axes.map(({ name, size, names }) => ({ name, size, names }));
    const values = table.values.map((one) => [one.name, nested(one)]);
    return { name, axes, values: Object.fromEntries(values) };
  });
  return `${JSON.stringify({ about, tables: written })}\n`;
}
