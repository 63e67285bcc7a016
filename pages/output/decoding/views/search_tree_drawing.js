// The drawing of a search tree: chips for tokens, lines for "continues", and what is lit.

import { svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { isEnding, score } from "./hypotheses.js";
import { isPruned, layOut, pathOf, ROOMY, TOP } from "./search_tree_layout.js";
import { leader, spoken } from "./search_tree_nodes.js";

/** @import { Tree, TreeNode, View } from "./types.d.ts" */

/**
 * A probability as it stands below a token: .84, or .003 where two decimals say nothing.
 *
 * @param {number} p
 * @returns {string}
 */
export function share(p) {
  const shown = p < 0.0005 ? 0.001 : p;
  return (shown === p ? "" : "<") + brief(shown, shown < 0.0095 ? 3 : 2);
}

/**
 * Draw all of a tree once; later only classes change.
 *
 * @param {View} view
 */
export function drawTree(view) {
  const { tree, canvas, data } = view;
  const size = (view.size = layOut(tree, {
    available: view.scroll.clientWidth,
    family: getComputedStyle(view.root).fontFamily,
    most: view.state.pruned ? (data.method === "sampling" ? Infinity : data.width) : 0,
  }));
  canvas.setAttribute("width", size.width);
  canvas.setAttribute("height", size.height);
  canvas.replaceChildren();
  const under = svg("g", {}, canvas);
  view.lines = svg("g", { class: "lines" }, canvas);
  const chips = svg("g", {}, canvas);
  if (size.rule)
    svg("line", { class: "rule", x1: 0, x2: size.width, y1: size.rule, y2: size.rule }, under);
  drawFixed(under, tree, data.forced);
  drawNode(view, chips, tree.root);
  view.heads = tree.places.map(({ x }, step) =>
    svg("text", { class: "head", x: x + 8, y: 12 }, under, step + 1),
  );
  for (const node of size.shown.flat()) {
    drawLine(view.lines, node);
    drawNode(view, chips, node);
  }
  drawRanks(view);
}

/**
 * A bar over the steps that the reader fixed.
 *
 * @type {(parent: Element, tree: Tree, forced: number) => void}
 */
function drawFixed(parent, tree, forced) {
  if (!forced) return;
  const last = tree.places[Math.min(forced, tree.places.length) - 1];
  svg("path", { class: "fixed", d: `M${tree.places[0].x} 18H${last.x + last.width}` }, parent);
}

/** @type {(parent: Element, node: TreeNode) => void} */
function drawLine(parent, node) {
  const { parent: above } = node;
  if (!above) return;
  const from = above.x + above.width,
    middle = (from + node.x) / 2 + 4;
  const line = svg(
    "path",
    { d: `M${from} ${above.y}C${middle} ${above.y} ` + `${middle} ${node.y} ${node.x} ${node.y}` },
    parent,
  );
  line.style.strokeWidth = String(isPruned(node) ? 1 : 0.9 + node.p * 1.8);
  node.line = line;
}

/**
 * The outline of a chip; a piece that continues a word has a flat left edge.
 *
 * @type {(node: TreeNode) => string}
 */
function outline({ x, y, width, height, token }) {
  const r = 7,
    left = token.joined ? 0 : r,
    top = y - height / 2,
    right = x + width;
  return (
    `M${x + left} ${top}H${right - r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}` +
    `a${r} ${r} 0 0 1 ${-r} ${r}H${x + left}` +
    (left ? `a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z` : "z")
  );
}

/** @type {(view: View, parent: Element, node: TreeNode) => void} */
function drawNode(view, parent, node) {
  const box = svg("g", { role: "treeitem", tabindex: -1 }, parent);
  box.setAttribute("aria-description", spoken(node, view.data.method));
  svg("path", { d: outline(node) }, box);
  const middle = node.x + node.width / 2;
  const lang = node.token.special ? null : view.data.langs.target;
  svg("text", { class: "token", x: middle, y: node.y + 5, lang }, box, node.token.text);
  node.value = svg(
    "text",
    {
      "aria-hidden": "true",
      class: "value",
      x: middle,
      y: node.y + node.height / 2 + (view.size.rows > ROOMY ? 11 : 14),
    },
    box,
    "",
  );
  node.box = box;
  box.onpointerenter = ({ pointerType }) => pointerType !== "touch" && view.light(node);
  box.onpointerleave = ({ pointerType }) => pointerType !== "touch" && view.light(null);
  box.onfocus = () => view.light(node);
  box.onblur = () => view.light(null);
  // A finger cannot hover: its first tap lights the path, the second one chooses.
  box.onpointerdown = () => {
    node.wasLit = view.lit === node;
  };
  box.onclick = ({ pointerType }) => {
    if (pointerType === "touch" && !node.wasLit) return;
    view.force(node);
  };
}

/**
 * The names of the rows, which stay when the tree scrolls.
 *
 * @type {(view: View) => void}
 */
function drawRanks(view) {
  const { size, ranks, data } = view;
  ranks.replaceChildren();
  ranks.setAttribute("height", size.height);
  svg("text", { x: 0, y: 12 }, ranks, t("step"));
  const names = data.method === "sampling" ? [t("drawn"), t("not")] : [t("rank 1"), t("pruned")];
  for (let row = 0; row < size.rows; row++) {
    const y = TOP + row * size.pitch + 5;
    svg(
      "text",
      row ? { x: 42, y, "text-anchor": "end" } : { x: 0, y },
      ranks,
      row ? row + 1 : names[0],
    );
  }
  if (size.rule) svg("text", { x: 0, y: size.rule + 29 }, ranks, names[1]);
}

/**
 * Say by classes what is there at the step shown, what wins, what died out, what is lit.
 *
 * @param {View} view
 */
export function paintTree(view) {
  const { tree, size } = view,
    { step, alpha } = view.state;
  const best = new Set(pathOf(leader(view)));
  const over = step === tree.columns.length;
  const alive = livePaths(tree, step);
  const lit = new Set(pathOf(view.lit));
  view.canvas.classList.toggle("pointing", lit.size > 0);
  view.canvas.classList.toggle("crowded", size.rows > ROOMY);
  for (const node of size.shown.flat()) {
    const kinds = [
      node.fate,
      node.token.special && "special",
      node.step >= step && "later",
      node.step === step - 1 && !over && "now",
      best.has(node) && (over ? "winner" : "leader"),
      !alive.has(node) && "dead",
      lit.has(node) && "lit",
      node.step < view.data.forced && "forced",
    ];
    const name = kinds.filter(Boolean).join(" ");
    node.box.setAttribute("class", `node ${name}`);
    node.line?.setAttribute("class", name);
    node.value.textContent = valueBelow(node, alpha, lit.has(node), size.rows);
  }
  for (const node of [...best, ...lit]) if (node.line) view.lines.append(node.line); // on top
  tree.root.box.setAttribute("class", `node start${view.lit === tree.root ? " lit" : ""}`);
  view.heads.forEach((head, i) =>
    head.setAttribute(
      "class",
      `head ${i === step - 1 && !over ? "now" : ""} ${i >= step ? "later" : ""}`,
    ),
  );
}

/**
 * What stands below a chip: ln p so far on a lit path, the score of an ending, or p.
 *
 * @type {(node: TreeNode, alpha: number, lit: boolean, rows: number) => string}
 */
function valueBelow(node, alpha, lit, rows) {
  if (isPruned(node) && rows > 1) return "";
  if (isEnding(node)) return number(score(node, alpha), 2);
  return lit ? number(node.total, 2) : share(node.p);
}

/**
 * The nodes that lead to an ending so far, or to something that still goes on.
 *
 * @type {(tree: Tree, step: number) => Set<TreeNode>}
 */
function livePaths(tree, step) {
  /** @type {Set<TreeNode>} */
  const alive = new Set();
  tree.columns.slice(0, step).forEach((column, i) => {
    for (const node of column) {
      if (!isEnding(node) && !(i === step - 1 && !isPruned(node))) continue;
      /** @type {TreeNode | null} */
      let now = node;
      for (; now && !alive.has(now); now = now.parent) alive.add(now);
    }
  });
  return alive;
}
