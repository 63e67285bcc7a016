// The large map: a column for each token, below both sentences, and a row for each depth.

import { css, ink } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { movedOver } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { briefOrZero, number, within } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";

/** @import { Chosen, Data, PatchToken, PlaceMap, View } from "./types.d.ts" */

const ROOM = 600,
  WIDE = 72,
  NARROW = 40,
  LEAST = 34; // pixels of the map, if it is not drawn yet; of a column; of one that has to shrink

/**
 * The map that is large now.
 *
 * @param {View} view
 * @returns {PlaceMap}
 */
export const chosenMap = ({ data, chosen }) =>
  data.maps.find(({ name }) => name === chosen[0]) ?? data.maps[0];

/**
 * What a run is called; "both" where one stands for both.
 *
 * @param {string} run
 */
export function runName(run) {
  if (run === "both") return t("both");
  return run === "clean" ? t("clean") : t("changed");
}

/**
 * The effect of a cell: null while it is not computed, nothing where a position has no partner.
 *
 * @param {Data} data
 * @param {PlaceMap} map
 * @param {number} row
 * @param {number} column
 * @returns {number | null | undefined}
 */
export function effectOf({ effects }, { index }, row, column) {
  const cell = index[row]?.[column] ?? -1;
  return cell < 0 ? undefined : (effects[cell] ?? null);
}

/**
 * How wide each column is: as its tokens need, wider where there is room, narrower where there is
 * not; its title says the whole token.
 *
 * @type {(map: PlaceMap, whole: number) => number[]}
 */
function columnWidths(map, whole) {
  const names = matchMedia("(max-width: 700px)").matches ? 74 : 94; // as the style says
  const needed = map.columns.map((_, i) => {
    const letters = map.tokens.map(([, tokens]) => tokens[i]?.text.length ?? 1);
    return within(8 * Math.max(0, ...letters) + 10, NARROW, WIDE);
  });
  const room = whole - names - 6;
  /** @type {(most: number) => number} */
  const taken = (most) => needed.reduce((sum, width) => sum + Math.min(width, most), 0);
  let most = WIDE;
  while (most > LEAST && taken(most) > room) most -= 1;
  const more = Math.max(0, Math.floor((room - taken(most)) / needed.length));
  return needed.map((width) => Math.min(width + more, most));
}

/**
 * Draw the map that is chosen, and mark its chosen cell.
 *
 * @param {View} view
 */
export function paintCells(view) {
  const { cells, data, scroll } = view,
    map = chosenMap(view);
  const widths = columnWidths(map, scroll.clientWidth || ROOM);
  cells.classList.toggle("narrow", Math.min(...widths) < 62);
  cells.style.setProperty("--tracks", widths.map((width) => `${width}px`).join(" "));
  cells.setAttribute("aria-label", t("{map}: effect of each location", { map: map.title }));
  cells.replaceChildren();
  for (const [run, tokens] of map.tokens) {
    const line = lineOf(cells, "tokens-line", {}, runName(run));
    for (const token of tokens) oneToken(element("span", { class: "holder" }, line), token);
  }
  map.heads.forEach((names, i) => {
    const line = lineOf(cells, "heads");
    for (const [name, count] of names) {
      const style = `grid-column: span ${count}`;
      element("span", { class: i ? "top" : "group", style }, line, name);
    }
  });
  map.rows.forEach((name, row) => {
    const line = lineOf(cells, row === view.chosen[1] ? "on" : "", { role: "row" }, name);
    map.columns.forEach((_, column) => oneCell(view, map, line, row, column));
  });
  cells.classList.toggle("empty", data.problem !== "");
  keepCellInSight(view);
  markMore(scroll);
}

/**
 * A line of the map, which begins with its name.
 *
 * @type {(parent: Element, kind: string, attributes?: Attributes, name?: string) => Element}
 */
function lineOf(parent, kind, attributes = {}, name = "") {
  const line = element("div", { class: `line ${kind}`, ...attributes }, parent);
  element("span", { class: "name", role: attributes.role && "rowheader" }, line, name);
  return line;
}

/**
 * Fade the edge behind which there are more columns.
 *
 * @type {(scroll: HTMLElement) => void}
 */
