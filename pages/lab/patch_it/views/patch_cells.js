// The large map: a cell for each place, under the tokens of both runs or under names.

import { css, ink } from "../../../../ui/views/library/colours.js";
import { ifAny } from "../../../../ui/views/library/define.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { briefOrZero, number, within } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Label, PatchData, PatchMap } from "./data.d.ts" */
/** @import { Patch, Site } from "./patch_view.js" */

const ROOM = 600,
  WIDE = 72,
  NARROW = 40,
  LEAST = 34, // pixels of the map, if it is not drawn yet; of a column; of one that has to shrink
  SHORT = 7; // letters of a word that names a run

/**
 * The map that is large now.
 *
 * @param {Patch} view
 * @returns {PatchMap}
 */
export const chosenMap = ({ data, now }) =>
  data.maps.find(({ name }) => name === now.chosen[0]) ?? data.maps[0];

/**
 * What a run is called: by the word that only it reads, if that is short; "both" where one stands
 * for both.
 *
 * @param {PatchData} data
 * @param {string} run
 */
export function runName({ maps }, run) {
  if (run === "both") return t("both");
  const [original, changed] = maps[0].tokens.map(([, tokens]) => tokens.map((one) => one?.text));
  const apart = changed ? original.flatMap((text, i) => (text === changed[i] ? [] : [i])) : [];
  const token = (run === "clean" ? original : changed)?.[apart[0]];
  if (apart.length === 1 && token && token.length <= SHORT) return t("with “{token}”", { token });
  return run === "clean" ? t("original") : t("changed");
}

/**
 * The effect of a cell: null while it is not computed, nothing where a position has no partner.
 *
 * @param {PatchData} data
 * @param {PatchMap} map
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
 * @type {(map: PatchMap, whole: number) => number[]}
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
 * The map that is chosen: arrow keys move over its cells; those held down are told once.
 *
 * @param {Patch} view
 */
export function cells(view) {
  const { data, now, root, choose } = view,
    map = chosenMap(view);
  const widths = columnWidths(map, root.querySelector(".scroll")?.clientWidth || ROOM),
    narrow = Math.min(...widths) < 62;
  /** @type {(chosen: Site, delay: number) => void} */
  const pick = (chosen, delay) => {
    choose({ chosen }, "choose", chosen, delay);
    chosenCell(root)?.focus({ preventScroll: true });
  };
  const [one, other] = map.tokens.map(([, tokens]) => tokens.map((token) => JSON.stringify(token)));
  return html`<div class="cells ${narrow ? "narrow" : ""} ${data.problem && "empty"}" role="grid"
    style="--tracks: ${widths.map((width) => `${width}px`).join(" ")}"
    aria-label=${t("{map}: effect of each location", { map: map.title })}
    @keydown=${onKey(
      (key) => cellAt(map, now.chosen, key),
      (chosen) => pick(chosen, 250),
    )}>
    ${map.tokens.map(
      ([
        run,
        tokens,
      ]) => html`<div class="line tokens-line"><span class="name">${runName(data, run)}</span
        >${tokens.map(
          (token, i) =>
            html`<span class="holder">${piece(token, other && one[i] !== other[i])}</span>`,
        )}</div>`,
    )}
    ${map.heads.map(
      (names, i) =>
        html`<div class="line heads"><span class="name"></span>${names.map(
          ([name, count]) => html`<span class=${i ? "top" : "group"}
          style="grid-column: span ${count}">${name}</span>`,
        )}</div>`,
    )}
    ${map.rows.map(
      (name, row) => html`<div class="line ${row === now.chosen[1] ? "on" : ""}" role="row"
        ><span class="name" role="rowheader">${name}</span>${map.columns.map((_, column) =>
          cell(view, map, row, column, () => pick([map.name, row, column], 0)),
        )}</div>`,
    )}</div>`;
}

/**
 * A token of one run, marked if it differs.
 *
 * @type {(token: Label | null, differs: boolean | undefined) => unknown}
 */
