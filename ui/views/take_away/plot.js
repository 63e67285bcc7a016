// A Plotly figure as a picture, and its numbers as tables.

import { times } from "../library/dom.js";
import { recordTable } from "./tables.js";
import { inLight } from "./whole.js";

/** @import { Axis, Fields, Figure, Layout, PlotNode, Table, Trace } from "./types.d.ts" */

/**
 * What an axis measures, and the names of its places.
 *
 * @typedef {{title: string, names: Map<unknown, string>}} Scaled
 */

export const NAME = 14; // pixels that the name of a token needs when it stands upright

/**
 * The text of a name in which Plotly reads tags.
 *
 * @type {(text?: string) => string}
 */
const plain = (text) =>
  text
    ? new DOMParser().parseFromString(String(text).replaceAll("<br>", " "), "text/html").body
        .textContent
    : "";

/**
 * Let a figure show the part that the visitor zoomed into.
 *
 * @type {(layout: Layout, shown: Layout) => void}
 */
function zoomed(layout, shown) {
  for (const name of Object.keys(shown).filter((key) => /^[xy]axis\d*$/.test(key))) {
    const { range = [] } = /** @type {Axis} */ (shown[name]);
    layout[name] = { .../** @type {Axis} */ (layout[name]), range: [...range], autorange: false };
  }
}

/**
 * Return a figure as text of an SVG, so wide that each token has its name.
 *
 * @param {PlotNode} node of the plot
 * @param {(width: number) => Figure} figure in the colours that the node has
 * @param {boolean} themed whether these are the theme's; else light ones
 */
export async function plotPicture(node, figure, themed) {
  const names = node.request.figure.layout.xaxis?.ticktext?.length ?? 0;
  const width = Math.max(node.clientWidth, names * NAME + 90);
  const end = inLight(node, themed);
  const { data, layout } = figure(width);
  end();
  zoomed(layout, node._fullLayout);
  const { height } = node._fullLayout;
  Object.assign(layout, { width, height, autosize: false });
  const address = await Plotly.toImage({ data, layout }, { format: "svg", width, height });
  return decodeURIComponent(address.slice(address.indexOf(",") + 1));
}

/**
 * What an axis measures, and the names of its places.
 *
 * @type {(layout: Layout, trace: Trace, letter: "x" | "y") => Scaled}
 */
function axisOf(layout, trace, letter) {
  const called = (trace[`${letter}axis`] ?? letter).replace(letter, `${letter}axis`);
  const axis = /** @type {Axis} */ (layout[called] ?? {});
  const names = new Map();
  (axis.tickvals ?? []).forEach((place, i) => {
    if (Number.isInteger(place) && axis.ticktext) names.set(place, plain(axis.ticktext[i]));
  });
  return { title: plain(axis.title?.text) || letter, names };
}

/**
 * A place on an axis as fields of a record: its name, and its number where it has both.
 *
 * @type {(axis: Scaled, value: unknown) => Fields}
 */
function placed({ title, names }, value) {
  if (typeof value !== "number" || !names.size) return { [title]: value };
  return { [title]: names.get(value) ?? value, [`${title}_position`]: value + 1 };
}

/** @type {(trace: Trace, layout: Layout) => Fields[]} */
function recordsOf(trace, layout) {
  const [x, y] = [axisOf(layout, trace, "x"), axisOf(layout, trace, "y")];
  const series = trace.name ? { series: plain(trace.name) } : {};
  /** @type {(axis: Scaled, list: unknown[] | undefined, i: number) => Fields} */
  const at = (axis, list, i) => placed(axis, list?.[i] ?? i);
  if (trace.z) {
    return [...trace.z].flatMap((line, row) => {
      const there = { ...series, ...at(y, trace.y, row) };
      return Array.from(line, (value, i) => ({ ...there, ...at(x, trace.x, i), value }));
    });
  }
  const error = trace.error_y?.array,
    texts = Array.isArray(trace.text) ? trace.text : undefined;
  return times(Math.max(trace.x?.length ?? 0, trace.y?.length ?? 0), (i) => ({
    ...series,
    ...at(x, trace.x, i),
    ...at(y, trace.y, i),
    ...(error ? { [`${y.title}_error`]: error[i] } : {}),
    ...(texts ? { text: plain(texts[i]) } : {}),
  }));
}

/**
 * All that a figure draws, as one table: a row for each point, bar or cell.
 *
 * @type {(node: PlotNode) => Table[]}
 */
export function plotTables(node) {
  const { data, layout } = node.request.figure;
  const drawn = (node.drawn ?? node.request) === node.request && node._fullData;
  const seen = (drawn || data).filter(({ visible = true }) => visible === true);
  const records = seen.flatMap((trace) => recordsOf(trace, layout));
  return [recordTable(node.request.key, records)];
}
