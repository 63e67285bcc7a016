// Characters, words and pieces of one text on the same ruler, and what each costs.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { whole, within } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { CutRow, UnitsData } from "./data.d.ts" */

const HEIGHT = 26,
  GAP = 8,
  SQUARE = 84;

export default defineView("units", {}, render);

/** @param {View<UnitsData, {}, {}>} view */
function render({ data: { rows }, root }) {
  const length = rows[0].units.length,
    cell = within((root.clientWidth - 4) / length, 14, 24),
    most = Math.max(...rows.map(({ units }) => units.length + 1));
  const spoken = rows.map(({ title, units }) =>
    t("{title}: {units}", { title, units: units.map(([text]) => text).join(" ") }),
  );
  return html`<div class="strips" tabindex="0" role="group"
      aria-label=${t("The three ways of cutting")}><svg width=${length * cell}
      height=${3 * (HEIGHT + GAP)} role="img" aria-label=${spoken.join(". ")}>${rows.map((row, i) =>
        strip(row, 2 + i * (HEIGHT + GAP), cell),
      )}</svg></div>
    <div class="cards">${rows.map((row) => card(row, most))}</div>`;
}

/**
 * One row of the ruler: every unit spans the characters that it is made of.
 *
 * @type {(row: CutRow, y: number, cell: number) => unknown[]}
 */
function strip({ units }, y, cell) {
  let at = 0;
  return units.map(([text, length, known]) => {
    const x = at * cell,
      width = length * cell,
      size = [...text].length;
    at += length;
    const squeezed = size > 1 && size * 9 > width ? width - 6 : null;
    // A byte has no room for its name.
    const name = svg`<text x=${x + width / 2} y=${y + 18} text-anchor="middle"
      textLength=${ifAny(squeezed)}>${text}</text>`;
    return svg`<g><rect x=${x + 1} y=${y} width=${width - 2} height=${HEIGHT} rx="5"
      class="unit ${known ? "" : "unknown"}"></rect
      ><title>${text}</title>${length < 1 ? "" : name}</g>`;
  });
}

/**
 * What one way of cutting costs, with a square of n x n scores to the scale of the largest.
 *
 * @type {(row: CutRow, most: number) => unknown}
 */
function card({ units, title, vocabulary, remark }, most) {
  const n = units.length + 1,
    side = Math.max(1.5, (SQUARE * n) / most);
  /** @type {(name: string, value: string) => unknown} */
  const fact = (name, value) => html`<div class="fact"><span>${name}</span><b>${value}</b></div>`;
  return html`<div class="card"><div><h3>${title}</h3>
      ${fact(t("sequence with </s>"), whole(n))}
      ${fact(t("scores to compute"), `${whole(n)}² = ${whole(n * n)}`)}
      ${fact(t("vocabulary"), vocabulary)}
      <p>${remark}</p></div><svg width=${SQUARE + 2} height=${SQUARE + 2} aria-hidden="true"
      ><rect x="1" y=${SQUARE + 1 - side} width=${side} height=${side} class="square"></rect></svg
    ></div>`;
}
