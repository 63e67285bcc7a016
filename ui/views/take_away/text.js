// Tables as text: tidy CSV for spreadsheets and statistics, JSON in full precision.

import { t } from "../library/messages.js";
import { plain, textOf } from "./tables.js";

/** @import { Fields, Table } from "./tables.js" */

const DIGITS = 6; // of a number in a CSV
const AT_ONCE = 20_000; // rows between two moments in which the browser may breathe

/**
 * The columns of a table, in the order of its CSV: axes, places of named axes, values.
 *
 * @param {Table} table
 * @returns {string[]}
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
 * One row of a table; places count from 1, as on the screen.
 *
 * @param {Table} table
 * @param {number} place
 * @returns {unknown[]}
 */
export function row(table, place) {
  if (table.list) return table.columns.map((name) => table.list[place][name]);
  /** @type {number[]} */
  const at = [];
  let rest = place;
  for (const { size } of [...table.axes].reverse()) {
    at.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return [
    ...table.axes.map(({ names }, i) => names?.[at[i]] ?? at[i] + 1),
    ...table.axes.flatMap(({ repeat }, i) => (repeat ? [at[i] + 1] : [])),
    ...table.values.map(({ values }) => values[place]),
  ];
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
 * @param {unknown} value
 * @returns {string}
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
 * What writes any row of a table as a line: names are quoted once, since rows are many.
 *
 * @type {(table: Table) => (place: number) => string}
 */
function lines(table) {
  if (table.list) return (place) => row(table, place).map(field).join(",");
  const { axes, values } = table;
  const quoted = axes.map(({ names, size }) =>
    Array.from({ length: size }, (_, i) => field(names?.[i] ?? i + 1)),
  );
  const repeated = axes.flatMap(({ repeat }, axis) => (repeat ? [axis] : []));
  const at = axes.map(() => 0);
  return (place) => {
    let rest = place;
    for (let axis = axes.length - 1; axis >= 0; axis--) {
      at[axis] = rest % axes[axis].size;
      rest = (rest - at[axis]) / axes[axis].size;
    }
    let line = quoted[0][at[0]];
    for (let axis = 1; axis < axes.length; axis++) line += `,${quoted[axis][at[axis]]}`;
    for (const axis of repeated) line += `,${at[axis] + 1}`;
    for (const one of values) line += `,${field(one.values[place])}`;
    return line;
  };
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
  const line = lines(table);
  for (let from = 0; from < table.count; from += AT_ONCE) {
    let text = "";
    for (let i = from; i < Math.min(table.count, from + AT_ONCE); i++) text += `${line(i)}\n`;
    parts.push(text);
    await progress(from / table.count);
  }
  return parts;
}

/**
 * Lists of lists, as an array is nested.
 *
 * @param {Matrix} matrix
 * @returns {unknown[]}
 */
export function nested({ shape, values }) {
  if (shape.length < 2) return Array.from(values, finite);
  const size = values.length / shape[0];
  return Array.from({ length: shape[0] }, (_, i) =>
    nested({ shape: shape.slice(1), values: values.slice(i * size, (i + 1) * size) }),
  );
}

/** @type {(record: Fields, columns: string[]) => Fields} */
const fieldsOf = (record, columns) =>
  Object.fromEntries(columns.map((name) => [name, record[name] ?? null]));

/** JSON knows no infinity. */
const finite = (/** @type {unknown} */ value) =>
  typeof value !== "number" || Number.isFinite(value) ? value : String(value);

/**
 * All tables of a view as JSON, with the names of all places and in full precision.
 *
 * @param {Table[]} all
 * @param {object} about
 * @returns {string}
 */
export function json(all, about) {
  const written = all.map((table) =>
    table.list
      ? { name: table.name, records: table.list.map((record) => fieldsOf(record, table.columns)) }
      : {
          name: table.name,
          axes: table.axes.map(({ name, size, names }) => ({ name, size, names })),
          values: Object.fromEntries(table.values.map((one) => [one.name, nested(one)])),
        },
  );
  return `${JSON.stringify({ about, tables: written })}\n`;
}
