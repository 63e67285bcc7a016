// Six small maps, all on the same scale: choosing one makes it the large one.

import { element } from "../../../../ui/views/library/dom.js";
import { moved } from "../../../../ui/views/library/keys.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { brief } from "./patch_cells.js";

/** @import { Data, PlaceMap, View } from "./types.d.ts" */

/**
 * Paint all maps as buttons.
 *
 * @param {View} view
 */
export function paintMaps(view) {
  const { small, data } = view;
  if (small.children.length !== data.maps.length) {
    small.replaceChildren();
    data.maps.forEach(() => smallMap(small));
  }
  const buttons = small.querySelectorAll("button");
  data.maps.forEach((map, i) => {
    const button = buttons[i],
      on = map.name === view.chosen[0];
    button.setAttribute("aria-checked", on);
    button.tabIndex = on ? 0 : -1;
    button.onclick = () => goToMap(view, i);
    const [title, caption] = button.querySelectorAll("span"),
      canvas = button.querySelector("canvas");
    title.textContent = map.title;
    if (canvas) paintSmall(canvas, map, view);
    captionOf(caption, map, view);
  });
}

/** @type {(parent: Element) => void} */
function smallMap(parent) {
  const button = element("button", { type: "button", role: "radio" }, parent);
  element("span", { class: "title" }, button);
  element("canvas", { "aria-hidden": "true" }, button);
  element("span", { class: "caption" }, button);
}

/** @type {(canvas: HTMLCanvasElement, map: PlaceMap, view: View) => void} */
function paintSmall(canvas, map, { data, colours }) {
  const shape = [map.rows.length, map.columns.length];
  const none = colours.colour("line2");
  dots(canvas, { shape, values: map.index.flat() }, (cell) => {
    const value = data.effects[cell] ?? null;
    return cell < 0 ? none : value === null ? null : colours.signed(value);
  });
}

/**
 * The cell to look at first in a map: the one chosen there, or the one with most effect.
 *
 * @type {(view: View, map: PlaceMap) => [row: number, column: number]}
 */
const nearest = (view, map) =>
  map.name === view.chosen[0] ? [view.chosen[1], view.chosen[2]] : strongest(view.data, map);

/**
 * Row and column of the cell with the largest effect; the first cell while none is computed.
 *
 * @type {(data: Data, map: PlaceMap) => [row: number, column: number]}
 */
function strongest({ effects }, map) {
  let best = { value: -1, row: 0, column: 0 };
  map.index.forEach((line, row) =>
    line.forEach((cell, column) => {
      const value = cell < 0 ? -1 : Math.abs(effects[cell] ?? 0);
      if (value > best.value + 1e-9) best = { value, row, column };
    }),
  );
  return [best.row, best.column];
}

/**
 * What the places are, and the largest effect among them.
 *
 * @type {(node: Element, map: PlaceMap, view: View) => void}
 */
function captionOf(node, map, { data }) {
  const [row, column] = strongest(data, map),
    value = data.effects[map.index[row][column]] ?? null;
  const named = value !== null && Math.abs(value) >= 0.1 && map.kind !== "stream";
  node.replaceChildren(`${named ? `${map.rows[row]}, ${map.short[column]}` : map.places} · `);
  element("b", {}, node, value === null ? "–" : brief(value));
}

/**
 * Arrow keys choose among the maps, as among radio buttons: where one leads.
 *
 * @param {View} view
 * @param {string} key
 * @returns {number | undefined}
 */
export function mapAt({ data, chosen }, key) {
  const now = data.maps.findIndex(({ name }) => name === chosen[0]);
  return moved(now, key, data.maps.length, { around: true });
}

/**
 * Choose another map, at the place that is nearest to the chosen one.
 *
 * @param {View} view
 * @param {number} place
 */
export function goToMap(view, place) {
  const map = view.data.maps[place];
  view.choose([map.name, ...nearest(view, map)], 150);
  view.small.querySelectorAll("button")[place].focus();
}
