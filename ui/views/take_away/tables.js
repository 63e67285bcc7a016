// What a view draws, as tables that can be written as CSV or JSON (take_away/text.js).
//
// A view's data names its tables (ui/views/tables.py). A table is a tensor with its axes, or a list
// of records. Paths such as "own.right" lead into the view's data, or into the page's tensors.

import { unpack } from "../library/numbers.js";

/** @import { Drawn } from "./picture.js" */

/** @typedef {Record<string, unknown>} Fields */

/**
 * What a view's data says of a table: paths of tensors with these axes, or of a list of records.
 *
 * @typedef {{
 *   name: string,
 *   axes: [name: string, path: string | null][],
 *   values: Record<string, string>,
 *   records?: undefined,
 * } | {name: string, records: string, lookups: Record<string, string>}} Named
 */

/** @typedef {{name: string, size: number, names?: string[], repeat?: boolean}} Axis */

/**
 * Tensors of the same axes, ready to be written; count is the number of rows.
 *
 * @typedef {{
 *   name: string,
 *   axes: Axis[],
 *   values: (Matrix & {name: string})[],
 *   count: number,
 *   list?: undefined,
 * }} TensorTable
 */

/**
 * A list of records; columns are their fields.
 *
 * @typedef {{name: string, columns: string[], list: Fields[], count: number}} RecordTable
 */

/** @typedef {TensorTable | RecordTable} Table */

/** @type {(thing: unknown, name: string) => unknown} */
const part = (thing, name) => /** @type {Fields | null | undefined} */ (thing)?.[name];

/**
 * What a token, or whatever has a text, is written as.
 *
 * @type {(thing: unknown) => string | undefined}
 */
export const textOf = (thing) => /** @type {string | undefined} */ (part(thing, "text"));

/**
 * What a path leads to: in the view's data, else among the tensors that the page keeps. "tops#p" is
 * the field p of each record there; "ids>names" is each id's entry in another list or dictionary.
 *
 * @type {(data: Fields, tensors: Fields | undefined, path: string) => unknown}
 */
function found(data, tensors, path) {
  const [place, list] = path.split(">");
  const [whole, pick] = place.split("#");
  /** @type {unknown} */
  const start = data;
  const inside = whole.split(".").reduce(part, start) ?? tensors?.[whole];
  const picked = pick && inside ? each(inside, (one) => part(one, pick)) : inside;
  if (!list || !picked) return picked;
  const names = found(data, tensors, list);
  return each(picked, (id) => {
    const name = part(names, String(id));
    return textOf(name) ?? name ?? null;
  });
}

/** @type {(list: unknown, change: (one: unknown) => unknown) => unknown} */
const each = (list, change) =>
  Array.isArray(list) ? list.map((one) => each(one, change)) : change(list);

/**
 * The names of the places of an axis: tokens or texts, or none where places are only counted.
 *
 * @type {(list: unknown) => {names: string[], repeat: boolean} | undefined}
 */
const namesOf = (list) =>
  Array.isArray(list)
    ? { names: list.map((one) => textOf(one) ?? String(one)), repeat: Boolean(textOf(list[0])) }
    : undefined;

/**
 * @param {SentTensor | Matrix | unknown[]} value
 * @returns {value is SentTensor}
 */
const isSent = (value) => !Array.isArray(value) && "data" in value;

/**
 * Numbers with their shape, however they came: packed, unpacked, or as lists of lists.
 *
 * @type {(value: SentTensor | Matrix | unknown[]) => Matrix}
 */
export function array(value) {
  if (isSent(value)) return unpack(value);
  if (!Array.isArray(value)) return value;
  /** @type {number[]} */
  const shape = [];
  /** @type {unknown} */
  let inner = value;
  for (; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
  return { shape, values: /** @type {number[]} */ (value.flat(shape.length)) };
}

/**
 * The tables of a view, ready to be written.
 *
 * @param {Fields & {takes?: Named[]}} data of the view
 * @param {Fields} [tensors] that the page keeps for several views
 * @returns {Table[]}
 */
export function tables(data, tensors = undefined) {
  return (data.takes ?? []).flatMap((table) => {
    if (table.records !== undefined)
      return records(table, found(data, tensors, table.records), data);
    const values = Object.entries(table.values).flatMap(([name, path]) => {
      const value = found(data, tensors, path);
      if (value === undefined || value === null) return [];
      return { name, ...array(/** @type {SentTensor | Matrix | unknown[]} */ (value)) };
    });
    if (!values.length) return []; // they are on their way, or not of this choice
    const axes = table.axes.map(([name, path], place) => ({
      name,
      size: values[0].shape[place],
      ...(path ? namesOf(found(data, tensors, path)) : undefined),
    }));
    return { name: table.name, axes, values, count: values[0].values.length };
  });
}

/**
 * The tables of a view: its own, or what its data names; none without rows.
 *
 * @type {(view: {root: Drawn, call: {data: Fields & {takes?: Named[]}}}) => Table[]}
 */
export function tablesOf({ root, call }) {
  const all = root.takes?.tables() ?? tables(call.data, window.glassTensors?.tensors);
  return all.filter(({ count }) => count);
}

/** Whether a value fits into a column of its own: one thing, or a list of things. */
export const plain = (/** @type {unknown} */ value) =>
  value === null || typeof value !== "object" || Array.isArray(value);

/**
 * Records, those of steps with their step, and ids looked up.
 *
 * @type {(table: {name: string, lookups: Record<string, string>}, found: unknown,
 *   data: Fields) => RecordTable}
 */
function records({ name, lookups }, found, data) {
  const all = /** @type {Fields[] | Fields[][]} */ (found ?? []);
  const steps = all.flatMap((step, i) =>
    Array.isArray(step) ? step.map((record) => ({ step: i + 1, ...record })) : [step],
  );
  const list = steps.map((record) => {
    const looked = Object.entries(lookups).map(([key, path]) => [
      key,
      textOf(part(data[path], String(record[key]))),
    ]);
    return { ...record, ...Object.fromEntries(looked) };
  });
  return recordTable(name, list);
}

/**
 * A table of records: a column for each field that holds one thing, or a list of things.
 *
 * @type {(name: string, list: Fields[]) => RecordTable}
 */
export function recordTable(name, list) {
  const fields = [...new Set(list.flatMap(Object.keys))];
  const columns = fields.filter((key) => list.every((record) => plain(record[key] ?? null)));
  return { name, columns, list, count: list.length };
}
