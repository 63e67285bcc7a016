// X times W, so that all lines up: a cell stands below its column of W and beside its row of X.

import { board, under } from "../../../../ui/views/library/board.js";
import { makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element } from "../../../../ui/views/library/dom.js";
import { moved, movedOver, RISING, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { point } from "./inside.js";
import { draw, mark, note } from "./projection_drawing.js";
import { active } from "./projection_layout.js";

/** @import { Area, Board } from "../../../../ui/views/library/board.js" */
/** @import { Chosen, Data, Role, View } from "./types.d.ts" */

/** @typedef {Area & {row: number, column: number}} Spot */

/** @type {(root: HTMLElement) => View} */
function build(root) {
  const cell = element("section", { class: "inside" }, root);
  const heading = element("h3", { "aria-live": "polite" }, cell);
  const label = t("The products of this cell");
  const slider = { role: "slider", "aria-label": label, "aria-valuemin": 1 };
  const strips = board(cell, "strips", { tabindex: 0, ...slider });
  const parts = {
    heading,
    product: element("p", { class: "product" }, cell),
    sum: element("p", { class: "sum", "aria-live": "polite" }, cell),
    most: element("p", { class: "most" }, cell),
  };
  const weights = board(root, "weights");
  const rows = element("div", { class: "rows" }, root);
  const inputs = board(rows, "inputs");
  const outputs = board(rows, "outputs", { tabindex: 0, role: "application" });
  const note = element("p", { class: "note" }, root);
  const boards = { strips, weights, inputs, outputs };
  /** @type {Partial<View>} */
  const view = { root, ...parts, note, rowsNode: rows, boards };
  return /** @type {View} */ (view);
}

/**
 * Choose a cell: here at once, then tell the page, which writes it into the link.
 *
 * @type {(view: View, change: {matrix?: Role, row?: number | undefined, dimension?: number}) =>
 *   void}
 */
function choose(view, { matrix = view.matrix, row = undefined, dimension = view.dimension }) {
  const redraw = matrix !== view.matrix;
  Object.assign(view, { matrix, dimension, pinned: null });
  const here = active(view);
  if (row !== undefined) view.rows[here] = row;
  (redraw ? draw : mark)(view);
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    // not for every step of a held arrow key
    view.timer = 0;
    view.exchange.told(key(view));
    view.tell("cell", { matrix, row: view.rows[here] + 1, dimension: dimension + 1 });
  }, 150);
}

const roleOf = (/** @type {Spot} */ { role }) => /** @type {Role} */ (role);

/** @type {(view: View) => void} */
function wire(view) {
  const { strips, weights, inputs, outputs } = view.boards;
  /**
   * @type {(each: Board, hover: (spot: Spot) => number | null, pick: (spot: Spot) => void) => void}
   */
  const listen = (each, hover, pick) => {
    each.node.onpointermove = (event) => {
      const found = under(each, event);
      note(view, each === strips ? null : found);
      point(view, found && hover(found));
    };
    each.node.onpointerleave = () => {
      note(view);
      point(view);
    };
    each.node.onclick = (event) => {
      const found = under(each, event);
      if (found) pick(found);
    };
  };
  /** @type {(i: number) => void} */
  const pin = (i) => {
    view.pinned = i;
    point(view);
  };
  listen(
    weights,
    (at) => at.row,
    (at) => {
      choose(view, { matrix: roleOf(at), dimension: at.column });
      pin(at.row);
    },
  );
  listen(
    inputs,
    (at) => at.column,
    (at) => {
      const { roles } = view.groups[at.group ?? 0];
      choose(view, { matrix: roles.includes(view.matrix) ? view.matrix : roles[0], row: at.row });
      pin(at.column);
    },
  );
  listen(
    outputs,
    () => null,
    (at) => choose(view, { matrix: roleOf(at), row: at.row, dimension: at.column }),
  );
  listen(
    strips,
    (at) => at.column,
    (at) => pin(at.column),
  );
  walkBoards(view, pin);
}

/**
 * Arrow keys: over the cells of the result, and over the products inside one.
 *
 * @type {(view: View, pin: (i: number) => void) => void}
 */
function walkBoards(view, pin) {
  const { strips, outputs } = view.boards;
  const product = () => view.pinned ?? view.cell.order[0];
  walk(
    strips.node,
    (key) => moved(product(), key, view.cell.line.length, { keys: RISING }),
    (place) => pin(place),
  );
  const cell = () => [view.rows[active(view)], view.dimension];
  walk(
    outputs.node,
    (key) => movedOver(cell(), key, view.results[view.matrix].shape),
    ([row, dimension]) => choose(view, { row, dimension }),
  );
}

/** @type {(chosen: Chosen) => string} */
const key = ({ matrix, dimension, rows }) => JSON.stringify([matrix, dimension, rows]);

/**
 * Take over the page's choice, unless the person is already further than this answer.
 *
 * @type {(view: View, chosen: Chosen) => void}
 */
function adopt(view, chosen) {
  view.exchange ??= makeExchange();
  const news = view.exchange.news(key(chosen));
  const fits =
    view.rows?.length === view.groups.length &&
    view.rows.every((row, i) => row < view.groups[i].tokens.length);
  if ((view.timer || !news) && fits) return;
  if (!view.rows || key(chosen) !== key(view)) view.pinned = null;
  Object.assign(view, { ...chosen, rows: [...chosen.rows] });
}

/**
 * @param {ViewCall<Data, HTMLElement & {view?: View}>} call
 * @returns {() => void}
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".projection");
  const view = (root.view ??= build(root));
  if (!view.observer) {
    wire(view);
    view.observer = atNewWidth(root, () => draw(view));
  }
  /** @type {(all: Data["weights"]) => View["weights"]} */
  const unpacked = ({ Q, K, V }) => ({ Q: unpack(Q), K: unpack(K), V: unpack(V) });
  Object.assign(view, {
    groups: data.groups.map((group) => ({ ...group, x: unpack(group.x) })),
    weights: unpacked(data.weights),
    results: unpacked(data.results),
    tell: setTriggerValue,
  });
  view.colours = palette(root);
  adopt(view, data.chosen);
  draw(view);
  return () => {
    if (!root.isConnected) view.observer.disconnect();
  };
}
