// A sheet of the picture: heat maps that can be pointed at, below frames, letters and rings.

import { frame, placed } from "../../../../ui/views/library/board.js";
import { cellUnder } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Cell } from "../../../../ui/views/library/attention_map.js" */
/** @import { Box } from "../../../../ui/views/library/board.js" */
/** @import { Change, Scene } from "./projection.js" */

/** Above a matrix: W with a small Q, 256 × 32, and where it comes from. */
/** @typedef {{text: string, below?: string, shape?: string, plain?: string}} Title */
/**
 * A matrix in the frame of its role: the tokens of its rows, if they have any, and their group;
 * what a click on a cell chooses. Of a part, the whole says which colours are full.
 *
 * @typedef {Box & {name: string, role: string, matrix: Matrix, whole?: Matrix, group?: number,
 *   tokens?: {text: string}[], title?: Title, change?: (cell: Cell) => Change}} Area
 */

/**
 * Maps, and above them lines, marks of what is chosen and of the product in sight.
 *
 * @type {(scene: Scene, areas: Area[],
 *   above: {names?: unknown, lines?: unknown, marks: unknown}) => unknown}
 */
export const sheet = (scene, areas, { names, lines, marks }) =>
  html`${areas.map((area) => heatMap(scene, area))}<div aria-hidden="true">${names}</div
    ><svg aria-hidden="true">${areas.map((area) => [
      frame(area, area.role),
      area.title ? letter(area.x, area.y - 10, area.role, area.title) : nothing,
    ])}${lines}<g>${marks}</g></svg>`;

/** @type {(scene: Scene, area: Area) => unknown} */
function heatMap({ data, chosen, colours, over, pick }, area) {
  const { name, role, matrix, whole, tokens, change } = area;
  const painting = {
    of: [data, colours, whole && chosen],
    paint: (/** @type {HTMLCanvasElement} */ canvas) => {
      const most = largest(whole ?? matrix);
      dots(canvas, matrix, (value) => colours.signed(value / most));
    },
  };
  /** @type {(event: MouseEvent) => Cell} */
  const under = (event) =>
    cellUnder(/** @type {Element} */ (event.currentTarget), event, matrix.shape);
  const point = (/** @type {MouseEvent} */ event) => {
    const cell = under(event),
      value = number(matrix.values[cell.row * matrix.shape[1] + cell.column], 3),
      about = { role, row: cell.row + 1, dimension: cell.column + 1, value };
    const note = tokens
      ? t("{role}, “{token}”, dimension {dimension}: {value}", {
          ...about,
          token: tokens[cell.row].text,
        })
      : t("W of {role}, row {row}, dimension {dimension}: {value}", about);
    over({ note, place: change?.(cell).place });
  };
  return html`<canvas aria-hidden="true" data-name=${name}
    style=${placed(area)} .painting=${painting} @pointermove=${point}
    @pointerleave=${() => over(null)}
    @click=${(/** @type {MouseEvent} */ event) => change && pick(change(under(event)))}></canvas>`;
}

/** @type {(x: number, y: number, role: string, title: Title, anchor?: string) => unknown} */
export function letter(x, y, role, { text, below, shape, plain }, anchor = "start") {
  const fill = `var(--glass-${role}-ink)`;
  return svg`<text x=${x} y=${y} text-anchor=${anchor}><tspan class="letter"
    fill=${fill}>${text}</tspan>${
      below ? svg`<tspan class="below" dy="3" fill=${fill}>${below}</tspan>` : nothing
    }${shape ? svg`<tspan class="shape" dx="8" dy=${below ? -3 : 0}>${shape}</tspan>` : nothing}${
      plain ? svg`<tspan class="plain" dx="8">${plain}</tspan>` : nothing
    }</text>`;
}
