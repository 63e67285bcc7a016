// Attention of all words at once, as matrices, and below them the arithmetic of one cell.

import { cellUnder, element } from "../../../../ui/views/library/dom.js";
import { movedOver, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { buildCell } from "./attention_cell.js";
import { choose, chosen, tensorsOf } from "./attention_chosen.js";
import { paintAll, point, read } from "./attention_matrices_paint.js";

/** @import { Data, Framed, MatricesRoot, MatrixName, MatrixParts, RowName } from "./types.d.ts" */
/** @import { Tensors } from "../../../../ui/views/library/attention.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/** @typedef {"word" | "key" | ""} Axis */

/**
 * @typedef {{name: MatrixName, caption: string, width: number, height: number, rows: Axis,
 *   columns: Axis, role: string}} Look
 */

/** @param {ViewCall<Data, MatricesRoot>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".attention_matrices");
  const tensors = tensorsOf(root, data);
  chosen(root, data, () => paintAll(root));
  Object.assign(root, { data, tell: setTriggerValue });
  const signature = JSON.stringify([data.queries, data.keys, tensors.q.shape, data.visible.data]);
  if (root.signature !== signature) {
    root.signature = signature;
    build(root, data, tensors);
  }
  paintAll(root);
}

const ONE_LINE = 11; // tokens for which the whole formula fits side by side

/** @type {(root: MatricesRoot, data: Data, tensors: Tensors) => void} */
function build(root, data, tensors) {
  const [, queries, d_k] = tensors.q.shape,
    keys = data.keys.length;
  const most = Math.max(queries, keys);
  const pitch =
    most > ONE_LINE ? Math.max(2.5, Math.min(13, 270 / most)) : Math.min(22, 128 / most);
  const wide = d_k * 3.6,
    across = keys * pitch,
    high = queries * pitch;
  const tall = Math.max(d_k * 3, across);
  root.replaceChildren();
  const title = element("div", { class: "headline" }, root);
  element("h3", {}, title, t("All words at once"));
  const hint = t("rows attend to columns · click any cell");
  element("span", { class: "hint" }, title, hint);
  const flow = element("div", { class: "flow" }, root);
  const [first, second] = [0, 1].map(() => element("div", { class: "half" }, flow));
  const parts = /** @type {MatrixParts} */ ({});
  root.parts = parts;
  /**
   * @type {(half: Element, name: MatrixName, caption: string, width: number, height: number,
   *   rows: Axis, columns: Axis, role?: string) => void}
   */
  const add = (half, name, caption, width, height, rows, columns, role = "") => {
    parts[name] = matrix(root, half, { name, caption, width, height, rows, columns, role });
  };
  /** @type {(half: Element, text: string) => HTMLElement} */
  const sign = (half, text) => element("span", { class: "sign" }, half, text);
  parts.names = names(first, data.queries, pitch);
  add(first, "Q", "Q", wide, high, "word", "", "Q");
  sign(first, "·");
  add(first, "K", "Kᵀ", across, tall, "", "key", "K");
  parts.divided = sign(first, "");
  add(first, "scores", t("scores"), across, high, "word", "key");
  const masks = tensors.visible.values.some((value) => value === 0);
  sign(second, masks ? t("mask, softmax →") : t("softmax →"));
  parts.moreNames = most > ONE_LINE ? names(second, data.queries, pitch) : [];
  add(second, "weights", t("weights"), across, high, "word", "key");
  sign(second, "·");
  add(second, "V", "V", wide, keys * pitch, "key", "", "V");
  sign(second, "=");
  add(second, "Z", "Z", wide, high, "word", "", "Z");
  parts.readout = element("div", { class: "readout", "aria-live": "polite" }, root);
  root.card = buildCell(root);
  root.point = (j) =>
    [parts.K, parts.scores, parts.weights].forEach(({ pointed }) => point(pointed, j, keys));
}

/**
 * The tokens of the rows; where they are too many, some are left out.
 *
 * @type {(parent: Element, tokens: Token[], pitch: number) => RowName[]}
 */
function names(parent, tokens, pitch) {
  const column = element("div", { class: "names", "aria-hidden": "true" }, parent);
  const every = Math.ceil(11.5 / pitch);
  column.style.height = `${tokens.length * pitch}px`;
  return tokens.map((token, i) => {
    const name = element("span", { lang: token.lang }, column, token.text);
    name.style.top = `${(i + 0.5) * pitch}px`;
    return { name, kept: i % every === 0, every };
  });
}

/**
 * A framed picture of numbers; rings on it show which row and column are chosen.
 *
 * @type {(root: MatricesRoot, parent: Element, look: Look) => Framed}
 */
function matrix(root, parent, { name, caption, width, height, rows, columns, role }) {
  const figure = element("figure", { class: `matrix ${role}`, "data-matrix": name }, parent);
  element("figcaption", {}, figure, caption);
  const cells = element("div", { class: "cells" }, figure);
  cells.style.width = `${width}px`;
  cells.style.height = `${height}px`;
  const canvas = element("canvas", { "aria-hidden": "true" }, cells);
  const pointed = columns ? element("span", { class: "pointed" }, cells) : null;
  const across = rows ? element("span", { class: "ring across" }, cells) : null;
  const down = columns ? element("span", { class: "ring down" }, cells) : null;
  const shape = element("div", { class: "shape" }, figure);
  const at = (/** @type {MouseEvent} */ event) =>
    cellUnder(cells, event, [canvas.height, canvas.width]);
  cells.onclick = (event) => {
    const { row, column } = at(event);
    choose(root, root.tell, {
      ...(rows && { [rows]: row }),
      ...(columns && { [columns]: column }),
    });
  };
  cells.onmousemove = (event) => {
    const { row, column } = at(event);
    read(root, name, row, column);
  };
  cells.onmouseleave = () => read(root, null);
  if (rows && columns) {
    cells.tabIndex = 0;
    cells.setAttribute("role", "application");
    const shape = () => [root.data.queries.length, root.data.keys.length];
    walk(
      cells,
      (key) => movedOver([root.now.word, root.cell.key], key, shape()),
      ([word, key]) => choose(root, root.tell, { word, key }, 150),
    );
  }
  return { cells, canvas, across, down, shape, pointed };
}