export function markMore(scroll) {
  const hidden = scroll.scrollWidth - scroll.clientWidth - scroll.scrollLeft;
  scroll.classList.toggle("more", hidden > 4);
}

/**
 * A token of one run, marked if it differs.
 *
 * @type {(holder: Element, token: PatchToken | null) => void}
 */
function oneToken(holder, token) {
  if (!token) {
    element("span", { class: "missing" }, holder, "–");
    return;
  }
  const { text, lang, differs } = token;
  const kinds = classesOf(differs ? "piece differs" : "piece", token);
  element("span", { class: kinds, title: text, lang }, holder, text);
}

/** @type {(view: View, map: PlaceMap, line: Element, row: number, column: number) => void} */
function oneCell(view, map, line, row, column) {
  const value = effectOf(view.data, map, row, column);
  if (value === undefined) {
    const title = t("no counterpart in the other sentence");
    element("span", { class: "cell none", role: "gridcell", title }, line, "–");
    return;
  }
  const on = row === view.chosen[1] && column === view.chosen[2];
  const place = placeName(view, row, column);
  const title =
    value === null
      ? t("{place}: not computed", { place })
      : t("{place}: effect {value}", { place, value: number(value) });
  const said = { title, "aria-label": title, "aria-selected": on, tabindex: on ? 0 : -1 };
  const kind = { type: "button", class: "cell", role: "gridcell" };
  const button = element("button", { ...kind, ...said }, line);
  if (value !== null) {
    button.textContent = briefOrZero(value);
    const colour = view.colours.signed(value);
    button.style.background = css(colour);
    if (Math.abs(value) >= 0.005) button.style.color = ink(colour);
  }
  button.onclick = () => {
    view.choose([map.name, row, column], 0);
    focusChosen(view);
  };
}

/** @type {(view: View) => HTMLElement | null} */
const chosenCell = ({ cells }) => cells.querySelector("[aria-selected=true]");

/**
 * Let the keyboard go on from the chosen cell.
 *
 * @param {View} view
 */
export const focusChosen = (view) => chosenCell(view)?.focus({ preventScroll: true });

/**
 * What is put in, and where: the words above the card.
 *
 * @type {(view: View, row: number, column: number) => string}
 */
export function placeName(view, row, column) {
  const map = chosenMap(view),
    { host } = view.data,
    donor = host === "clean" ? "changed" : "clean";
  if (map.kind !== "stream") return `${map.columns[column]}, ${map.rows[row]}`;
  const depth = row ? t("after layer {layer}", { layer: row }) : t("in the embedding");
  const tokens = (/** @type {string} */ name) =>
    (map.tokens.find(([run]) => run === name) ?? map.tokens[0])[1];
  const [own, other] = [host, donor].map((name) => tokens(name)[column]?.text);
  if (own !== other) return t("“{other}” in place of “{own}”, {depth}", { other, own, depth });
  return donor === "clean"
    ? t("“{own}” as in the clean run, {depth}", { own, depth })
    : t("“{own}” as in the changed run, {depth}", { own, depth });
}

/**
 * Arrow keys move the choice over the cells, past those that have no partner.
 *
 * @param {View} view
 * @param {string} key
 * @returns {Chosen | undefined}
 */
export function cellAt(view, key) {
  const { index, name } = chosenMap(view),
    shape = [index.length, index[0].length];
  const [, row, column] = view.chosen;
  let now = [row, column],
    next = movedOver(now, key, shape);
  while (next && index[next[0]][next[1]] < 0 && next.join() !== now.join()) {
    [now, next] = [next, movedOver(next, key, shape)];
  }
  if (!next) return undefined;
  return index[next[0]][next[1]] < 0 ? view.chosen : [name, next[0], next[1]];
}

/**
 * Scroll the map sideways, and nothing else, to the chosen cell.
 *
 * @param {View} view
 */
function keepCellInSight(view) {
  const { scroll } = view,
    cell = chosenCell(view);
  if (!cell) return;
  const name = /** @type {HTMLElement} */ (cell.parentElement?.firstElementChild);
  const from = cell.offsetLeft - name.offsetWidth - 10,
    to = cell.offsetLeft + cell.offsetWidth + 6 - scroll.clientWidth;
  if (from < scroll.scrollLeft) scroll.scrollLeft = from;
  else if (to > scroll.scrollLeft) scroll.scrollLeft = to;
}
