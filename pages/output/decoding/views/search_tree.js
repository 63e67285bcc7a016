// The tree of a search: every candidate that was considered, what was kept and what became of it.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number, whole } from "../../../../ui/views/library/numbers.js";
import { isEnding, penalty, ranked, score } from "./hypotheses.js";
import { drawTree, paintTree, share } from "./search_tree_drawing.js";
import { isPruned, makeNodes, pathOf, said } from "./search_tree_layout.js";
import { leader } from "./search_tree_nodes.js";
import { keepStepInSight, makeTools } from "./search_tree_tools.js";

/** @import { Data, State, TreeNode, View } from "./types.d.ts" */

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".search_tree");
  const view = (root.view ??= build(root));
  const version = JSON.stringify(data.version);
  const other = view.version !== version;
  if (other) view.player.pause(); // while the old tree is there
  Object.assign(view, { data, tell: setTriggerValue });
  if (other) Object.assign(view, { version, tree: makeNodes(data), lit: null });
  const before = view.state.pruned;
  hear(view, data, other);
  if (other || before !== view.state.pruned) {
    document.fonts.ready.then(() => {
      redraw(view);
      if (other) keepStepInSight(view); // of a whole tree its ends: there is what won
    });
  } else repaint(view);
}

/** @type {(keyof State)[]} */
const CHOICES = ["step", "alpha", "pruned", "temperature", "top_k", "top_p", "seed"];

/** @type {(root: HTMLElement) => View} */
function build(root) {
  const view = /** @type {View} */ ({ root, state: {} });
  view.exchanges = new Map(CHOICES.map((name) => [name, makeExchange()]));
  view.set = (change) => set(view, change);
  view.told = (name) => tell(view, name);
  view.redraw = () => redraw(view);
  view.light = (node) => light(view, node);
  view.force = (node) => force(view, node);
  const body = element("div", { class: "body" }, root);
  view.ranks = svg("svg", { class: "ranks", width: 48, "aria-hidden": "true" }, body);
  view.scroll = element("div", { class: "scroll" }, body);
  view.canvas = svg("svg", { role: "tree", "aria-label": t("Search tree") }, view.scroll);
  view.canvas.addEventListener("keydown", (event) => walk(view, event));
  view.readout = element("div", { class: "readout", "aria-live": "polite" }, root);
  makeTools(view);
  view.legend = element("div", { class: "legend" }, root);
  atNewWidth(view.scroll, () => view.size && redraw(view));
  return view;
}

/**
 * Take over what the server says by itself, and the step of another tree.
 *
 * @type {(view: View, data: Data, other: boolean) => void}
 */
function hear(view, data, other) {
  for (const name of CHOICES) {
    const value = name === "step" && !data.step ? data.steps.length : data[name];
    const news = view.exchanges.get(name)?.news(value);
    if (news || (other && name === "step")) view.state[name] = value;
  }
}

/** @type {(view: View, change: Partial<State>) => void} */
function set(view, change) {
  Object.assign(view.state, change);
  repaint(view);
}

/** @type {(view: View, name: keyof State) => void} */
function tell(view, name) {
  view.exchanges.get(name)?.told(view.state[name]);
  const whole = name === "step" && view.state.step === view.tree.columns.length;
  view.tell("choose", { [name]: whole ? 0 : view.state[name] });
}

/** @type {(view: View) => void} */
function redraw(view) {
  const focused = view.canvas.contains(document.activeElement),
    { lit, tree, data } = view;
  drawTree(view);
  repaint(view);
  // The keyboard goes on where it was, or in a new tree after what was fixed.
  if (focused)
    (lit ?? tree.columns[data.forced - 1]?.[0] ?? tree.root).box?.focus({ preventScroll: true });
}

/** @type {(view: View) => void} */
function repaint(view) {
  if (!view.size) return; // the fonts are still on their way
  view.drawTools();
  paintTree(view);
  paintReadout(view);
  paintLegend(view);
  const chips = view.size.shown.flat();
  const entry = view.lit && chips.includes(view.lit) ? view.lit : (leader(view) ?? view.tree.root);
  for (const node of [view.tree.root, ...chips]) node.box.tabIndex = node === entry ? 0 : -1;
}

/** @type {(view: View, node: TreeNode | null) => void} */
function light(view, node) {
  if (view.lit === node) return;
  view.lit = node;
  paintTree(view);
  paintReadout(view);
}

/**
 * Make everything up to a node the beginning of every translation; the start token frees it.
 *
 * @type {(view: View, node: TreeNode) => void}
 */
function force(view, node) {
  view.tell("choose", { begin: pathOf(node).map(({ token }) => token.id) });
}

/**
 * Arrow keys walk over the tree, Enter fixes the beginning, Escape frees it.
 *
 * @type {(view: View, event: KeyboardEvent) => void}
 */
