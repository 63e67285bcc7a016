// Six small maps, all on the same scale: choosing one makes it the large one.

import { moved, onKey } from "../../../../ui/views/library/keys.js";
import { briefOrZero } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { effectOf } from "./patch_cells.js";

/** @import { PatchData, PatchMap } from "./data.d.ts" */
/** @import { Patch } from "./patch_view.js" */

/**
 * All maps as radio buttons; what the places are stands below, or the largest effect's, and this.
 * Another map is chosen at the place with most effect.
 *
 * @param {Patch} view
 */
export function smallMaps({ data, now, colours, choose }) {
  const { maps } = data,
    at = maps.findIndex(({ name }) => name === now.chosen[0]),
    none = colours.colour("line2");
  /** @type {(place: number) => void} */
  const go = (place) => {
    /** @type {PatchData["chosen"]} */
    const chosen = [maps[place].name, ...strongest(data, maps[place])];
    if (place !== at) choose({ chosen }, "choose", chosen, 150);
  };
  const walk = onKey((key) => moved(at, key, maps.length, { around: true }), go);
  return html`<div class="small" role="radiogroup" aria-labelledby="patch-where" @keydown=${walk}
    >${maps.map((map, place) => {
      const shape = [map.rows.length, map.columns.length];
      const painting = {
        of: [data, colours],
        paint: (/** @type {HTMLCanvasElement} */ canvas) =>
          dots(canvas, { shape, values: map.index.flat() }, (_, row, column) => {
            const value = effectOf(data, map, row, column);
            return value === undefined ? none : value === null ? null : colours.signed(value);
          }),
      };
      const [row, column] = strongest(data, map),
        value = effectOf(data, map, row, column) ?? null;
      const named = value !== null && Math.abs(value) >= 0.1 && !map.stream;
      return html`<button type="button" role="radio" aria-checked=${place === at}
        tabindex=${place === at ? 0 : -1} @click=${() => go(place)}
        ><span class="title">${map.title}</span><canvas aria-hidden="true" .painting=${painting}
        ></canvas><span class="caption">${
          named ? `${map.rows[row]}, ${map.short[column]}` : map.places
        } · <b>${value === null ? "–" : briefOrZero(value)}</b></span></button>`;
    })}</div>`;
}

/**
 * Row and column of the cell with the largest effect; the first cell while none is computed.
 *
 * @type {(data: PatchData, map: PatchMap) => [row: number, column: number]}
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
