// What a view draws, as tables: tidy CSV for spreadsheets and statistics, JSON in full precision.
//
// A view's data names its tables (ui/views/tables.py). A table is a tensor with its axes, or a list
// of records. Paths such as "own.right" lead into the view's data, or into the page's tensors.

import { unpack } from "./numbers.js";

const DIGITS = 6; // of a number in a CSV
const AT_ONCE = 20_000; // rows between two moments in which the browser may breathe

/**
 * What a path leads to: in the view's data, else among the tensors that the page keeps. "tops#p" is
 * the field p of each record there; "ids>names" is each id's entry in another list or dictionary.
 */
function found(data, tensors, path) {
  const [place, list] = path.split(">");
  const [whole, pick] = place.split("#");
  const inside = whole.split(".").reduce((part, name) => part?.[name], data) ?? tensors?.[whole];
  const picked = pick && inside ? each(inside, (one) => one[pick]) : inside;
  if (!list || !picked) return picked;
  const names = found(data, tensors, list);
  return each(picked, (id) => names[id]?.text ?? names[id] ?? null);
}

const each = (list, change) =>
  Array.isArray(list) ? list.map((one) => each(one, change)) : change(list);

/** The names of the places of an axis: tokens or texts, or none where places are only counted. */
const namesOf = (list) =>
  list && { names: list.map((one) => one.text ?? String(one)), repeat: Boolean(list[0]?.text) };

/** Numbers with their shape, however they came: packed, unpacked, or as lists of lists. */
export function array(value) {
  if (typeof value?.data === "string") return unpack(value);
  if (!Array.isArray(value)) return value;
  const shape = [];
  for (let part = value; Array.isArray(part); part = part[0]) shape.push(part.length);
  return { shape, values: value.flat(shape.length) };
}

/**
 * The tables of a view, ready to be written.
 *
 * @param {any} data of the view
 * @param {any} tensors that the page keeps for several views
 */
export function tables(data, tensors = undefined) {
  return (data.takes ?? []).flatMap((table) => {
    if (table.records) return records(table, found(data, tensors, table.records), data);
    const values = Object.entries(table.values)
      .map(([name, path]) => [name, found(data, tensors, path)])
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => ({ name, ...array(value) }));
    if (!values.length) return []; // they are on their way, or not of this choice
    const axes = table.axes.map(([name, path], place) => ({
      name,
      size: values[0].shape[place],
      ...(path && namesOf(found(data, tensors, path))),
    }));
    return { name: table.name, axes, values, count: values[0].values.length };
  });
}

/** The tables of a view: its own, or what its data names; none without rows. */
export function tablesOf({ root, call }) {
  const all = root.takes?.tables() ?? tables(call.data, window.glassTensors);
  return all.filter(({ count }) => count);
}

const plain = (value) => value === null || typeof value !== "object" || Array.isArray(value);

/** Records: a column for each field that holds one thing, or a list of things. */
function records({ name, lookups }, found, data) {
  const steps = Array.isArray(found?.[0])
    ? found.flatMap((step, i) => step.map((record) => ({ step: i + 1, ...record })))
    : (found ?? []);
  const list = steps.map((record) => {
    const looked = Object.entries(lookups).map(([key, path]) => [
      key,
      data[path][record[key]]?.text,
    ]);
    return { ...record, ...Object.fromEntries(looked) };
  });
  const fields = [...new Set(list.flatMap((record) => Object.keys(record)))];
  const columns = fields.filter((key) => list.every((record) => plain(record[key] ?? null)));
  return { name, columns, list, count: list.length };
}

/** The columns of a table, in the order of its CSV: axes, places of named axes, values. */
export function columns({ columns: own, axes, values }) {
  if (own) return own;
  const named = axes.filter((axis) => axis.repeat);
  return [
    ...axes.map((axis) => axis.name),
    ...named.map((axis) => `${axis.name}_position`),
    ...values.map((value) => value.name),
  ];
}

/** One row of a table; places count from 1, as on the screen. */
export function row(table, place) {
  if (table.list) return table.columns.map((name) => table.list[place][name]);
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

const written = (one) => (plain(one) ? String(one ?? "") : (one.text ?? JSON.stringify(one)));

/** A number with six digits; the division is exact where the power of ten is, and fast. */
function rounded(value) {
  const size = Math.abs(value);
  if (!(size > 1e-15 && size < 1e5)) return Number(value.toPrecision(DIGITS));
  const power = 10 ** (DIGITS - 1 - Math.floor(Math.log10(size)));
  return Math.round(value * power) / power;
}

/** One field of a CSV: numbers with six digits, texts in quotes where they need them. */
export function field(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") {
    return Number.isInteger(value) ? String(value) : String(rounded(value));
  }
  const text = Array.isArray(value) ? value.map(written).join(" ") : written(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What writes any row of a table as a line: names are quoted once, since rows are many. */
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
 * @param {any} table
 * @param {object} about
 * @param {(share: number) => Promise<void>} progress lets the browser breathe
 * @returns {Promise<string[]>} parts of the text
 */
export async function csv(table, about, progress) {
  const parts = [`# ${JSON.stringify(about)}\n`, `${columns(table).map(field).join(",")}\n`];
  const line = lines(table);
  for (let from = 0; from < table.count; from += AT_ONCE) {
    let text = "";
    for (let i = from; i < Math.min(table.count, from + AT_ONCE); i++) text += `${line(i)}\n`;
    parts.push(text);
    await progress(from / table.count);
  }
  return parts;
}

/** Lists of lists, as an array is nested. */
export function nested({ shape, values }) {
  if (shape.length < 2) return Array.from(values, finite);
  const size = values.length / shape[0];
  return Array.from({ length: shape[0] }, (_, i) =>
    nested({ shape: shape.slice(1), values: values.slice(i * size, (i + 1) * size) }),
  );
}

const fieldsOf = (record, columns) =>
  Object.fromEntries(columns.map((name) => [name, record[name] ?? null]));

/** JSON knows no infinity. */
const finite = (value) =>
  typeof value !== "number" || Number.isFinite(value) ? value : String(value);

/** All tables of a view as JSON, with the names of all places and in full precision. */
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
