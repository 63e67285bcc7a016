// The matrices in colours, the rings of what is chosen, and in words what is pointed at.

import { attend, cell, paintCells, transposed } from "../../../../ui/views/library/attention.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, rowOf, strongestOf } from "../../../../ui/views/library/numbers.js";
import { paintCell } from "./attention_cell.js";

/** @import { Head, Numbers } from "../../../../ui/views/library/attention.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */
/** @import { MatricesRoot, MatrixName, MatrixParts, RowName } from "./types.d.ts" */

/**
 * Paint all matrices, and the cell below them.
 *
 * @param {MatricesRoot} root
 */
export function paintAll(root) {
  const { now, parts, data } = root;
  const head = attend(root.tensors, now.head, now.divide);
  const key = now.key < 0 ? strongestOf(rowOf(head.weights, now.word)) : now.key;
  root.cell = { head, key, word: now.word };
  const colours = palette(root);
  /** @type {(i: number, j: number) => boolean} */
  const hidden = (i, j) => !head.visible(i, j);
  /** @type {(name: MatrixName, values: Numbers, cover?: typeof hidden | null) => void} */
  const signed = (name, values, cover = null) =>
    paintCells(parts[name].canvas, values, colours.signed, largest(values), cover);
  signed("Q", head.q);
  signed("K", transposed(head.k));
  signed("scores", head.scores, hidden);
  paintCells(parts.weights.canvas, head.weights, colours.attention, 1, hidden);
  signed("V", head.v);
  signed("Z", head.z);
  ring(parts, now.word, key, head);
  parts.divided.textContent = now.divide ? `÷ √${head.d_k} =` : t("(not divided) =");
  const { queries, keys } = head;
  parts.scores.cells.setAttribute(
    "aria-label",
    t("scores, {queries} by {keys}; arrow keys choose a cell", { queries, keys }),
  );
  parts.weights.cells.setAttribute(
    "aria-label",
    t("weights, {queries} by {keys}; arrow keys choose a cell", { queries, keys }),
  );
  for (const list of [parts.names, parts.moreNames]) mark(list, now.word);
  read(root, null);
  paintCell(root.card, root.cell, data);
}

/**
 * The same row and column ringed in every matrix.
 *
 * @type {(parts: MatrixParts, word: number, key: number, head: Head) => void}
 */
function ring(parts, word, key, { queries, keys, d_k }) {
  /** @type {Record<MatrixName, number[]>} */
  const shapes = {
    Q: [queries, d_k],
    K: [d_k, keys],
    scores: [queries, keys],
    weights: [queries, keys],
    V: [keys, d_k],
    Z: [queries, d_k],
  };
  for (const name of /** @type {MatrixName[]} */ (Object.keys(shapes))) {
    const [rows, columns] = shapes[name];
    const { across, down, shape } = parts[name];
    const place = name === "V" ? key : word;
    /** @type {(at: number, count: number) => string[]} */
    const part = (at, count) => [`${(100 * at) / count}%`, `${100 / count}%`];
    if (across) [across.style.top, across.style.height] = part(place, rows);
    if (down) [down.style.left, down.style.width] = part(key, columns);
    shape.textContent = `${rows} × ${columns}`;
  }
}

/**
 * Mark one of so many keys, or none where it is -1.
 *
 * @param {HTMLElement | null} mark
 * @param {number} j
 * @param {number} keys
 */
export function point(mark, j, keys) {
  if (!mark) return;
  mark.style.display = j < 0 ? "none" : "block";
  Object.assign(mark.style, { left: `${(100 * j) / keys}%`, width: `${100 / keys}%` });
}

/**
 * The chosen word's name is always there; its neighbours make room.
 *
 * @type {(list: RowName[], word: number) => void}
 */
function mark(list, word) {
  list.forEach(({ name, kept, every }, i) => {
    const near = Math.abs(i - word) < every;
    name.hidden = i !== word && (!kept || near);
    name.classList.toggle("chosen", i === word);
  });
}

/**
 * Say in words what is pointed at, or else what is chosen.
 *
 * @param {MatricesRoot} root
 * @param {MatrixName | null} name
 * @param {number} [i]
 * @param {number} [j]
 */
export function read(root, name, i = 0, j = 0) {
  const { head, key, word } = root.cell,
    { queries, keys } = root.data;
  /** @type {(numbers: Numbers, tokens: Token[], row: number, column: number) => object} */
  const at = (numbers, tokens, row, column) => ({
    token: tokens[row].text,
    number: column + 1,
    value: number(cell(numbers, row, column), 3),
  });
  /** @type {Partial<Record<MatrixName, () => string>>} */
  const sayings = {
    Q: () => t("q of “{token}”, number {number}: {value}", { ...at(head.q, queries, i, j) }),
    K: () => t("k of “{token}”, number {number}: {value}", { ...at(head.k, keys, j, i) }),
    V: () => t("v of “{token}”, number {number}: {value}", { ...at(head.v, keys, i, j) }),
    Z: () => t("z of “{token}”, number {number}: {value}", { ...at(head.z, queries, i, j) }),
  };
  const plain = name ? sayings[name] : undefined;
  const [row, column] = name ? [i, j] : [word, key];
  const pair = () => {
    const gaps = {
      query: queries[row].text,
      key: keys[column].text,
      score: number(cell(head.scores, row, column), 3),
      weight: number(cell(head.weights, row, column), 3),
    };
    return head.visible(row, column)
      ? t("“{query}” attends to “{key}”: score {score}, weight {weight}", gaps)
      : t("“{query}” and “{key}”: score {score}, masked, weight {weight}", gaps);
  };
  root.parts.readout.textContent = plain ? plain() : pair();
}
