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
import { currentRows, mapOf, placeName } from "./memory_state.js";

/** @import { AttentionMap } from "../../../../ui/views/library/attention_map.js" */
/** @import { Acts, Place, State } from "./memory_state.js" */

/** Its nodes, what is drawn, and what it was last drawn of. */
/**
 * @typedef {AttentionMap & {scroll: HTMLElement, rows: HTMLButtonElement[], state: State,
 *   filled?: string, painted?: unknown[]}} MemoryMap
 */

/**
 * Make the map of a reader. One points at a cell, or walks over the cells with the arrow keys;
 * Enter goes to the row's step.
 *
 * @param {Acts} acts
 * @returns {MemoryMap}
 */
export function makeMap({ pick, hover }) {
  const scroll = element("div", { class: "scroll" });
  /** @type {Partial<MemoryMap>} */
  const nodes = { ...mapNodes(scroll, t("Rows of the map"), "group"), scroll };
  const map = /** @type {MemoryMap} */ (nodes);
  const shape = () => mapOf(map.state, map.state.mapped).shape;
  /** @type {(row: number) => void} */
  const go = (row) =>
    map.state.mapped === 0 && pick({ step: map.state.readers[0].row_of.indexOf(row) });
  /** @type {(place: Place | null) => void} */
  const point = (place) => hover(place && { reader: map.state.mapped, ...place });
  pointAtCells(map.field, shape, point, ({ row }) => go(row));
  walkOverCells(
    map.field,
    () => ({
      shape: shape(),
      hover: map.state.hover,
      row: currentRows(map.state)[map.state.mapped],
    }),
    point,
    go,
  );
  return map;
}

/**
 * Draw a state into the map: its tokens and its cells where they are others.
 *
 * @param {MemoryMap} map
 * @param {State} state
 * @param {Acts} acts
 */
export function drawMap(map, state, acts) {
  const { version, layer, head, step, shown, mapped, attention } = state,
    room = map.scroll.parentElement?.clientWidth ?? 0,
    filled = [version, mapped, room].join();
  map.state = state;
  if (map.filled !== filled) fillMap(map, room - 92, acts); // beside the rows' names
  const of = [filled, layer, head, step, shown, attention];
  if (of.some((one, i) => one !== map.painted?.[i])) paintField(map, state);
  Object.assign(map, { filled, painted: of });
  lightField(map, state);
}

/**
 * Write the tokens of a new sentence, or of the other reader, beside the map.
 *
 * @type {(map: MemoryMap, room: number, acts: Acts) => void}
 */
function fillMap(map, room, { pick, hover }) {
  const { readers, source, mapped } = map.state,
    { tokens, row_of } = readers[mapped];
  const cell = within(Math.floor(room / source.length), 13, 38),
    pitch = within(Math.floor(224 / tokens.length), 14, 26);
  Object.assign(map, { cell, pitch });
  map.scroll.style.cssText =
    `--cell: ${cell}px; --pitch: ${pitch}px; ` +
    `--columns: ${source.length}; --rows: ${tokens.length}`;
  nameColumns(map, map.scroll, source, cell < 22);
  map.rows = map.queries.fill(tokens, {}, (button, row) => {
    button.onmouseenter = button.onfocus = () => hover({ reader: mapped, row });
    button.onmouseleave = button.onblur = () => hover(null);
    if (mapped === 0) button.onclick = () => pick({ step: row_of.indexOf(row) });
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
    { mapped, attention } = state,
    row = currentRows(state)[mapped];
  const values = mapOf(state, mapped),
    [count, columns] = values.shape;
  const reads = { language: state.readers[mapped].language, place: placeOf(state) };
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
    const [y, width] = [(row + 1) * pitch, columns * cell];
    map.ring.before(svg("rect", { class: "veil", y, width, height: count * pitch - y }));
  }
  map.rows.forEach((button, i) => {
    button.classList.toggle("future", mapped === 0 && i > row);
    button.classList.toggle("chosen", i === row);
  });
  const { scroll } = map,
    column = strongestOf(rowOf(values, row));
  reveal(map, "scrollTop", row * pitch, scroll.clientHeight - map.keys.clientHeight - 2 * pitch);
  const room = scroll.clientWidth - map.queries.root.offsetWidth - cell;
  reveal(map, "scrollLeft", column * cell, room);
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
 * The layer and the head that are shown.
 *
 * @param {State} state
 */
export const placeOf = (state) =>
  placeName(state, [state.measures[0].values.length, state.measures[0].values[0].length]);

/**
 * The cell that is looked at: where one points, or the strongest of the current row.
 *
 * @type {(state: State) => {here: Place, row: number, column: number}}
 */
function lookedAt(state) {
  const { hover, mapped } = state,
    values = mapOf(state, mapped),
    here = hover && (hover.reader ?? mapped) === mapped ? hover : {};
  const beside = here.column === undefined ? undefined : strongestOf(columnOf(values, here.column));
  const row = here.row ?? beside ?? currentRows(state)[mapped];
  return { here, row, column: here.column ?? strongestOf(rowOf(values, row)) };
}

/**
 * Mark the cell or word that is pointed at.
 *
 * @type {(map: MemoryMap, state: State) => void}
 */
function lightField(map, state) {
  const { here, row, column } = lookedAt(state);
  markPlaces(map, currentRows(state)[state.mapped], here);
  map.labels.forEach((name, i) => name.classList.toggle("on", i === column));
  map.rows.forEach((button, i) => button.classList.toggle("on", i === row));
}

/**
 * The number of the cell that is looked at.
 *
 * @param {State} state
 */
export function readout(state) {
  const { row, column } = lookedAt(state),
    { mapped } = state;
  const pair = {
    query: shown(state.readers[mapped].tokens[row]),
    key: shown(state.source[column]),
    value: number(rowOf(mapOf(state, mapped), row)[column], 3),
  };
  return state.shown === "weight"
    ? t("{query} → {key}: weight {value}", pair)
    : t("{query} → {key}: contribution {value}", pair);
}
