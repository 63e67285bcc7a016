// One grid for each attention: a button for each head, its role as glyph and colour.

import { element, svg, times } from "../../../../ui/views/library/dom.js";
import { movedOver, walk } from "../../../../ui/views/library/keys.js";
import { t, tc } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { View } from "./types.d.ts" */

/**
 * What stands for each role, in a square of 22: colour never says it alone.
 *
 * @type {Record<string, string>}
 */
const GLYPHS = {
  previous: "M15.8 11H6.2M10.2 7l-4 4l4 4",
  next: "M6.2 11H15.8M11.8 7l4 4l-4 4",
  same: "M6 9H16M6 13H16",
  start: "M6.5 5.5V16.5M6.5 11H15.5",
  end: "M15.5 5.5V16.5M6.5 11H15.5",
  punctuation: "M11 6V12M11 15.6V16",
  rare: "M11 5.5L16 11L11 16.5L6 11Z",
  again: "M15.5 8.5A5 5 0 1 0 16 12.5M15.8 5V8.8H12",
  aligns: "M6.5 15.5L15 7M9 6.5H15.5V13",
  mixed: "M9.5 11H12.5",
};

/** @type {(a: number, b: number) => number} */
const sum = (a, b) => a + b;

/**
 * Draw the sign of a role.
 *
 * @param {Element | null} parent
 * @param {string} role
 * @returns {SVGElement}
 */
export function sign(parent, role) {
  const node = svg("svg", { viewBox: "0 0 22 22", class: "sign", "aria-hidden": "true" }, parent);
  svg("path", { d: GLYPHS[role] ?? GLYPHS.mixed }, node);
  return node;
}

/**
 * Make a button for each head, without its marks.
 *
 * @param {View} view
 */
export function buildGrids(view) {
  const { data } = view,
    h = data.names.length / data.layers.reduce(sum, 0);
  view.starts = data.layers.map((_, kind) => h * data.layers.slice(0, kind).reduce(sum, 0));
  view.grids.replaceChildren();
  view.buttons = [];
  data.kinds.forEach((kind, number_) => {
    const layers = data.layers[number_],
      start = view.starts[number_];
    const box = element("section", {}, view.grids);
    const head = element("div", { class: "head" }, box);
    element("h3", {}, head, kind);
    element("span", { class: "work" }, head);
    const style = `grid-template-columns: 18px repeat(${h}, minmax(0, 1fr))`;
    const grid = element("div", { class: "grid", role: "group", "aria-label": kind, style }, box);
    times(layers, (layer) => {
      element("span", { class: "layer", "aria-hidden": "true" }, grid, layer + 1);
      times(h, (head_) => {
        const place = start + layer * h + head_;
        view.buttons[place] = headButton(view, grid, place);
      });
    });
    element("span", { class: "corner" }, grid);
    times(h, (head_) => element("span", { class: "top", "aria-hidden": "true" }, grid, head_ + 1));
    walk(
      grid,
      (key) => {
        const at = view.chosen - start;
        if (at < 0 || at >= layers * h) return undefined;
        return movedOver([Math.floor(at / h), at % h], key, [layers, h]);
      },
      ([layer, head_]) => {
        const place = start + layer * h + head_;
        view.choose(place);
        view.buttons[place].focus();
      },
    );
  });
}

/** @type {(view: View, grid: Element, place: number) => HTMLButtonElement} */
function headButton(view, grid, place) {
  const button = element("button", { type: "button" }, grid);
  element("i", {}, button); // the bar
  button.onclick = () => view.choose(place);
  return button;
}

/**
 * Mark each head: role, silenced or not, chosen or not, and a bar for its importance.
 *
 * @param {View} view
 */
export function paintGrids({ data, buttons, silenced, chosen, grids, starts }) {
  const most = Math.max(...data.importance, 1e-9),
    gridOf = (/** @type {number} */ place) => starts.findLastIndex((start) => start <= place);
  buttons.forEach((button, place) => {
    const role = data.roles[place],
      silent = silenced.has(place),
      value = data.importance[place];
    if (button.dataset.role !== role) {
      button.dataset.role = role;
      button.querySelector("svg")?.remove();
      button.prepend(sign(null, role));
    }
    button.classList.toggle("silent", silent);
    button.setAttribute("aria-pressed", place === chosen);
    const first = starts.includes(place) && gridOf(place) !== gridOf(chosen);
    button.tabIndex = place === chosen || first ? 0 : -1;
    const width = 74 * Math.sqrt(Math.max(0, value) / most);
    button.querySelector("i")?.style.setProperty("width", `${width}%`);
    const values = {
      head: data.names[place],
      role: data.meanings[role],
      unit: data.unit,
      value: number(value, 3),
    };
    button.title = t("{head}: {role}, {unit} {value}", values);
    button.setAttribute(
      "aria-label",
      silent ? t("{head}: {role}, {unit} {value}, switched off", values) : button.title,
    );
  });
  [...grids.children].forEach((box, kind) => {
    const count = (starts[kind + 1] ?? data.names.length) - starts[kind];
    const gone = [...silenced].filter((place) => gridOf(place) === kind).length;
    box
      .querySelector(".work")
      ?.replaceChildren(t("{working} of {count} at work", { working: count - gone, count }));
  });
}

/**
 * The roles that occur, with how many heads have them.
 *
 * @param {View} view
 */
export function paintLegend({ legend, data, silenced }) {
  legend.replaceChildren();
  for (const [role, meaning] of Object.entries(data.meanings)) {
    const count = data.roles.filter((one) => one === role).length;
    if (!count) continue;
    const item = element("span", { class: "item", "data-role": role }, legend);
    sign(element("span", { class: "key", "data-role": role }, item), role);
    element("span", {}, item, meaning);
    element("b", {}, item, count);
  }
  const gone = element("span", { class: "item" }, legend);
  element("span", { class: "key silent" }, gone);
  element("span", {}, gone, tc("heads", "off"));
  element("b", {}, gone, silenced.size);
  const bar = element("span", { class: "item" }, legend);
  element("span", { class: "stroke" }, bar);
  element("span", {}, bar, t("bar: square root of {unit}", { unit: data.unit }));
}
