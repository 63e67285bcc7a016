// The drawing of a search tree: chips for tokens, lines for "continues", and what is lit.

import { ifAny } from "../../../../ui/views/library/define.js";
import { times } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { isEnding, score } from "./hypotheses.js";
import { isPruned, pathOf, ROOMY, TOP } from "./search_tree_layout.js";
import { share, spoken } from "./search_tree_nodes.js";

/** @import { Acts, State, Tree, TreeNode } from "./types.d.ts" */

/**
 * The names of the rows, which stay when the tree scrolls, and the tree. Classes say what is there
 * at the step shown, what wins, what died out, what is lit.
 *
 * @type {(state: State, acts: Acts) => unknown}
 */
export function drawTree(state, acts) {
  const { tree, size, step, over, forced, sampling } = state,
    nodes = size.shown.flat(),
    alive = livePaths(tree, step),
    lit = new Set(pathOf(state.lit)),
    best = new Set(pathOf(state.leads));
  /** @type {(node: TreeNode) => string} */
  const kinds = (node) =>
    [
      node.fate,
      node.token.special && "special",
      node.step >= step && "later",
      node.step === step - 1 && !over && "now",
      best.has(node) && (over ? "winner" : "leader"),
      !alive.has(node) && "dead",
      lit.has(node) && "lit",
      node.step < forced && "forced",
    ]
      .filter(Boolean)
      .join(" ");
  const start = `start${state.lit === tree.root ? " lit" : ""}`;
  // What leads and what is lit lies on top.
  const top = [...[...best].filter((node) => !lit.has(node)), ...lit];
  const names = sampling ? [t("drawn"), t("not")] : [t("rank 1"), t("pruned")];
  return html`<svg class="ranks" width="48" height=${size.height} aria-hidden="true">
      <text x="0" y="12">${t("step")}</text>
      ${times(size.rows, (row) => {
        const y = TOP + row * size.pitch + 5;
        return row
          ? svg`<text x="42" y=${y} text-anchor="end">${row + 1}</text>`
          : svg`<text x="0" y=${y}>${names[0]}</text>`;
      })}
      ${size.rule ? svg`<text x="0" y=${size.rule + 29}>${names[1]}</text>` : nothing}</svg>
    <div class="scroll"><svg role="tree" aria-label=${t("Search tree")} width=${size.width}
      height=${size.height} @keydown=${acts.walk}
      class="${lit.size ? "pointing" : ""} ${size.rows > ROOMY ? "crowded" : ""}">
      ${
        size.rule
          ? svg`<line class="rule" x1="0" x2=${size.width} y1=${size.rule} y2=${size.rule}></line>`
          : nothing
      }
      ${forced ? fixed(tree, forced) : nothing}
      ${tree.places.map(({ x }, i) => {
        const kind = i === step - 1 && !over ? "now" : i >= step ? "later" : "";
        return svg`<text class="head ${kind}" x=${x + 8} y="12">${i + 1}</text>`;
      })}
      <g class="lines">${nodes.map((node) => (top.includes(node) ? nothing : line(node, kinds)))}
        ${top.map((node) => line(node, kinds))}</g>
      ${chip(state, acts, tree.root, start, "")}
      ${nodes.map((node) =>
        chip(state, acts, node, kinds(node), valueBelow(state, node, lit.has(node))),
      )}</svg></div>`;
}

/**
 * A bar over the steps that the reader fixed.
 *
 * @type {(tree: Tree, forced: number) => unknown}
 */
function fixed({ places }, forced) {
  const last = places[Math.min(forced, places.length) - 1];
  return svg`<path class="fixed" d="M${places[0].x} 18H${last.x + last.width}"></path>`;
}

/** @type {(node: TreeNode, kinds: (node: TreeNode) => string) => unknown} */
function line(node, kinds) {
  const { parent, x, y, p } = node;
  if (!parent) return nothing;
  const from = parent.x + parent.width,
    middle = (from + x) / 2 + 4;
  return svg`<path class=${kinds(node)} style="stroke-width: ${isPruned(node) ? 1 : 0.9 + p * 1.8}"
    d="M${from} ${parent.y}C${middle} ${parent.y} ${middle} ${y} ${x} ${y}"></path>`;
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

/** @type {(state: State, acts: Acts, node: TreeNode, kind: string, value: string) => unknown} */
function chip({ lit, entry, langs, method, size, step }, { light, force }, node, kind, value) {
  const { id, x, y, width, height, token } = node,
    middle = x + width / 2;
  const on = () => light(node),
    off = () => light(null);
  /** @type {(act: () => void) => (event: PointerEvent) => void} */
  const byMouse = (act) => (event) => void (event.pointerType !== "touch" && act());
  // A finger cannot hover: its first tap lights the path, the second one chooses.
  const press = () => {
    node.wasLit = lit === node;
  };
  const click = (/** @type {PointerEvent} */ { pointerType }) => {
    if (pointerType !== "touch" || node.wasLit) force(node);
  };
  return svg`<g role="treeitem" class="node ${kind}" data-id=${id}
      tabindex=${node === entry ? 0 : -1} aria-hidden=${node.step >= step || nothing}
      aria-description=${spoken(node, method)}
      @pointerenter=${byMouse(on)} @pointerleave=${byMouse(off)} @focus=${on} @blur=${off}
      @pointerdown=${press} @click=${click}><path d=${outline(node)}></path>
    <text class="token" x=${middle} y=${y + 5} lang=${ifAny(token.special ? null : langs.target)}
      translate="no">${token.text}</text>
    <text class="value" aria-hidden="true" x=${middle}
      y=${y + height / 2 + (size.rows > ROOMY ? 11 : 14)}>${value}</text></g>`;
}

/**
 * What stands below a chip: ln p so far on a lit path, the score of an ending, or p.
 *
 * @type {(state: State, node: TreeNode, lit: boolean) => string}
 */
function valueBelow({ alpha, size }, node, lit) {
  if (isPruned(node) && size.rows > 1) return "";
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
