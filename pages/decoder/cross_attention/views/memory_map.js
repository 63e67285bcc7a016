// One reader's map: rows ask, columns are read.

import { ink } from "../../../../ui/views/library/colours.js";
import { cellUnder, element, svg } from "../../../../ui/views/library/dom.js";
import { movedOver } from "../../../../ui/views/library/keys.js";
import {
  columnOf,
  number,
  rowOf,
  strongestOf,
  within,
} from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { cut, shown, tokenColumn } from "../../../../ui/views/library/tokens.js";
import { mapOf, placeName } from "./memory_state.js";

/** @import { MemoryMap, State, View } from "./types.d.ts" */

/**
 * Make the map of a reader, with the tabs that choose whose.
 *
 * @param {Element} parent
 * @param {View} view
 * @returns {MemoryMap}
 */
export function memoryMap(parent, view) {
  const heading = element("div", { class: "heading" }, parent);
  const tabs = element(
    "div",
    { class: "tabs", role: "radiogroup", "aria-label": "Whose map" },
    heading,
  );
  const place = element("span", { class: "place" }, heading);
  const scroll = element("div", { class: "scroll" }, parent);
  element("div", { class: "corner" }, scroll);
  const keys = svg("svg", { class: "keys", "aria-hidden": "true" }, scroll);
  const queries = tokenColumn(scroll, "queries", "Rows of the map", "group");
  const field = element("div", { class: "field", tabindex: 0, role: "group" }, scroll);
  const canvas = element("canvas", { "aria-hidden": "true" }, field);
  const over = svg("svg", { "aria-hidden": "true" }, field);
  const readout = element("output", { class: "readout" }, parent);
  /** @type {Partial<MemoryMap>} */
  const nodes = { tabs, place, scroll, keys, queries, field, canvas, over, readout };
  const map = /** @type {MemoryMap} */ (nodes);
  walkField(map, view);
  map.fill = (state) => fillMap(map, state, view);
  map.paint = (state) => paintField(map, state);
  map.light = (state) => lightField(map, state);
  return map;
}

/**
 * Point at a cell, or walk over the cells with the arrow keys; Enter goes to the row's step.
 *
 * @type {(map: MemoryMap, view: View) => void}
 */
function walkField({ field }, { state, hover, choose }) {
  const shape = () => mapOf(state, state.mapped).shape;
  /** @type {(row: number) => void} */
  const pick = (row) =>
    state.mapped === 0 && choose({ step: state.readers[0].row_of.indexOf(row) });
  /** @type {(event: MouseEvent) => {reader: number, row: number, column: number}} */
  const under = (event) => ({ reader: state.mapped, ...cellUnder(field, event, shape()) });
  field.onpointermove = (event) => hover(under(event));
  field.onpointerleave = field.onblur = () => hover(null);
  field.onclick = (event) => pick(under(event).row);
  field.onkeydown = (event) => {
    const at = state.hover?.column === undefined ? null : state.hover;
    const here = [at?.row ?? state.rows[state.mapped], at?.column ?? 0];
    const to = movedOver(here, event.key, shape());
    if (!to && event.key !== "Enter") return;
    event.preventDefault();
    if (!to) {
      pick(here[0]);
      return;
    }
    const [row, column] = at ? to : here; // the first key shows where one stands
    hover({ reader: state.mapped, row, column });
  };
}

/**
 * Write the tokens of a new sentence, or of the other reader, beside the map.
 *
 * @type {(map: MemoryMap, state: State, view: View) => void}
 */
function fillMap(map, state, view) {
  const { readers, source, mapped } = state,
    { tokens } = readers[mapped];
  map.tabs.replaceChildren();
  readers.forEach(({ language }, i) => {
    const tab = element(
      "button",
      { type: "button", role: "radio", "aria-checked": i === mapped },
      map.tabs,
      `${language} reads`,
    );
    tab.onclick = () => {
      state.mapped = i;
      fillMap(map, state, view);
      map.paint(state);
      map.light(state);
      map.tabs.querySelectorAll("button")[i].focus();
    };
  });
  const room = (map.tabs.parentElement?.clientWidth ?? 0) - 92; // beside the rows' names
  const cell = within(Math.floor(room / source.length), 13, 38),
    pitch = within(Math.floor(224 / tokens.length), 14, 26);
  const dense = cell < 22,
    width = Math.max(...source.map((token) => cut(shown(token)).length)) * 7;
  const head = Math.round(dense ? width + 12 : width * 0.67 + 20);
  Object.assign(map, { cell, pitch });
  map.scroll.classList.toggle("dense", dense);
  map.scroll.style.cssText =
    `--cell: ${cell}px; --pitch: ${pitch}px; --head: ${head}px; ` +
    `--columns: ${source.length}; --rows: ${tokens.length}`;
  map.keys.replaceChildren();
  map.names = source.map((token, i) =>
    svg(
      "text",
      {
        transform: `translate(${(i + 0.5) * cell + 5} ${head - 6}) rotate(${dense ? -90 : -42})`,
        class: token.special ? "special" : null,
        lang: token.lang,
      },
      map.keys,
      cut(shown(token)),
    ),
  );
  map.rows = map.queries.fill(tokens, {}, (button, row) => {
    button.onmouseenter = button.onfocus = () => view.hover({ reader: mapped, row });
    button.onmouseleave = button.onblur = () => view.hover(null);
    if (mapped === 0)
      button.onclick = () => view.choose({ step: state.readers[0].row_of.indexOf(row) });
    button.tabIndex = row ? -1 : 0;
  });
}

