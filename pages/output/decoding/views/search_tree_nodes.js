// What is to be said of the nodes of a search tree, whatever they look like.

import { t } from "../../../../ui/views/library/messages.js";
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
 * @param {string} method
 * @returns {string}
 */
export function spoken(node, method) {
  const { text } = node.token;
  if (!node.parent)
    return t("{token}, the start token; Enter clears the beginning", { token: text });
  const fates = {
    kept: t("goes on"),
    finished: t("finished"),
    cut: t("cut at the length limit"),
    pruned: method === "sampling" ? t("not sampled") : t("pruned"),
  };
  return t("{token}, probability {p}, step {step}, {fate}, ln p so far {total}", {
    token: text,
    p: number(node.p, 3),
    step: node.step + 1,
    fate: node.left ? t("left over: enough translations were finished") : fates[node.fate],
    total: number(node.total, 2),
  });
}
