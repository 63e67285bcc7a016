// The tree of a search: every candidate that was considered, what was kept and what became of it.

import { announce } from "../../../../ui/views/library/choices.js";
import { defineView } from "../../../../ui/views/library/define.js";
import { onKey } from "../../../../ui/views/library/keys.js";
import { samplingPanel, slider } from "../../../../ui/views/library/knobs.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { still } from "../../../../ui/views/library/motion.js";
import { number, whole } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { isEnding, penalty, ranked, score } from "./hypotheses.js";
import { drawTree } from "./search_tree_drawing.js";
import { isPruned, layOut, makeNodes, pathOf, said } from "./search_tree_layout.js";
import { leader, share } from "./search_tree_nodes.js";
import { tellChoice } from "./tell_choice.js";

/** @import { Knob, Sampling } from "../../../../ui/views/library/knobs.js" */
/** @import { SearchChoice } from "./data.d.ts" */
/** @import { Acts, SearchTree, State, Tree, TreeNode } from "./types.d.ts" */

const any = () => null;
const SAMPLING = { temperature: any, top_k: any, top_p: any, seed: any };
const RANKS = 54; // pixels that the names of the rows take at the left
const PACE = 700; // milliseconds for each step
const MANY = Math.log(1e6); // beyond it, one in how many says less than the logarithm

export default defineView(
  "search_tree",
  { step: ({ version }) => version, alpha: any, pruned: any, ...SAMPLING },
  render,
);

/** @param {SearchTree} view */
function render(view) {
  const { data, now, root, set } = view;
  if (now.key !== JSON.stringify(data.version)) begin(view);
  const state = stateOf(view),
    { size, step, sampling } = state;
  now.player.set(step);
  const chosen = (/** @type {SearchChoice} */ change) => tellChoice(view, change, change);
  const tell = (/** @type {"alpha" | keyof Sampling} */ name) => chosen({ [name]: now[name] });
  now.size = undefined;
  // Light moves nothing: all stays where it is, and the page need not be measured again.
  const light = (/** @type {TreeNode | null} */ lit) => now.lit !== lit && set({ lit, size });
  // Everything up to a node begins every translation then; the start token frees them.
  const force = (/** @type {TreeNode} */ node) =>
    tellChoice(view, {}, { begin: pathOf(node).map(({ token }) => token.id) });
  const weigh = (/** @type {number} */ alpha) => {
    set({ alpha });
    announce({ alpha });
  };
  const acts = { light, force, walk: walkOver(root, state, force) };
  return html`<div class="body">${drawTree(state, acts)}</div>
    <div class="readout" aria-live="polite">${readout(state)}</div>
    <div class="tools">${now.player.node}
      ${
        sampling
          ? samplingPanel(now, set, tell)
          : slider(penaltyKnob(), now.alpha, weigh, () => tell("alpha"))
      }
      <label class="toggle"><input type="checkbox" role="switch" .checked=${now.pruned > 0}
        @change=${(/** @type {{target: HTMLInputElement}} */ { target }) => {
          chosen({ pruned: Number(target.checked) });
        }}><span>${sampling ? t("show others") : t("show pruned")}</span></label></div>
    <div class="legend">${legend(state)}</div>`;
}

/**
 * Keys act on the chip that has the focus, also while the pointer lights another one.
 *
 * @type {(root: HTMLElement, state: State, force: Acts["force"]) => Acts["walk"]}
 */
function walkOver(root, { tree, size, step }, force) {
  const columns = size.shown.slice(0, step);
  const go = (/** @type {TreeNode | null | undefined} */ to) => () => to && focusOn(root, to);
  /** @type {(node: TreeNode) => Record<string, () => unknown>} */
  const ways = (node) => {
    const column = columns[node.step] ?? [],
      place = column.indexOf(node);
    return {
      ArrowUp: go(column[place - 1]),
      ArrowDown: go(column[place + 1]),
      ArrowLeft: go(node.parent),
      ArrowRight: go(columns[node.step + 1]?.find(({ parent }) => parent === node)),
      Enter: () => force(node),
      " ": () => force(node),
      Escape: () => force(tree.root),
    };
  };
  return onKey(
    (key, { target }) => {
      const node = tree.nodes.get(Number(/** @type {SVGElement} */ (target).dataset.id));
      return node && ways(node)[key];
    },
    (act) => act(),
  );
}

/** @type {() => Knob} */
const penaltyKnob = () => ({
  label: t("Length penalty α"),
  min: 0,
  max: 2,
  step: 0.1,
  show: (value) => number(value, 1),
});

/**
 * Begin with another tree, with a player of its own: that of the old one stops.
 *
 * @param {SearchTree} view
 */
function begin(view) {
  const { data, now, root, set } = view;
  const tree = makeNodes(data),
    count = tree.columns.length;
  const focused = root.querySelector("[role=tree]")?.contains(document.activeElement);
  const player = makePlayer(
    null,
    t("Decoding steps"),
    () => count,
    (shown, moving) => {
      const step = shown === count ? 0 : shown; // the whole search, which links need not name
      if (moving) set({ step });
      else tellChoice(view, { step }, { step });
      keepInSight(root, tree.places[shown - 1]);
    },
    PACE,
  );
  const key = JSON.stringify(data.version);
  Object.assign(now, { key, tree, player, lit: null, size: undefined });
  // Chips are as wide as their letters, in fonts that may be on their way.
  document.fonts.ready.then(() => {
    if (now.tree !== tree) return;
    // The keyboard goes on in a new tree after what was fixed.
    const lit = focused ? (tree.columns[data.forced - 1]?.[0] ?? tree.root) : now.lit;
    set({ lit });
    if (focused && lit) focusOn(root, lit, { preventScroll: true });
    keepInSight(root, tree.places[(now.step || count) - 1]); // of a whole tree its ends: who won
  });
}