const piece = (token, differs) =>
  token
    ? html`<span class=${classesOf(differs ? "piece differs" : "piece", token)} translate="no"
        title=${token.text} lang=${ifAny(token.lang)}>${token.text}</span>`
    : html`<span class="missing">–</span>`;

/**
 * @type {(view: Patch, map: PatchMap, row: number, column: number, pick: () => void) => unknown}
 */
function cell(view, map, row, column, pick) {
  const value = effectOf(view.data, map, row, column);
  if (value === undefined) {
    const title = t("no counterpart in the other sentence");
    return html`<span class="cell none" role="gridcell" title=${title}>–</span>`;
  }
  const [, atRow, atColumn] = view.now.chosen,
    on = row === atRow && column === atColumn,
    place = placeName(view, row, column);
  const title =
    value === null
      ? t("{place}: not computed", { place })
      : t("{place}: effect {value}", { place, value: number(value) });
  const rgb = view.colours.signed(value ?? 0),
    written = Math.abs(value ?? 0) >= 0.005 ? `; color: ${ink(rgb)}` : "";
  return html`<button type="button" class="cell" role="gridcell" title=${title} aria-label=${title}
    aria-selected=${on} tabindex=${on ? 0 : -1} @click=${pick}
    style=${value === null ? "" : `background: ${css(rgb)}${written}`}
    >${value === null ? "" : briefOrZero(value)}</button>`;
}

/** @type {(root: HTMLElement) => HTMLElement | null} */
const chosenCell = (root) => root.querySelector(".cells [aria-selected=true]");

/**
 * What is put in, and where: the words above the card.
 *
 * @type {(view: Patch, row: number, column: number) => string}
 */
export function placeName(view, row, column) {
  const map = chosenMap(view),
    { host } = view.data,
    donor = host === "clean" ? "changed" : "clean";
  if (!map.stream) return `${map.columns[column]}, ${map.rows[row]}`;
  const depth = row ? t("after layer {layer}", { layer: row }) : t("in the embedding");
  const tokens = (/** @type {string} */ name) =>
    (map.tokens.find(([run]) => run === name) ?? map.tokens[0])[1];
  const [own, other] = [host, donor].map((name) => tokens(name)[column]?.text);
  if (own !== other) return t("“{other}” in place of “{own}”, {depth}", { other, own, depth });
  return donor === "clean"
    ? t("“{own}” as in the original run, {depth}", { own, depth })
    : t("“{own}” as in the changed run, {depth}", { own, depth });
}

/**
 * Where an arrow key leads over the cells, past those that have no partner.
 *
 * @type {(map: PatchMap, chosen: Site, key: string) => Site | undefined}
 */
function cellAt({ index, name }, chosen, key) {
  const shape = [index.length, index[0].length];
  let now = chosen.slice(1).map(Number),
    next = movedOver(now, key, shape);
  while (next && index[next[0]][next[1]] < 0 && next.join() !== now.join()) {
    [now, next] = [next, movedOver(next, key, shape)];
  }
  if (!next) return undefined;
  return index[next[0]][next[1]] < 0 ? chosen : [name, next[0], next[1]];
}

/**
 * Scroll the map sideways, and nothing else, to the chosen cell; fade the edge behind which there
 * are more columns.
 *
 * @param {HTMLElement} root
 * @param {boolean} [follow] whether to scroll
 */
export function settle(root, follow = true) {
  const scroll = root.querySelector(".scroll"),
    cell = chosenCell(root),
    name = /** @type {HTMLElement} */ (cell?.parentElement?.firstElementChild);
  if (!scroll) return;
  if (cell && follow) {
    const from = cell.offsetLeft - name.offsetWidth - 10,
      to = cell.offsetLeft + cell.offsetWidth + 6 - scroll.clientWidth;
    if (from < scroll.scrollLeft) scroll.scrollLeft = from;
    else if (to > scroll.scrollLeft) scroll.scrollLeft = to;
  }
  const hidden = scroll.scrollWidth - scroll.clientWidth - scroll.scrollLeft;
  scroll.classList.toggle("more", hidden > 4);
}
