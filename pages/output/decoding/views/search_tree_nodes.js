// What is to be said of the nodes of a search tree, whatever they look like.

import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { isEnding, ranked } from "./hypotheses.js";
import { isPruned } from "./search_tree_layout.js";

/** @import { Tree, TreeNode } from "./types.d.ts" */

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
 * What leads at a step; at the last one, what wins.
 *
 * @type {(tree: Tree, step: number, alpha: number) => TreeNode | undefined}
 */
export function leader({ columns }, step, alpha) {
  if (step === columns.length) return ranked(columns.flat().filter(isEnding), alpha)[0];
  return columns[step - 1].find((node) => !isPruned(node));
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
