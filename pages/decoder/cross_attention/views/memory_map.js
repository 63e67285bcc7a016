// One reader's map: rows ask, columns are read.

import { t } from "../../../../ui/views/library/messages.js";
import {
  columnOf,
  number,
  rowOf,
  strongestOf,
  within,
} from "../../../../ui/views/library/numbers.js";
import { mapSizes, tokenColumn, tokenMap } from "../../../../ui/views/library/token_map.js";
import { shown } from "../../../../ui/views/library/tokens.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { currentRows, mapOf, placeName } from "./memory_state.js";

/** @import { Acts, Place, State } from "./memory_state.js" */
/** @import { Memory } from "./memory_view.js" */

/**
 * The map in a room of so many pixels. One points at a cell, or walks over the cells with the arrow
 * keys; Enter goes to the row's step. A veil lies over what is not written yet.
 *
 * @type {(keep: Memory["keep"], state: State, room: number, acts: Acts) => unknown}
 */
export function memoryMap(keep, state, room, { pick, hover }) {
  const { readers, source, mapped, version, layer, head, attention } = state,
    { tokens, row_of, language } = readers[mapped],
    row = currentRows(state)[mapped],
    first = mapped === 0;
  const cell = within(Math.floor((room - 92) / source.length), 13, 38), // beside the rows' names
    pitch = within(Math.floor(224 / tokens.length), 14, 26),
    dense = cell < 22,
    sizes = mapSizes(source, tokens.length, cell, pitch, dense);
  const weights = mapOf(state, mapped),
    { here, row: lookedRow, column } = lookedAt(state),
    reads = { language, place: placeOf(state) };
  const go = (/** @type {number} */ to) => first && pick({ step: row_of.indexOf(to) });
  /** @type {(place: Place | null) => void} */
  const point = (place) => hover(place && { reader: mapped, ...place });
  const [y, height] = [(row + 1) * pitch, (tokens.length - row - 1) * pitch];
  return html`<div class="scroll attention-map ${dense ? "dense" : ""}" style=${sizes.style}
    >${tokenMap({
      ...{ keep, keys: source, weights, cell, pitch, dense, head: sizes.head, row, point },
      label:
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
      colour: attention,
      of: [version, mapped, layer, head, state.shown, attention],
      lit: (i) => i === column,
      hover: here,
      veil: first
        ? svg`<rect class="veil" y=${y} width=${source.length * cell} height=${height}></rect>`
        : nothing,
      queries: tokenColumn({
        ...{ kind: "queries", label: t("Rows of the map"), role: "group", tokens, entry: 0 },
        kinds: (i) => [
          first && i > row && "future",
          i === row && "chosen",
          i === lookedRow && "on",
        ],
        point: (i) => point(i === null ? null : { row: i }),
        focus: true,
        pick: go,
      }),
      pick: go,
    })}</div>`;
}

/**
 * The current row and what it reads stay in view.
 *
 * @type {(scroll: Element, state: State) => void}
 */
export function keepRowInView(scroll, state) {
  const map = mapOf(state, state.mapped),
    row = currentRows(state)[state.mapped],
    parts = [".keys", ".queries", ".field"].map((one) => scroll.querySelector(one)),
    [keys, queries, field] = /** @type {HTMLElement[]} */ (parts);
  const [pitch, cell] = [field.clientHeight / map.shape[0], field.clientWidth / map.shape[1]];
  /** @type {(side: "scrollTop" | "scrollLeft", place: number, room: number) => void} */
  const reveal = (side, place, room) => {
    const from = scroll[side];
    if (place < from || place > from + room) scroll[side] = place - room / 2;
  };
  reveal("scrollTop", row * pitch, scroll.clientHeight - keys.clientHeight - 2 * pitch);
  const room = scroll.clientWidth - queries.offsetWidth - cell;
  reveal("scrollLeft", strongestOf(rowOf(map, row)) * cell, room);
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
