// Where everything of a search tree stands: columns are steps, rows are ranks.

import { measureIn } from "../../../../ui/views/library/dom.js";

/** @import { Fate, SentTree, Size, Tree, TreeNode } from "./types.d.ts" */

const CHIP = { height: 26, small: 23, smallPitch: 28 };
export const ROOMY = 6; // rows; more of them stand closer
export const TOP = 38; // the middle of the first row, below the numbers of the steps
const GAP = { fits: 15, scrolls: 26, most: 58 }; // between two columns

/**
 * Whether a candidate was not among the best of its step.
 *
 * @param {{fate: Fate}} node
 * @returns {boolean}
 */
export const isPruned = (node) => node.fate === "pruned";

/**
 * Turn the steps as they were sent into nodes that know their parent, step and row.
 *
 * @param {SentTree} sent
 * @returns {Tree}
 */
export function makeNodes({ steps, tokens, start }) {
  const beginning = {
    id: -1,
    parent: null,
    step: -1,
    token: start,
    total: 0,
    fate: "kept",
    row: 0,
  };
  const root = /** @type {TreeNode} */ (beginning);
  const nodes = new Map([[-1, root]]);
  const columns = steps.map((candidates, step) => {
    let kept = 0,
      pruned = 0;
    return candidates.map((one) => {
      const [parent, token] = [nodes.get(one.parent) ?? root, tokens[one.token]];
      const node = /** @type {TreeNode} */ ({ ...one, parent, token, step });
      // What the last step kept is left over: enough had ended.
      node.left = node.fate === "kept" && step === steps.length - 1;
      if (node.left) node.fate = "pruned";
      node.row = isPruned(node) ? pruned++ : kept++;
      nodes.set(node.id, node);
      return node;
    });
  });
  return { root, nodes, columns, places: [] };
}

/**
 * The nodes from the first token to this one.
 *
 * @param {TreeNode | null | undefined} node
 * @returns {TreeNode[]}
 */
export function pathOf(node) {
  /** @type {TreeNode[]} */
  const path = [];
  for (let now = node; now?.parent; now = now.parent) path.unshift(now);
  return path;
}

/**
 * What a path says, as text.
 *
 * @param {TreeNode} node
 * @returns {string}
 */
export const said = (node) =>
  pathOf(node)
    .filter(({ token }) => !token.special)
    .map(({ token }, i) => (i && !token.joined ? " " : "") + token.text)
    .join("");

/**
 * Give each node its box {x, y, width, height}, pruned ones up to most; return the whole size.
 *
 * @param {Tree} tree
 * @param {{available: number, family: string, most: number}} room
 * @returns {Size}
 */
export function layOut(tree, { available, family, most }) {
  const shown = tree.columns.map((column) => column.filter((n) => !isPruned(n) || n.row < most));
  /** @type {(wanted: (node: TreeNode) => boolean) => number} */
  const longest = (wanted) => Math.max(0, ...shown.map((column) => column.filter(wanted).length));
  const rows = longest((node) => !isPruned(node)),
    prunedRows = longest(isPruned);
  const pitch = rows > ROOMY ? 40 : 47;
  // With one row there is room for the probabilities of what was pruned.
  const smallPitch = rows === 1 ? pitch - 4 : CHIP.smallPitch;
  const rule = TOP + (rows - 1) * pitch + 36;
  const width = (/** @type {TreeNode} */ { token }) =>
    Math.max(26, measureIn(`600 15px ${family}`).measureText(token.text).width + 15);
  Object.assign(tree.root, { x: 1, y: TOP, width: width(tree.root), height: CHIP.height });
  const widths = shown.map((column) => Math.max(...column.map(width)));
  const natural = widths.reduce((sum, one) => sum + one, tree.root.width + 4);
  const room = (available - natural - 6) / widths.length;
  const gap = room < GAP.fits ? GAP.scrolls : Math.min(GAP.most, room);
  let x = tree.root.x + tree.root.width + gap;
  tree.places = widths.map((one, step) => {
    for (const node of shown[step]) {
      const y = isPruned(node) ? rule + 24 + node.row * smallPitch : TOP + node.row * pitch;
      const height = isPruned(node) ? CHIP.small : CHIP.height;
      Object.assign(node, { x, y, width: width(node), height });
    }
    const place = { x, width: one };
    x += one + gap;
    return place;
  });
  const bottom = prunedRows ? rule + 24 + (prunedRows - 1) * smallPitch + 18 : rule - 4;
  const height = bottom + (prunedRows && rows === 1 ? 14 : 0);
  return { shown, rows, most, pitch, rule: prunedRows ? rule : null, width: x - gap + 2, height };
}
