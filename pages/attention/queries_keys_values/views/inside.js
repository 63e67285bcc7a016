// Inside one cell of the picture that projection.js draws: 256 products and their sum. They stand
// above the 256 columns of X, so that each product is found above the number that it comes from.

import { heatMap, ring, wipe } from "../../../../ui/views/library/board.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number } from "../../../../ui/views/library/numbers.js";
import { active, HEAD, NAMES, W_HEIGHT } from "./projection_layout.js";

/** @import { Cell, View } from "./types.d.ts" */
/** @import { Board } from "../../../../ui/views/library/board.js" */

const STRIPS_HEIGHT = 164,
  ZERO = 107,
  HIGHEST = 52; // the line that bars stand on, and the longest

/**
 * Multiply the row and the column of the chosen cell, and draw and say what comes out.
 *
 * @param {View} view
 * @param {Omit<Cell, "products" | "order">} cell
 */
export function lookInside(view, cell) {
  const { line, column } = cell;
  const products = Float64Array.from(line, (value, i) => value * column[i]);
  const order = [...products.keys()].sort((a, b) => Math.abs(products[b]) - Math.abs(products[a]));
  view.cell = { ...cell, products, order };
  drawStrips(view);
  drawBars(view);
  say(view);
  point(view);
}

/** @type {(view: View) => void} */
function drawStrips(view) {
  const { strips } = view.boards,
    { inner } = view.plan,
    { line, column, letter, x, w } = view.cell;
  wipe(strips, NAMES + inner + 2, STRIPS_HEIGHT);
  /** @type {(name: string, y: number, role: string, values: Float32Array, most: number) => void} */
  const strip = (name, y, role, values, most) => {
    const box = { x: NAMES, y, width: inner, height: 17 };
    const matrix = { shape: [1, values.length], values };
    heatMap(strips, name, box, matrix, role, view.colours.signed, { most });
  };
  strip("x", 4, "X", line, largest(x));
  strip("w", 28, view.matrix, column, largest(w));
  /** @type {(y: number, role: string | null, text: string, below?: string) => void} */
  const aside = (y, role, text, below) => {
    const node = svg("text", { x: NAMES - 10, y, "text-anchor": "end" }, strips.frames);
    const fill = role && `var(--glass-${role}-ink)`;
    svg("tspan", { class: role ? "letter" : "plain", fill }, node, text);
    if (below) svg("tspan", { class: "below", dy: 3, fill }, node, below);
  };
  aside(17, "X", letter);
  aside(41, view.matrix, "w", view.matrix);
  aside(112, null, `${letter} × w`);
}

/** @type {(view: View) => void} */
function drawBars(view) {
  const { strips } = view.boards,
    { inner } = view.plan,
    { products, order } = view.cell;
  const step = inner / products.length,
    most = Math.abs(products[order[0]]) || 1;
  const box = { x: NAMES, y: 50, width: inner, height: STRIPS_HEIGHT - 50 };
  const matrix = { shape: [1, products.length], values: products };
  strips.areas.push({ ...box, rows: 1, columns: products.length, role: "", matrix }); // to point at
  svg("line", { x1: NAMES, x2: NAMES + inner, y1: ZERO, y2: ZERO, class: "zero" }, strips.frames);
  products.forEach((value, i) => {
    const height = (Math.abs(value) / most) * HIGHEST;
    svg(
      "rect",
      {
        x: NAMES + i * step,
        y: value > 0 ? ZERO - height : ZERO,
        width: step * 0.85,
        height,
        class: value > 0 ? "positive" : "negative",
      },
      strips.frames,
    );
  });
}

/**
 * The sum in words and numbers.
 *
 * @type {(view: View) => void}
 */
function say(view) {
  const { token, letter, sum, order, products } = view.cell,
    { heading, most } = view;
  const { outputs } = view.boards,
    [rows, count] = view.results[view.matrix].shape;
  const place = { matrix: view.matrix, token, dimension: view.dimension + 1 };
  heading.textContent = t("One cell of {matrix}: “{token}”, dimension {dimension}", place);
  view.sum.replaceChildren();
  const adds = tn(
    "{count} product adds up to {sum}",
    "{count} products add up to {sum}",
    products.length,
  );
  const [before, after = ""] = adds.split("{sum}");
  element("span", {}, view.sum, before.trim());
  element("b", { class: "box" }, view.sum, number(sum, 3));
  if (after.trim()) element("span", {}, view.sum, after.trim());
  const largestOnes = t("the largest, by dimension of {letter}", { letter });
  most.replaceChildren(element("span", {}, null, largestOnes));
  for (const i of order.slice(0, 3)) {
    const button = element("button", { type: "button" }, most);
    element("small", {}, button, `${i + 1}:`);
    button.append(number(products[i], 3));
    button.onclick = () => {
      view.pinned = i;
      point(view);
    };
  }
  outputs.node.setAttribute(
    "aria-label",
    t(
      "{matrix}, {rows} rows and {columns} columns. Chosen: “{token}”, dimension {dimension}, " +
        "{value}. Arrow keys move.",
      { ...place, rows, columns: count, value: number(sum, 3) },
    ),
  );
}

/**
 * Show one of the products: the one under the pointer, the pinned one, or else the largest.
 *
 * @param {View} view
 * @param {number | null} [hovered]
 */
export function point(view, hovered = null) {
  const { line, column, products, order } = view.cell,
    i = hovered ?? view.pinned ?? order[0];
  const { strips, inputs, weights } = view.boards,
    { inner, tops } = view.plan;
  const step = inner / line.length,
    x = NAMES + i * step;
  for (const each of [strips, inputs, weights]) each.pointer.replaceChildren();
  ring(strips.pointer, x - 1, 3, step + 2, 156);
  /** @type {(board: Board, d: string) => void} */
  const wedge = (board, d) => {
    svg("path", { d, class: "wedge" }, board.pointer);
  };
  wedge(inputs, `M${x + step / 2} ${tops[active(view)] - 1}l-4 -5h8z`);
  const box = view.plan.columns[view.matrix],
    y = HEAD + ((i + 0.5) / line.length) * W_HEIGHT;
  wedge(weights, `M${box.x + box.width + 1} ${y}l6 -4v8z`);
  const about = { dimension: i + 1, letter: view.cell.letter };
  const name = t("Dimension {dimension} of {letter}", about);
  view.product.replaceChildren(element("span", {}, null, name));
  /** @type {(role: string | null, text: string) => void} */
  const put = (role, text) => {
    const style = role && `color: var(--glass-${role}-ink)`;
    element("b", { style }, view.product, text);
  };
  put("X", number(line[i], 3));
  view.product.append("×");
  put(view.matrix, number(column[i], 3));
  view.product.append("=");
  put(null, number(products[i], 3));
  strips.node.setAttribute("aria-valuemax", line.length);
  strips.node.setAttribute("aria-valuenow", i + 1);
  strips.node.setAttribute("aria-valuetext", view.product.textContent);
}
