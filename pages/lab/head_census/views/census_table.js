// All heads in a table: a column's name sorts, a row chooses.

import { defineView } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number, percent } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { sign } from "./census_grids.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { CensusTableData, CensusTableEvents, TableHead } from "./data.d.ts" */

/** @typedef {CensusTableData["sort"]} Column */

const RISING = ["head", "role"]; // of these the first comes first, of numbers the largest

/** @type {(data: CensusTableData) => unknown} */
const version = (data) => data.version;

export default defineView("census_table", { sort: version, chosen: version }, render);

/** @param {View<CensusTableData, {sort: Column, chosen: number}, CensusTableEvents>} view */
function render({ data: { columns, rows, silenced }, now, choose }) {
  const most = Math.max(...rows.map((row) => row.silencing), 1e-9);
  const keys = /** @type {Column[]} */ (Object.keys(columns));
  const heads = keys.map((key) => {
    const [order, arrow] = RISING.includes(key) ? ["ascending", " ↑"] : ["descending", " ↓"],
      on = key === now.sort;
    return html`<th scope="col" class=${RISING.includes(key) ? "" : "number"}
      aria-sort=${on ? order : "none"}><button type="button"
      @click=${() => choose({ sort: key }, "sort", key)}>${columns[key]}${on ? arrow : ""}</button
      ></th>`;
  });
  const lines = sorted(rows, now.sort).map((place) => {
    const row = rows[place],
      on = place === now.chosen,
      off = silenced.includes(place),
      role = off ? t("{role}, switched off", { role: row.role }) : row.role,
      width = (100 * Math.max(0, row.silencing)) / most;
    return html`<tr class="${on ? "on" : ""} ${off ? "silent" : ""}"
      @click=${() => choose({ chosen: place }, "choose", place)}>
      <th scope="row"><button type="button" aria-pressed=${on}>${row.name}</button></th>
      <td class="role">${sign(row.key)}<span>${role}</span></td>
      <td class="number">${brief(row.share)}</td>
      <td class="number">${percent(row.output)}</td>
      <td class="number">${number(row.silencing, 3)}</td>
      <td class="number">${row.gradient === null ? "–" : number(row.gradient, 3)}</td>
      <td class="bar"><i style="width: ${width}%"></i></td></tr>`;
  });
  return html`<table><thead><tr>${heads}<th aria-hidden="true"></th></tr></thead>
    <tbody>${lines}</tbody></table>`;
}

/**
 * Places of the rows in the order of a column.
 *
 * @param {TableHead[]} rows
 * @param {Column} key
 * @returns {number[]}
 */
function sorted(rows, key) {
  const value = (/** @type {number} */ place) => rows[place][key] ?? 0;
  const turn = RISING.includes(key) ? 1 : -1;
  /** @type {(a: number, b: number) => number} */
  const compare = (a, b) => turn * (Number(value(a) > value(b)) - Number(value(a) < value(b)));
  return [...rows.keys()].sort((a, b) => compare(a, b) || a - b);
}
