// What is to be said of the nodes of a search tree, whatever they look like.

import { number } from "../../../../ui/views/library/numbers.js";
import { isEnding, ranked } from "./hypotheses.js";
import { isPruned } from "./search_tree_layout.js";

/** @import { TreeNode, View } from "./types.d.ts" */

/**
 * What leads at the step that is shown; at the last one, what wins.
 *
 * @param {View} view
 * @returns {TreeNode | undefined}
 */
export function leader({ tree, state }) {
  if (state.step === tree.columns.length)
    return ranked(tree.columns.flat().filter(isEnding), state.alpha)[0];
  return tree.columns[state.step - 1].find((node) => !isPruned(node));
}

/**
 * What a screen reader says of a node.
 *
 * @param {TreeNode} node
 * @returns {string}
 */
export function spoken(node) {
  if (!node.parent) return `${node.token.text}, the start token; Enter frees the beginning`;
  const fates = {
    kept: "goes on",
    finished: "finished",
    cut: "cut at the length limit",
    pruned: "pruned",
  };
  return (
    `${node.token.text}, probability ${number(node.p, 3)}, step ${node.step + 1}, ` +
    `${fates[node.fate]}, ln p so far ${number(node.total, 2)}`
  );
}