/**
 * Paint the cells, the numbers that fit, and a veil over what is not written yet.
 *
 * @type {(map: MemoryMap, state: State) => void}
 */
function paintField(map, state) {
  const { cell, pitch, over } = map,
    { mapped, attention, rows } = state;
  const values = mapOf(state, mapped),
    [count, columns] = values.shape;
  map.place.textContent = placeName(state);
  map.field.setAttribute(
    "aria-label",
    `What ${state.readers[mapped].language} reads: ${state.shown}s of ${placeName(state)}. ` +
      "Arrow keys move over the cells, Enter goes to the row.",
  );
  dots(map.canvas, values, attention);
  over.replaceChildren();
  values.values.forEach((value, i) => {
    if (value < 0.2 || cell < 24 || pitch < 17) return;
    svg(
      "text",
      {
        x: ((i % columns) + 0.5) * cell,
        y: (Math.floor(i / columns) + 0.5) * pitch + 4.5,
        fill: ink(attention(value)),
      },
      over,
      value > 0.995 ? "1.0" : number(value).slice(1),
    );
  });
  if (mapped === 0) {
    svg(
      "rect",
      {
        class: "veil",
        y: (rows[0] + 1) * pitch,
        width: columns * cell,
        height: (count - rows[0] - 1) * pitch,
      },
      over,
    );
  }
  map.rows.forEach((button, row) => {
    button.classList.toggle("future", mapped === 0 && row > rows[0]);
    button.classList.toggle("chosen", row === rows[mapped]);
  });
  svg(
    "rect",
    {
      class: "ring",
      x: -1,
      y: rows[mapped] * pitch - 1,
      width: columns * cell + 2,
      height: pitch + 2,
    },
    over,
  );
  map.spot = svg("rect", { class: "spot", width: cell, height: pitch }, over);
  const column = strongestOf(rowOf(values, rows[mapped]));
  reveal(
    map,
    "scrollTop",
    rows[mapped] * pitch,
    map.scroll.clientHeight - map.keys.clientHeight - 2 * pitch,
  );
  reveal(
    map,
    "scrollLeft",
    column * cell,
    map.scroll.clientWidth - map.queries.root.offsetWidth - cell,
  );
}

/**
 * The current row and what it reads stay in view.
 *
 * @type {(map: MemoryMap, side: "scrollTop" | "scrollLeft", place: number, room: number) => void}
 */
function reveal({ scroll }, side, place, room) {
  const from = scroll[side];
  if (place < from || place > from + room) scroll[side] = place - room / 2;
}

/**
 * Mark the cell or word that is pointed at, and say its number.
 *
 * @type {(map: MemoryMap, state: State) => void}
 */
function lightField(map, state) {
  const { hover, mapped, readers, source, rows, shown: kind } = state,
    values = mapOf(state, mapped);
  const here = hover && (hover.reader ?? mapped) === mapped ? hover : {};
  const cell = here.row !== undefined && here.column !== undefined;
  map.spot.setAttribute("visibility", cell ? "visible" : "hidden");
  map.spot.setAttribute("x", (here.column ?? 0) * map.cell);
  map.spot.setAttribute("y", (here.row ?? 0) * map.pitch);
  let row = here.row ?? rows[mapped];
  if (here.row === undefined && here.column !== undefined)
    row = strongestOf(columnOf(values, here.column));
  const column = here.column ?? strongestOf(rowOf(values, row));
  map.names.forEach((name, i) => name.classList.toggle("on", i === column));
  map.rows.forEach((button, i) => button.classList.toggle("on", i === row));
  map.readout.textContent =
    `${shown(readers[mapped].tokens[row])} → ${shown(source[column])}: ` +
    `${kind} ${number(rowOf(values, row)[column], 3)}`;
}