/**
 * What is drawn: the nodes where they stand, and those that lead, are lit or take the keyboard.
 *
 * @type {(view: SearchTree) => State}
 */
function stateOf({ data, now, root, width }) {
  const { tree, lit, alpha } = now,
    sampling = data.method === "sampling",
    step = now.step || tree.columns.length,
    leads = leader(tree, step, alpha) ?? tree.root;
  const most = now.pruned ? (sampling ? Infinity : data.width) : 0;
  const size =
    now.size?.most === most
      ? now.size
      : layOut(tree, { available: width - RANKS, family: getComputedStyle(root).fontFamily, most });
  const drawn = [tree.root, ...size.shown.slice(0, step).flat()],
    entry = lit && drawn.includes(lit) ? lit : leads,
    over = step === tree.columns.length;
  return { ...data, ...now, step, over, sampling, leads, entry, size };
}

/** @type {(root: HTMLElement, node: TreeNode, options?: FocusOptions) => void} */
const focusOn = (root, { id }, options) =>
  /** @type {SVGElement | null} */ (root.querySelector(`[data-id="${id}"]`))?.focus(options);

/**
 * Keep a column in sight.
 *
 * @type {(root: HTMLElement, column: Tree["places"][0]) => void}
 */
function keepInSight(root, { x, width }) {
  const box = /** @type {HTMLElement} */ (root.querySelector(".scroll"));
  const behavior = still() ? "instant" : "smooth";
  if (x + width + 40 > box.scrollLeft + box.clientWidth) {
    box.scrollTo({ left: x + width + 80 - box.clientWidth, behavior });
  } else if (x - 40 < box.scrollLeft) box.scrollTo({ left: Math.max(0, x - 80), behavior });
}

/**
 * What the lit node says, or else the one that leads.
 *
 * @param {State} state
 */
function readout(state) {
  const { lit, over, sampling, langs, leads } = state,
    node = lit ?? leads;
  const won = () => (sampling ? t("drawn") : t("wins"));
  const words = node.parent && said(node);
  const written = node.parent ? words || t("(nothing)") : node.token.text;
  const ended = !lit && over && isEnding(node) && node.total > -MANY;
  return html`${lit ? nothing : html`<span class="what">${over ? won() : t("leads")}</span>`}
    <b lang=${words ? langs.target : nothing} translate="no">${written}</b>
    <span class="facts">${ended ? product(node) : facts(state, node)}</span>`;
}

/** @type {(node: TreeNode) => string} */
const product = ({ total }) =>
  t("its probabilities multiplied: 1 in {count}", {
    count: whole(Number(Math.exp(-total).toPrecision(2))),
  });

/**
 * The arithmetic of a node, in words and numbers.
 *
 * @type {(state: State, node: TreeNode) => string}
 */
function facts({ alpha, sampling, width }, node) {
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
      penalty: number(penalty(path.length, alpha), 2),
      score: number(score(node, alpha), 2),
    });
  const parts = [`p(${node.token.text}) ${share(node.p)}`, isEnding(node) ? divided() : sum];
  if (node.fate === "cut") parts.push(t("cut at the length limit"));
  if (node.left) parts.push(t("left over: enough translations were finished"));
  else if (isPruned(node)) {
    parts.push(
      sampling
        ? t("not sampled")
        : tn("pruned: only {count} goes on", "pruned: only {count} go on", width),
    );
  }
  return parts.join(" · ");
}

/**
 * Explain the marks that this tree has.
 *
 * @param {State} state
 */
function legend({ tree, width, forced, alpha, pruned, sampling, over }) {
  const nodes = tree.columns.flat(),
    [best] = ranked(nodes.filter(isEnding), alpha);
  /** @type {([kind: string, text: string, sign?: string] | false)[]} */
  const items = [
    ["line", sampling ? t("what was sampled") : over ? t("the winner") : t("leads so far")],
    !sampling &&
      width > 1 && [
        "kept",
        t("kept: one of the {count} best that haven't ended (an ended one takes up no place)", {
          count: width,
        }),
      ],
    !sampling && width > 1 && ["dead", over ? t("never ended") : t("died out")],
    pruned > 0 &&
      nodes.some(isPruned) && ["pruned", sampling ? t("likely, but not sampled") : t("pruned")],
    forced > 0 && ["forced", t("fixed by you")],
    ["number", t("probability, given the tokens before it"), share(0.84)],
    best !== undefined && [
      "number",
      sampling
        ? t("score of a finished translation")
        : t("score of a finished translation; the nearest to 0 wins"),
      number(score(best, alpha), 2),
    ],
  ];
  return items
    .filter((item) => item !== false)
    .map(([kind, text, sign]) => html`<span><i class=${kind}>${sign}</i>${text}</span>`);
}
