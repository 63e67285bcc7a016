// Six small maps, all on the same scale: choosing one makes it the large one.

import { element } from "../../../../ui/views/library/dom.js";
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
    button.onclick = () => {
      view.choose([map.name, ...nearest(view, map)]);
      button.focus();
    };
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

/** Arrow keys choose among the maps, as among radio buttons. */
export function walkMaps(view, event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const { maps } = view.data,
    now = maps.findIndex((map) => map.name === view.chosen[0]);
  const next = maps[(now + step + maps.length) % maps.length];
  view.choose([next.name, ...nearest(view, next)], 150);
  view.small.children[maps.indexOf(next)].focus();
}
