// The weights of the chosen head as lines, from the tokens that ask to those that are read.

import { LEAST } from "../../../../ui/views/library/attention.js";
import { svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/**
 * All lines in grey, and those of a column, or else of a row, in colour.
 *
 * @param {Tensor} weights
 * @param {{pitch: number, step: number}} size of a row at the left and at the right
 * @param {{row: number, column: number | null}} lit
 */
export function headLines({ shape, values }, { pitch, step }, { row, column }) {
  /** @type {(kind: string, width: number, i: number) => unknown} */
  const line = (kind, width, i) => {
    const [from, to] = [Math.floor(i / shape[1]), i % shape[1]],
      [y1, y2] = [(from + 0.5) * pitch, (to + 0.5) * step];
    return svg`<path d="M0 ${y1}C45 ${y1} 55 ${y2} 100 ${y2}" class=${kind} stroke-width=${width}
      data-row=${from} data-column=${to}></path>`;
  };
  const strong = [...values.keys()].filter((i) => values[i] >= LEAST);
  const bold = strong.filter((i) =>
    column === null ? Math.floor(i / shape[1]) === row : i % shape[1] === column,
  );
  return svg`${strong.map((i) => line("faint", 0.6 + 3 * values[i], i))}
    <g>${bold.map((i) => line("lit", 1 + 9 * values[i], i))}</g>`;
}