function walk(view, event) {
  const shown = view.size.shown.slice(0, view.state.step);
  const node = view.lit ?? leader(view) ?? view.tree.root;
  const column = shown[node.step] ?? [];
  const beside = column.indexOf(node) + (event.key === "ArrowUp" ? -1 : 1);
  const children = shown[node.step + 1]?.filter((one) => one.parent === node) ?? [];
  /** @type {Record<string, TreeNode | null | undefined>} */
  const ways = {
    ArrowUp: column[beside],
    ArrowDown: column[beside],
    ArrowLeft: node.parent,
    ArrowRight: children[0],
  };
  if (event.key === "Enter" || event.key === " ") force(view, node);
  else if (event.key === "Escape") force(view, view.tree.root);
  else if (!event.key.startsWith("Arrow")) return;
  event.preventDefault();
  ways[event.key]?.box.focus();
}

/** @type {(view: View) => void} */
function paintReadout(view) {
  const { readout, state, tree, lit } = view;
  readout.replaceChildren();
  const node = lit ?? leader(view) ?? tree.root;
  const over = state.step === tree.columns.length;
  const won = () => (view.data.method === "sampling" ? t("drawn") : t("wins"));
  if (!lit) element("span", { class: "what" }, readout, over ? won() : t("leads"));
  const words = node.parent && said(node),
    lang = words ? view.data.langs.target : null;
  const written = node.parent ? words || t("(nothing)") : view.tree.root.token.text;
  element("b", { lang }, readout, written);
  const ended = !lit && over && isEnding(node) && node.total > -MANY;
  element("span", { class: "facts" }, readout, ended ? product(node) : facts(view, node));
}

const MANY = Math.log(1e6); // beyond it, one in how many says less than the logarithm

/** @type {(node: TreeNode) => string} */
const product = ({ total }) =>
  t("its probabilities multiplied: 1 in {count}", {
    count: whole(Number(Math.exp(-total).toPrecision(2))),
  });

/**
 * The arithmetic of a node, in words and numbers.
 *
 * @type {(view: View, node: TreeNode) => string}
 */
function facts(view, node) {
  if (!node.parent)
    return t("the start token names the language; click it to clear the beginning you fixed");
  const path = pathOf(node),
    [first, ...others] = path;
  const terms = [number(first.log, 2), ...others.map(({ log }) => number(-log, 2))];
  const added = terms.length > 1 && terms.length <= 6 ? `${terms.join(" − ")} = ` : "";
  const sum = `ln p = ${added}${number(node.total, 2)}`;
  const divided = () =>
    t("{sum} ÷ {penalty} = score {score}", {
      sum,
      penalty: number(penalty(path.length, view.state.alpha), 2),
      score: number(score(node, view.state.alpha), 2),
    });
  const parts = [`p(${node.token.text}) ${share(node.p)}`, isEnding(node) ? divided() : sum];
  if (node.fate === "cut") parts.push(t("cut at the length limit"));
  if (node.left) parts.push(t("left over: enough translations were finished"));
  else if (isPruned(node)) {
    const { method, width } = view.data;
    parts.push(
      method === "sampling"
        ? t("not sampled")
        : tn("pruned: only {count} goes on", "pruned: only {count} go on", width),
    );
  }
  return parts.join(" · ");
}

/**
 * Explain the marks that this tree has.
 *
 * @type {(view: View) => void}
 */
function paintLegend(view) {
  const { legend, data, state, tree } = view;
  const nodes = tree.columns.flat(),
    [best] = ranked(nodes.filter(isEnding), state.alpha),
    sampling = data.method === "sampling";
  const over = state.step === tree.columns.length;
  /** @type {([kind: string, text: string, sign?: string] | false)[]} */
  const items = [
    ["line", sampling ? t("what was sampled") : over ? t("the winner") : t("leads so far")],
    !sampling &&
      data.width > 1 && [
        "kept",
        t("kept: one of the {count} best that haven't ended (an ended one takes up no place)", {
          count: data.width,
        }),
      ],
    !sampling && data.width > 1 && ["dead", over ? t("never ended") : t("died out")],
    state.pruned > 0 &&
      nodes.some(isPruned) && ["pruned", sampling ? t("likely, but not sampled") : t("pruned")],
    data.forced > 0 && ["forced", t("fixed by you")],
    ["number", t("probability, given the tokens before it"), share(0.84)],
    best !== undefined && [
      "number",
      sampling
        ? t("score of a finished translation")
        : t("score of a finished translation; the nearest to 0 wins"),
      number(score(best, state.alpha), 2),
    ],
  ];
  legend.replaceChildren();
  for (const [kind, text, sign] of items.filter((one) => one !== false)) {
    const item = element("span", {}, legend);
    element("i", { class: kind }, item, sign ?? "");
    item.append(text);
  }
}
