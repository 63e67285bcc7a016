// Six small maps, all on the same scale: choosing one makes it the large one.

import { element } from "../../../../ui/views/library/dom.js";
import { moved } from "../../../../ui/views/library/keys.js";
import { briefOrZero } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { effectOf } from "./patch_cells.js";

/** @import { Data, PlaceMap, View } from "./types.d.ts" */

/**
 * Paint all maps as buttons; what the places are stands below, or the largest effect's, and this.
 *
 * @param {View} view
 */
export function paintMaps(view) {
  const { data, colours } = view;
  view.maps ??= data.maps.map((_, place) => smallMap(view, place));
  const none = colours.colour("line2");
  data.maps.forEach((map, place) => {
    const { button, title, canvas, caption } = view.maps[place],
      on = map.name === view.chosen[0];
    button.setAttribute("aria-checked", on);
    button.tabIndex = on ? 0 : -1;
    title.textContent = map.title;
    const shape = [map.rows.length, map.columns.length];
    dots(canvas, { shape, values: map.index.flat() }, (_, row, column) => {
      const value = effectOf(data, map, row, column);
      return value === undefined ? none : value === null ? null : colours.signed(value);
    });
    const [row, column] = strongest(data, map),
      value = effectOf(data, map, row, column) ?? null;
    const named = value !== null && Math.abs(value) >= 0.1 && map.kind !== "stream";
    caption.textContent = `${named ? `${map.rows[row]}, ${map.short[column]}` : map.places} · `;
    element("b", {}, caption, value === null ? "–" : briefOrZero(value));
  });
}

/** @type {(view: View, place: number) => View["maps"][number]} */
function smallMap(view, place) {
  const button = element("button", { type: "button", role: "radio" }, view.small);
  button.onclick = () => goToMap(view, place);
  const title = element("span", { class: "title" }, button);
  const canvas = element("canvas", { "aria-hidden": "true" }, button);
  return { button, title, canvas, caption: element("span", { class: "caption" }, button) };
}

/**
 * Row and column of the cell with the largest effect; the first cell while none is computed.
 *
 * @type {(data: Data, map: PlaceMap) => [row: number, column: number]}
 */
function strongest(data, map) {
  let best = { value: -1, row: 0, column: 0 };
  map.index.forEach((line, row) =>
    line.forEach((_, column) => {
      const effect = effectOf(data, map, row, column);
      const value = effect === undefined ? -1 : Math.abs(effect ?? 0);
      if (value > best.value + 1e-9) best = { value, row, column };
    }),
  );
  return [best.row, best.column];
}

/**
 * Arrow keys choose among the maps, as among radio buttons: where one leads.
 *
 * @param {View} view
 * @param {string} key
 */
export function mapAt({ data, chosen }, key) {
  const now = data.maps.findIndex(({ name }) => name === chosen[0]);
  return moved(now, key, data.maps.length, { around: true });
}

/**
 * Choose another map, at the place with most effect.
 *
 * @param {View} view
 * @param {number} place
 */
export function goToMap(view, place) {
  const map = view.data.maps[place];
  if (map.name !== view.chosen[0]) view.choose([map.name, ...strongest(view.data, map)], 150);
  view.maps[place].button.focus();
}
