// The large map: a column for each token, below both sentences, and a row for each depth.

import { css, ink } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { movedOver } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, short, within } from "../../../../ui/views/library/numbers.js";

/** @import { Chosen, PatchToken, PlaceMap, View } from "./types.d.ts" */

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
 * An effect in a few letters: .99, −.05, 1.07, or 0.
 *
 * @param {number | null} value
 * @returns {string}
 */
export function brief(value) {
  if (value === null) return "";
  return Math.abs(value) < 0.005 ? "0" : short(value);
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
  for (const [name, tokens] of map.tokens) tokenRow(cells, name, tokens);
  if (map.groups) groupRow(cells, map.groups);
  if (!map.tokens.length) nameRow(cells, map.tops);
  view.buttons = new Map();
  map.rows.forEach((name, row) => {
    const line = element("div", { class: "line", role: "row" }, cells);
    const on = row === view.chosen[1] ? " on" : "";
    element("span", { class: `name${on}`, role: "rowheader" }, line, name);
    map.columns.forEach((_, column) => oneCell(view, map, line, row, column));
  });
  cells.classList.toggle("empty", data.problem !== "");
  keepCellInSight(view);
  markMore(scroll);
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
 * The tokens of one run, in the map's columns; those that differ are marked.
 *
 * @type {(parent: Element, name: string, tokens: (PatchToken | null)[]) => void}
 */
function tokenRow(parent, name, tokens) {
  const line = element("div", { class: "line tokens-line" }, parent);
  element("span", { class: "name run" }, line, runName(name));
  tokens.forEach((token) => {
    const holder = element("span", { class: "holder" }, line);
    if (!token) {
      element("span", { class: "missing" }, holder, "–");
      return;
    }
    const kinds = [
      "piece",
      token.joined && "joined",
      token.special && "special",
      !token.known && "unknown",
      token.differs && "differs",
    ];
    const { text, lang } = token;
    element("span", { class: kinds.filter(Boolean).join(" "), title: text, lang }, holder, text);
  });
}

/** @type {(parent: Element, groups: [name: string, count: number][]) => void} */
function groupRow(parent, groups) {
  const line = element("div", { class: "line groups" }, parent);
  element("span", { class: "name" }, line);
  for (const [name, count] of groups) {
    element("span", { class: "group", style: `grid-column: span ${count}` }, line, name);
  }
}

/** @type {(parent: Element, names: string[]) => void} */
function nameRow(parent, names) {
  const line = element("div", { class: "line names" }, parent);
  element("span", { class: "name" }, line);
  for (const name of names) element("span", { class: "top" }, line, name);
}

/** @type {(view: View, map: PlaceMap, line: Element, row: number, column: number) => void} */
function oneCell(view, map, line, row, column) {
  const cell = map.index[row][column];
  if (cell < 0) {
    const title = t("no partner in the other sentence");
    element("span", { class: "cell none", role: "gridcell", title }, line, "–");
    return;
  }
  const value = view.data.effects[cell] ?? null;
  const on = row === view.chosen[1] && column === view.chosen[2];
  const place = placeName(view, row, column);
  const title =
    value === null
      ? t("{place}: not computed", { place })
      : t("{place}: effect {value}", { place, value: number(value) });
  const button = element(
    "button",
    {
      type: "button",
      class: "cell",
      role: "gridcell",
      title,
      "aria-label": title,
      "aria-selected": on,
      tabindex: on ? 0 : -1,
    },
    line,
    brief(value),
  );
  if (value !== null) {
    const colour = view.colours.signed(value);
    button.style.background = css(colour);
    if (Math.abs(value) >= 0.005) button.style.color = ink(colour);
  }
  button.onclick = () => goTo(view, [map.name, row, column], 0);
  view.buttons.set(`${row}.${column}`, button);
}

/**
 * Choose a cell, and let the keyboard go on from there.
 *
 * @param {View} view
 * @param {Chosen} chosen
 * @param {number} delay
 */
export function goTo(view, chosen, delay) {
  view.choose(chosen, delay);
  view.buttons.get(chosen.slice(1).join("."))?.focus({ preventScroll: true });
}

/**
 * What is put in, and where: the words above the card.
 *
 * @type {(view: View, row: number, column: number) => string}
 */
export function placeName(view, row, column) {
  const map = chosenMap(view),
    { host, donor } = view.data;
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
 * @type {(view: View) => void}
 */
function keepCellInSight({ scroll, chosen, buttons }) {
  const cell = buttons.get(chosen.slice(1).join("."));
  if (!cell) return;
  const name = /** @type {HTMLElement} */ (cell.parentElement?.firstElementChild);
  const from = cell.offsetLeft - name.offsetWidth - 10,
    to = cell.offsetLeft + cell.offsetWidth + 6 - scroll.clientWidth;
  if (from < scroll.scrollLeft) scroll.scrollLeft = from;
  else if (to > scroll.scrollLeft) scroll.scrollLeft = to;
}
