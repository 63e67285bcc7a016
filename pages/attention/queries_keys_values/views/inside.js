// Inside one cell of the picture that projection.js draws: 256 products and their sum. They stand
// above the 256 columns of X, so that each product is found above the number that it comes from.

import { placed, ring } from "../../../../ui/views/library/board.js";
import { gaps } from "../../../../ui/views/library/define.js";
import { cellUnder } from "../../../../ui/views/library/dom.js";
import { moved, onKey, RISING } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";
import { NAMES } from "./projection_layout.js";
import { letter, sheet } from "./projection_sheet.js";

/** @import { Scene } from "./projection.js" */
/** @import { Area } from "./projection_sheet.js" */

const HEIGHT = 164,
  ZERO = 107,
  HIGHEST = 52; // the line that bars stand on, and the longest

/**
 * The chosen cell: its products, the one that is in sight, their sum and the largest of them.
 *
 * @param {Scene} scene
 */
export function inside(scene) {
  const { matrix, symbol, line, column, products, order, place, token, dimension, pin } = scene;
  const name = t("Dimension {dimension} of {letter}", { dimension: place + 1, letter: symbol }),
    [x, w, product] = [line, column, products].map((values) => number(values[place], 3));
  const ink = (/** @type {string} */ role) => `color: var(--glass-${role}-ink)`;
  const adds = tn(
    "{count} product adds up to {sum}",
    "{count} products add up to {sum}",
    products.length,
  );
  return html`<section class="inside"><h3 aria-live="polite">${t(
    "One cell of {matrix}: “{token}”, dimension {dimension}",
    { matrix, token, dimension: dimension + 1 },
  )}</h3>
    <div class="board strips" tabindex="0" role="slider"
      aria-label=${t("The products of this cell")} aria-valuemin="1"
      aria-valuemax=${products.length} aria-valuenow=${place + 1}
      aria-valuetext="${name}: ${x} × ${w} = ${product}"
      style="width: ${NAMES + scene.plan.inner + 2}px; height: ${HEIGHT}px"
      @keydown=${onKey((key) => moved(place, key, products.length, { keys: RISING }), pin)}
      >${strips(scene)}</div>
    <p class="product"><span>${name}</span> <b style=${ink("X")}>${x}</b> ×
      <b style=${ink(matrix)}>${w}</b> = <b>${product}</b></p>
    <p class="sum" aria-live="polite">${gaps(adds, {
      sum: html`<b class="box">${number(scene.sum, 3)}</b>`,
    })}</p>
    <p class="most"><span>${t("the largest, by dimension of {letter}", { letter: symbol })}</span>
      ${order
        .slice(0, 3)
        .map(
          (i) =>
            html`<button type="button" @click=${() => pin(i)}><small>${i + 1}:</small>${number(
              products[i],
              3,
            )}</button>`,
        )}</p></section>`;
}

/**
 * The row of X, the column of W, and below them a bar for each product.
 *
 * @param {Scene} scene
 */
function strips(scene) {
  const { matrix, symbol, products, order, place, over, pin } = scene,
    width = scene.plan.inner,
    count = products.length,
    step = width / count,
    most = Math.abs(products[order[0]]) || 1;
  /** @type {(y: number, role: string, values: Matrix["values"], whole: Matrix) => Area} */
  const strip = (y, role, values, whole) => ({
    ...{ name: role, role, x: NAMES, y, width, height: 17, whole },
    matrix: { shape: [1, count], values },
  });
  const areas = [strip(4, "X", scene.line, scene.x), strip(28, matrix, scene.column, scene.w)];
  const bars = products.map((value, i) => {
    const height = (Math.abs(value) / most) * HIGHEST;
    return svg`<rect x=${NAMES + i * step} y=${value > 0 ? ZERO - height : ZERO}
      width=${step * 0.85} height=${height} class=${value > 0 ? "positive" : "negative"}></rect>`;
  });
  const lines = svg`${letter(NAMES - 10, 17, "X", { text: symbol }, "end")}
    ${letter(NAMES - 10, 41, matrix, { text: "w", below: matrix }, "end")}
    <text x=${NAMES - 10} y="112" text-anchor="end" class="plain">${`${symbol} × w`}</text>
    <line x1=${NAMES} x2=${NAMES + width} y1=${ZERO} y2=${ZERO} class="zero"></line>${bars}`;
  /** @type {(event: MouseEvent) => number} */
  const under = (event) =>
    cellUnder(/** @type {Element} */ (event.currentTarget), event, [1, count]).column;
  const marks = ring(NAMES + place * step - 1, 3, step + 2, 156);
  return html`${sheet(scene, areas, { lines, marks })}<div class="field"
    style=${placed({ x: NAMES, y: 0, width, height: HEIGHT })}
    @pointermove=${(/** @type {MouseEvent} */ event) => over({ place: under(event) })}
    @pointerleave=${() => over(null)}
    @click=${(/** @type {MouseEvent} */ event) => pin(under(event))}></div>`;
}
