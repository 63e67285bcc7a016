// Six small maps, all on the same scale: choosing one makes it the large one.

import { element } from "../../../../ui/views/library/dom.js";
import { moved } from "../../../../ui/views/library/keys.js";
import { brief } from "./patch_cells.js";

/** Paint all maps as buttons. */
export function paintMaps(view) {
  const { small, data } = view;
  if (small.children.length !== data.maps.length) {
    small.replaceChildren();
    data.maps.forEach(() => smallMap(small));
  }
  data.maps.forEach((map, i) => {
    const button = small.children[i],
      on = map.name === view.chosen[0];
    button.setAttribute("aria-checked", on);
    button.tabIndex = on ? 0 : -1;
    button.onclick = () => goToMap(view, i);
    const [title, canvas, caption] = button.children;
    title.textContent = map.title;
    paintSmall(canvas, map, view);
    captionOf(caption, map, view);
  });
}

function smallMap(parent) {
  const button = element("button", { type: "button", role: "radio" }, parent);
  element("span", { class: "title" }, button);
  element("canvas", { "aria-hidden": "true" }, button);
  element("span", { class: "caption" }, button);
}

function paintSmall(canvas, map, { data, colours }) {
  const [rows, columns] = [map.rows.length, map.columns.length];
  Object.assign(canvas, { width: columns, height: rows });
  const context = canvas.getContext("2d"),
    image = context.createImageData(columns, rows);
  const none = colours.colour("line2");
  map.index.flat().forEach((cell, i) => {
    const value = data.effects[cell] ?? null;
    const colour = cell < 0 ? none : value === null ? null : colours.signed(value);
    if (colour) image.data.set([...colour, 255], i * 4);
  });
  context.putImageData(image, 0, 0);
}

/** The cell to look at first in a map: the one chosen there, or the one with most effect. */
const nearest = (view, map) =>
  map.name === view.chosen[0] ? view.chosen.slice(1) : strongest(view.data, map);

/** Row and column of the cell with the largest effect; the first cell while none is computed. */
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

/** What the places are, and the largest effect among them. */
function captionOf(node, map, { data }) {
  const [row, column] = strongest(data, map),
    value = data.effects[map.index[row][column]] ?? null;
  const named = value !== null && Math.abs(value) >= 0.1 && map.kind !== "stream";
  node.replaceChildren(`${named ? `${map.rows[row]}, ${map.short[column]}` : map.places} · `);
  element("b", {}, node, value === null ? "–" : brief(value));
}

/** Arrow keys choose among the maps, as among radio buttons: where one leads. */
export function mapAt({ data, chosen }, key) {
  const now = data.maps.findIndex(({ name }) => name === chosen[0]);
  return moved(now, key, data.maps.length, { around: true });
}

export function goToMap(view, place) {
  const map = view.data.maps[place];
  view.choose([map.name, ...nearest(view, map)], 150);
  view.small.children[place].focus();
}
