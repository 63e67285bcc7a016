// One reader's map: rows ask, columns are read.

import {
  mapNodes,
  markPlaces,
  nameColumns,
  paintWeights,
  pointAtCells,
  walkOverCells,
} from "../../../../ui/views/library/attention_map.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  columnOf,
  number,
  rowOf,
  strongestOf,
  within,
} from "../../../../ui/views/library/numbers.js";
import { shown } from "../../../../ui/views/library/tokens.js";
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
    { class: "tabs", role: "radiogroup", "aria-label": t("Language of the map") },
    heading,
  );
  const place = element("span", { class: "place" }, heading);
  const scroll = element("div", { class: "scroll" }, parent);
  const drawing = mapNodes(scroll, t("Rows of the map"), "group");
  const readout = element("output", { class: "readout" }, parent);
  /** @type {Partial<MemoryMap>} */
  const nodes = { ...drawing, tabs, place, scroll, readout };
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
  /** @type {(place: {row?: number, column?: number} | null) => void} */
  const point = (place) => hover(place && { reader: state.mapped, ...place });
  pointAtCells(field, shape, point, ({ row }) => pick(row));
  walkOverCells(
    field,
    () => ({ shape: shape(), hover: state.hover, row: state.rows[state.mapped] }),
    point,
    pick,
  );
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
      t("{language} reads", { language }),
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
  Object.assign(map, { cell, pitch });
  map.scroll.style.cssText =
    `--cell: ${cell}px; --pitch: ${pitch}px; ` +
    `--columns: ${source.length}; --rows: ${tokens.length}`;
  nameColumns(map, map.scroll, source, cell < 22);
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
  const { cell, pitch } = map,
    { mapped, attention, rows } = state;
  const values = mapOf(state, mapped),
    [count, columns] = values.shape;
  const { values: all } = state.measures[0];
  const place = placeName(state, [all.length, all[0].length]);
  map.place.textContent = place;
  const reads = { language: state.readers[mapped].language, place };
  map.field.setAttribute(
    "aria-label",
    state.shown === "weight"
      ? t(
          "{language}: weights of {place}. Arrow keys move over the cells, Enter goes to the " +
            "row.",
          reads,
        )
      : t(
          "{language}: contributions of {place}. Arrow keys move over the cells, Enter goes " +
            "to the row.",
          reads,
        ),
  );
  paintWeights(map, values, attention);
  if (mapped === 0) {
    const [y, width] = [(rows[0] + 1) * pitch, columns * cell];
    map.ring.before(svg("rect", { class: "veil", y, width, height: count * pitch - y }));
  }
  map.rows.forEach((button, row) => {
    button.classList.toggle("future", mapped === 0 && row > rows[0]);
    button.classList.toggle("chosen", row === rows[mapped]);
  });
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
  markPlaces(map, rows[mapped], here);
  let row = here.row ?? rows[mapped];
  if (here.row === undefined && here.column !== undefined)
    row = strongestOf(columnOf(values, here.column));
  const column = here.column ?? strongestOf(rowOf(values, row));
  map.labels.forEach((name, i) => name.classList.toggle("on", i === column));
  map.rows.forEach((button, i) => button.classList.toggle("on", i === row));
  const pair = {
    query: shown(readers[mapped].tokens[row]),
    key: shown(source[column]),
    value: number(rowOf(values, row)[column], 3),
  };
  map.readout.textContent =
    kind === "weight"
      ? t("{query} → {key}: weight {value}", pair)
      : t("{query} → {key}: contribution {value}", pair);
}
