// All layers and heads with one number each: a menu, and a measure.

import { css, ink } from "../../../../ui/views/library/colours.js";
import { element, times } from "../../../../ui/views/library/dom.js";
import { movedOver, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { placeName } from "./memory_state.js";

/** @import { MemoryTable, State, View } from "./types.d.ts" */

/**
 * Make the table of heads, with the tabs that choose its measure.
 *
 * @param {Element} parent
 * @param {View} view
 * @returns {MemoryTable}
 */
export function memoryTable(parent, view) {
  const label = t("All layers and heads"),
    root = element("section", { class: "table", "aria-label": label }, parent);
  const tabs = element(
    "div",
    { class: "tabs", role: "radiogroup", "aria-label": t("Measure of each head") },
    root,
  );
  const grid = element(
    "div",
    { class: "grid", role: "radiogroup", "aria-label": t("Layer and head") },
    root,
  );
  const foot = element("div", { class: "foot" }, root);
  const note = element("span", {}, foot),
    best = element("button", { type: "button", class: "best" }, foot);
  /** @type {Partial<MemoryTable>} */
  const nodes = { tabs, grid, note, best };
  const table = /** @type {MemoryTable} */ (nodes);
  const here = () => [view.state.layer, view.state.head];
  walk(
    grid,
    (key) => movedOver(here(), key, table.shape, { around: true }),
    ([layer, head]) => {
      view.choose({ layer, head });
      table.cells[layer][head].focus();
    },
  );
  table.fill = (state) => fillTable(table, state, view);
  table.paint = (state) => paintTable(table, state, view);
  return table;
}

/** @type {(table: MemoryTable, state: State, view: View) => void} */
function fillTable(table, { measures }, view) {
  const { grid, tabs } = table,
    [layers, heads] = (table.shape = [measures[0].values.length, measures[0].values[0].length]);
  tabs.replaceChildren();
  table.names = measures.map(({ name }, measure) => {
    const tab = element("button", { type: "button", role: "radio" }, tabs, name);
    tab.onclick = () => view.choose({ measure });
    return tab;
  });
  grid.replaceChildren();
  grid.style.setProperty("--heads", String(heads));
  element("span", { class: "name" }, grid, t("head"));
  table.tops = times(heads, (head) =>
    element("span", { class: "top" }, grid, head < heads - 1 ? head + 1 : t("all")),
  );
  table.sides = [];
  table.cells = times(layers, (layer) => {
    const name = layer < layers - 1 ? t("layer {layer}", { layer: layer + 1 }) : t("all layers");
    table.sides.push(element("span", { class: "name" }, grid, name));
    return times(heads, (head) => {
      const cell = element("button", { type: "button", role: "radio" }, grid);
      cell.onclick = () => view.choose({ layer, head });
      return cell;
    });
  });
}

/** @type {(table: MemoryTable, state: State, view: View) => void} */
function paintTable(table, state, view) {
  const measure = state.measures[state.measure],
    { layer, head } = state;
  table.names.forEach((tab, i) => tab.setAttribute("aria-checked", i === state.measure));
  table.tops.forEach((top, i) => top.classList.toggle("on", i === head));
  table.sides.forEach((side, i) => side.classList.toggle("on", i === layer));
  table.cells.forEach((row, a) =>
    row.forEach((cell, b) => {
      const value = measure.values[a][b],
        shade = measure.shades[a][b] ?? 0,
        on = a === layer && b === head;
      const colour = state.attention(shade),
        star = measure.best?.join() === [a, b].join();
      cell.textContent = `${value === null ? "–" : brief(value)}${star ? "★" : ""}`;
      cell.classList.toggle("star", star);
      cell.classList.toggle(
        "silent",
        state.silenced.some(([x, y]) => x === a && y === b),
      );
      Object.assign(cell.style, { background: css(colour), color: ink(colour) });
      cell.setAttribute("aria-checked", on);
      const place = placeName({ layer: a, head: b }, table.shape);
      cell.setAttribute(
        "aria-label",
        value === null
          ? t("{place}: {measure} not measured", { place, measure: measure.name })
          : t("{name}: {value}", { name: place, value: `${measure.name} ${number(value)}` }),
      );
      cell.tabIndex = on ? 0 : -1;
    }),
  );
  table.note.textContent = measure.note;
  table.best.hidden = !measure.best;
  if (!measure.best) return;
  const [bestLayer, bestHead] = measure.best;
  table.best.textContent = t("{name}: {value}", {
    name: `★ ${placeName({ layer: bestLayer, head: bestHead }, table.shape)}`,
    value: number(measure.values[bestLayer][bestHead] ?? 0),
  });
  table.best.onclick = () => view.choose({ layer: bestLayer, head: bestHead });
}
