// What a view draws, as tables that can be written as CSV or JSON (take_away/text.js).
//
// A view's data names its tables (ui/views/export_tables.py). A table is a tensor with its axes,
// or a list of records. Paths such as "own.right" lead into the view's data, or into the page's
// tensors.

import { times } from "../library/dom.js";
import { unpack } from "../library/numbers.js";

/** @import { Drawn, Fields, Named, Table, TableAxis } from "./types.d.ts" */

/** @type {(thing: unknown, name: string) => unknown} */
const part = (thing, name) => /** @type {Fields | null | undefined} */ (thing)?.[name];

/**
 * What a token, or whatever has a text, is written as.
 *
 * @type {(thing: unknown) => string | undefined}
 */
export const textOf = (thing) => /** @type {string | undefined} */ (part(thing, "text"));

/** Whether a value fits into a column of its own: one thing, or a list of things. */
export const plain = (/** @type {unknown} */ value) =>
  value === null || typeof value !== "object" || Array.isArray(value);

/** @type {(list: unknown, change: (one: unknown) => unknown) => unknown} */
const each = (list, change) =>
  Array.isArray(list) ? list.map((one) => each(one, change)) : change(list);

/**
 * What a path leads to: in the view's data, else among the tensors that the page keeps. "tops#p" is
 * the field p of each record there; "ids>names" is each id's entry in another list or dictionary.
 *
 * @type {(data: Fields, tensors: Fields | undefined, path: string) => unknown}
 */
function follow(data, tensors, path) {
  const [place, list] = path.split(">");
  const [whole, pick] = place.split("#");
  /** @type {unknown} */
  const start = data;
  const inside = whole.split(".").reduce(part, start) ?? tensors?.[whole];
  const picked = pick && inside ? each(inside, (one) => part(one, pick)) : inside;
  if (!list || !picked) return picked;
  const names = follow(data, tensors, list);
  return each(picked, (id) => {
    const name = part(names, String(id));
    return textOf(name) ?? name ?? null;
  });
}

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
 * Numbers with their shape, however they came: packed, or as lists of lists.
 *
 * @type {(value: SentTensor | unknown[]) => Matrix}
 */
function array(value) {
  if (!Array.isArray(value)) return unpack(value);
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
    if (table.records !== undefined) {
      const list = follow(data, tensors, table.records);
      return recordTable(table.name, records(list, table.lookups, data));
    }
    const values = Object.entries(table.values).flatMap(([name, path]) => {
      const value = follow(data, tensors, path);
      if (value === undefined || value === null) return [];
      return { name, ...array(/** @type {SentTensor | unknown[]} */ (value)) };
    });
    if (!values.length) return []; // they are on their way, or not of this choice
    const axes = table.axes.map(([name, path], place) => ({
      name,
      size: values[0].shape[place],
      ...(path ? namesOf(follow(data, tensors, path)) : undefined),
    }));
    return tensorTable(table.name, axes, values);
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

/** @type {(value: unknown) => unknown} */
const unchanged = (value) => value;

/**
 * A table of tensors with the same axes: a row for each number. Its columns are axes, places of
 * axes whose names repeat, and values; places count from 1, as on the screen.
 *
 * @type {(name: string, axes: TableAxis[], values: (Matrix & {name: string})[]) => Table}
 */
function tensorTable(name, axes, values) {
  const steps = axes.map((_, i) => axes.slice(i + 1).reduce((rows, { size }) => rows * size, 1));
  const repeated = axes.flatMap(({ repeat }, axis) => (repeat ? [axis] : []));
  return {
    name,
    columns: [
      ...axes.map((axis) => axis.name),
      ...repeated.map((axis) => `${axes[axis].name}_position`),
      ...values.map((value) => value.name),
    ],
    count: values[0].values.length,
    reader(write = unchanged) {
      const named = axes.map(({ names, size }) => times(size, (i) => write(names?.[i] ?? i + 1)));
      return (place) => {
        const at = axes.map(({ size }, axis) => Math.floor(place / steps[axis]) % size);
        return [
          ...named.map((names, axis) => names[at[axis]]),
          ...repeated.map((axis) => at[axis] + 1),
          ...values.map((one) => write(one.values[place])),
        ];
      };
    },
    whole: () => ({
      name,
      axes: axes.map(({ name, size, names }) => ({ name, size, names })),
      values: Object.fromEntries(values.map((one) => [one.name, nested(one)])),
    }),
  };
}

/**
 * Lists of lists, as an array is nested.
 *
 * @type {(matrix: Matrix) => unknown[]}
 */
function nested({ shape, values }) {
  if (shape.length < 2) return Array.from(values, finite);
  const size = values.length / shape[0];
  return times(shape[0], (i) =>
    nested({ shape: shape.slice(1), values: values.slice(i * size, (i + 1) * size) }),
  );
}

/** JSON knows no infinity. */
const finite = (/** @type {unknown} */ value) =>
  typeof value !== "number" || Number.isFinite(value) ? value : String(value);

/**
 * Records, those of steps with their step, and ids looked up.
 *
 * @type {(list: unknown, lookups: Record<string, string>, data: Fields) => Fields[]}
 */
function records(list, lookups, data) {
  const all = /** @type {Fields[] | Fields[][]} */ (list ?? []);
  const steps = all.flatMap((step, i) =>
    Array.isArray(step) ? step.map((record) => ({ step: i + 1, ...record })) : [step],
  );
  return steps.map((record) => {
    const looked = Object.entries(lookups).map(([key, path]) => [
      key,
      textOf(part(data[path], String(record[key]))),
    ]);
    return { ...record, ...Object.fromEntries(looked) };
  });
}

/**
 * A table of records: a column for each field that holds one thing, or a list of things.
 *
 * @type {(name: string, list: Fields[]) => Table}
 */
export function recordTable(name, list) {
  const fields = [...new Set(list.flatMap(Object.keys))];
  const columns = fields.filter((key) => list.every((record) => plain(record[key] ?? null)));
  /** @type {(record: Fields) => [string, unknown][]} */
  const whole = (record) => columns.map((column) => [column, record[column] ?? null]);
  return {
    name,
    columns,
    count: list.length,
    reader:
      (write = unchanged) =>
      (place) =>
        columns.map((column) => write(list[place][column])),
    whole: () => ({ name, records: list.map((record) => Object.fromEntries(whole(record))) }),
  };
}
