// One map of attention with its tokens: rows ask, columns are read, a cell is a weight.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { cellAfter, roomOfWeight, writtenWeights } from "./attention_map.js";
import { ink } from "./colours.js";
import { ifAny } from "./define.js";
import { cellUnder } from "./dom.js";
import { onKey, roam } from "./keys.js";
import { dots } from "./paint.js";
import { classesOf, cut, shown } from "./tokens.js";

/** @import { Cell, Place } from "./attention_map.js" */
/** @import { Token } from "./tokens.js" */

/**
 * A column of tokens: a group in which the arrow keys move; in a radio group they choose as well.
 * Kinds are further classes of a token. The keyboard enters where it says, or nowhere.
 *
 * @typedef {object} Column
 * @property {string} kind
 * @property {string} label
 * @property {string | null} role
 * @property {Token[]} tokens
 * @property {(i: number) => unknown[]} kinds
 * @property {number} [entry]
 * @property {(i: number | null) => void} point
 * @property {boolean} [focus] whether the focus points as well
 * @property {((i: number) => void) | undefined} [pick]
 */

/** @param {Column} column */
export function tokenColumn({ kind, label, role, tokens, kinds, entry, point, focus, pick }) {
  const radio = role === "radiogroup",
    leave = () => point(null);
  return html`<div class="tokens-column ${kind}" role=${ifAny(role)} aria-label=${label}
    aria-hidden=${entry === undefined ? "true" : nothing}
    @keydown=${roam(radio ? pick : undefined)}>${tokens.map((token, i) => {
      const enter = () => point(i),
        own = kinds(i).filter(Boolean).join(" ");
      return html`<button type="button" class=${classesOf(own, token)} title=${token.text}
        lang=${ifAny(token.lang)} translate="no" role=${radio ? "radio" : nothing}
        aria-checked=${radio ? i === entry : nothing} tabindex=${i === entry ? 0 : -1}
        @mouseenter=${enter} @mouseleave=${leave} @focus=${focus ? enter : nothing}
        @blur=${focus ? leave : nothing} @click=${() => pick?.(i)}>${shown(token)}</button>`;
    })}</div>`;
}

/**
 * The room that a map has for the tokens above its columns, and how it says sizes to its styles.
 *
 * @type {(keys: Token[], rows: number, cell: number, pitch: number, dense: boolean) =>
 *   {head: number, style: string}}
 */
export function mapSizes(keys, rows, cell, pitch, dense) {
  const width = Math.max(...keys.map((token) => cut(shown(token)).length)) * 7;
  const head = Math.round(dense ? width + 12 : width * 0.67 + 22);
  const style =
    `--head: ${head}px; --cell: ${cell}px; --pitch: ${pitch}px; ` +
    `--columns: ${keys.length}; --rows: ${rows}`;
  return { head, style };
}

/**
 * What a map shows. A cell has so many pixels; where dense, names stand upright. What is pointed at
 * has a spot, a row a ring; lit columns have bold names. The cells change with what of says.
 *
 * @typedef {object} TokenMap
 * @property {string} label
 * @property {Matrix} weights
 * @property {(value: number, row: number, column: number) => Colour | null} colour
 * @property {unknown[]} of
 * @property {(name: string, of: unknown[], make: () => unknown) => unknown} keep
 * @property {Token[]} keys
 * @property {(column: number) => boolean} lit
 * @property {number} cell
 * @property {number} pitch
 * @property {number} head
 * @property {boolean} dense
 * @property {number} row
 * @property {Place | null} hover
 * @property {unknown} [veil] what covers some of the cells
 * @property {unknown} queries the column of those that ask
 * @property {(place: Place | null) => void} point
 * @property {(row: number) => void} pick
 */

/**
 * The names of columns, those that ask, and the cells: one points at them, or walks over them with
 * the arrow keys, from the row that is chosen; Enter picks a row.
 *
 * @param {TokenMap} map
 */
export function tokenMap({ label, weights, colour, of, keep, veil, queries, pick, ...map }) {
  const { cell, pitch, row, hover, point } = map,
    { shape } = weights,
    leave = () => point(null),
    spot = hover?.row !== undefined && hover.column !== undefined;
  /** @type {(event: MouseEvent) => Cell} */
  const under = (event) => cellUnder(/** @type {Element} */ (event.currentTarget), event, shape);
  const walk = onKey(
    (key) => (key === "Enter" ? key : cellAfter(hover, row, key, shape)),
    (to) => (to === "Enter" ? pick(hover?.row ?? row) : point(to)),
  );
  const painting = {
    of,
    paint: (/** @type {HTMLCanvasElement} */ canvas) => dots(canvas, weights, colour),
  };
  return html`<div class="corner"></div>
    <svg class="keys" aria-hidden="true">${map.keys.map((key, i) => columnName(map, key, i))}</svg>
    ${queries}
    <div class="field" tabindex="0" role="group" aria-label=${label} @pointerleave=${leave}
      @blur=${leave} @pointermove=${(/** @type {MouseEvent} */ event) => point(under(event))}
      @click=${(/** @type {MouseEvent} */ event) => pick(under(event).row)} @keydown=${walk}
      ><canvas aria-hidden="true" .painting=${painting}></canvas
      ><svg aria-hidden="true"><g>${keep("numbers", [...of, cell, pitch], () =>
        cell < roomOfWeight() ? nothing : numbers(weights, colour, cell, pitch),
      )}</g>${veil}<rect class="ring" x="-1" y=${row * pitch - 1} width=${shape[1] * cell + 2}
        height=${pitch + 2}></rect><rect class="spot" visibility=${spot ? "visible" : "hidden"}
        x=${(hover?.column ?? 0) * cell} y=${(hover?.row ?? 0) * pitch} width=${cell}
        height=${pitch}></rect></svg></div>`;
}

/**
 * @type {(map: Pick<TokenMap, "cell" | "dense" | "head" | "lit">, key: Token, column: number) =>
 *   unknown}
 */
function columnName({ cell, dense, head, lit }, key, i) {
  const x = (i + 0.5) * cell + (dense ? 4 : 5),
    kind = [key.special && "special", lit(i) && "on"].filter(Boolean).join(" ");
  return svg`<text transform="translate(${x} ${head - 6}) rotate(${dense ? -90 : -42})"
    class=${kind} lang=${ifAny(key.lang)} translate="no">${cut(shown(key))}</text>`;
}

/** @type {(weights: Matrix, colour: TokenMap["colour"], cell: number, pitch: number) => unknown} */
const numbers = (weights, colour, cell, pitch) =>
  writtenWeights(weights).map(({ row, column, weight, text }) => {
    const fill = ink(colour(weight, row, column) ?? [255, 255, 255]);
    return svg`<text x=${(column + 0.5) * cell} y=${(row + 0.5) * pitch + 4.5}
      fill=${fill}>${text}</text>`;
  });
