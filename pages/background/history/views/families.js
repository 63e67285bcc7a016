// A timeline of architectures, and how this sentence flows through the chosen one.

import { announce, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { chooseOne, moved, walk } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { BRIDGE, drawEdges, drawNames, drawNodes, way } from "./families_drawing.js";

/** @import { Data, View } from "./types.d.ts" */

const LEFT = 84,
  RIGHT = 26,
  HEIGHT = 318,
  NARROWEST = 27,
  SLANTED = 44;

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".families");
  const view = (root.view ??= build(root));
  const other = view.version !== data.version;
  Object.assign(view, { data, tell: setTriggerValue, version: data.version, word: data.word });
  if (other) layOutTimeline(view);
  if (view.exchange.news(data.family) || other) choose(view, data.family);
  else light(view);
  listen(root, ({ word }) => {
    if (word === undefined) return;
    view.word = word;
    light(view);
  });
}

/** @type {(root: Element) => View} */
function build(root) {
  const view = /** @type {View} */ ({ exchange: makeExchange() });
  view.timeline = element(
    "div",
    { class: "timeline", role: "radiogroup", "aria-label": t("Architecture") },
    root,
  );
  const columns = element("div", { class: "columns" }, root);
  const left = element("div", { class: "drawing" }, columns);
  view.scroll = element("div", { class: "scroll", tabindex: 0, role: "group" }, left);
  view.card = element("div", { class: "card", "aria-live": "polite" }, columns);
  const below = element("div", { class: "below" }, left);
  const steps = () => view.shown?.steps ?? 1;
  view.player = makePlayer(
    below,
    t("Steps that have to wait for the one before"),
    steps,
    (step) => paint(view, step),
    450,
  );
  view.said = element("div", { class: "said" }, below);
  view.scroll.onclick = ({ target }) => {
    if (!(target instanceof Element)) return;
    const word = Number(target.closest("[data-word]")?.getAttribute("data-word") ?? NaN);
    if (Number.isNaN(word)) return;
    announce({ word });
    view.tell("word", word + 1);
  };
  walk(
    view.timeline,
    (key) => moved(view.family ?? 0, key, view.entries.length, { around: true }),
    (family) => pick(view, family),
  );
  atNewWidth(view.scroll, () => view.shown && draw(view));
  return view;
}

/** @type {(view: View) => void} */
function layOutTimeline(view) {
  view.timeline.replaceChildren();
  view.entries = view.data.families.map(({ year, name, graph }, place) => {
    const entry = element("button", { type: "button", role: "radio" }, view.timeline);
    element("span", { class: "year" }, entry, year);
    element("span", { class: "dot" }, entry);
    element("b", {}, entry, name);
    const steps = tn("{count} step", "{count} steps", graph.steps);
    element("span", { class: "steps" }, entry, steps);
    entry.onclick = () => pick(view, place);
    return entry;
  });
  view.family = null;
}

/** @type {(view: View, family: number) => void} */
function pick(view, family) {
  choose(view, family);
  view.entries[family].focus({ preventScroll: true });
  view.exchange.told(family);
  view.tell("family", family + 1);
}

/**
 * Show another architecture, all of its steps done.
 *
 * @type {(view: View, family: number) => void}
 */
function choose(view, family) {
  view.family = family;
  chooseOne(view.entries, family);
  const { offsetLeft, offsetWidth } = view.entries[family]; // narrow windows scroll
  view.timeline.scrollLeft = offsetLeft - (view.timeline.clientWidth - offsetWidth) / 2;
  const { paper, added, stopped, verdict, graph } = view.data.families[family];
  view.shown = graph;
  view.card.replaceChildren();
  element("p", { class: "paper" }, view.card, paper);
  for (const [title, text] of [
    [t("What it added"), added],
    [verdict, stopped],
  ]) {
    element("h4", {}, view.card, title);
    element("p", {}, view.card, text);
  }
  view.player.set(graph.steps);
  view.step = graph.steps;
  draw(view);
}

/** @type {(view: View) => void} */
function draw(view) {
  const { shown, data } = view,
    last = Math.max(1, ...shown.nodes.map(([column]) => column));
  const pitch = Math.max(NARROWEST, (view.scroll.clientWidth - LEFT - RIGHT - 4) / last);
  const width = LEFT + RIGHT + pitch * last;
  const text = [...data.source, ...data.target].map((token) => token.text.length);
  const slanted = Math.max(...text) * 7.4 + 8 > pitch;
  const room = slanted ? SLANTED + 14 : 30;
  const top = shown.outputs.length ? room + (shown.looks_back ? 44 : 14) : 26;
  const apart = (HEIGHT - top - room - 6) / (shown.rows.length - 1);
  view.at = shown.nodes.map(([x, row]) => [LEFT + x * pitch, HEIGHT - room - 6 - row * apart]);
  view.scroll.replaceChildren();
  view.picture = svg("svg", { width, height: HEIGHT, role: "img" }, view.scroll);
  shown.rows.forEach((name, row) => {
    const y = HEIGHT - room - 2 - row * apart;
    svg("text", { x: 0, y, class: "row" }, view.picture, name);
  });
  drawEdges(view);
  view.fan = svg("path", { class: "fan" }, view.picture);
  view.lit = svg("path", { class: "lit" }, view.picture);
  drawNodes(view);
  drawNames(view, slanted, pitch);
  paint(view, view.step);
}

/**
 * Show which nodes and which part of the way are computed at a step, before it and later.
 *
 * @type {(view: View, step: number) => void}
 */
function paint(view, step) {
  view.step = step;
  const last = step === view.shown.steps;
  const when = (/** @type {number} */ own) =>
    own > step ? "later" : own === step && !last ? "now" : "done";
  view.dots.forEach(({ dot, step: own }) => dot.setAttribute("class", `node ${when(own)}`));
  view.wires.forEach(({ path, step: own }) => {
    path.classList.remove("later", "now", "done");
    path.classList.add(when(own));
  });
  light(view);
  const now = view.dots.find(({ step: own }) => own === step);
  if (last || !now) return;
  const x = Number(now.dot.getAttribute("cx")),
    { scrollLeft, clientWidth } = view.scroll;
  if (x < scrollLeft + 20 || x > scrollLeft + clientWidth - 20)
    view.scroll.scrollLeft = x - clientWidth / 2;
}

/**
 * Draw the shortest way from the chosen word to the end, and say how long it is.
 *
 * @type {(view: View) => void}
 */
function light(view) {
  const { nodes, steps } = view.shown;
  const word = Math.min(view.word, view.data.source.length - 1),
    text = view.data.source[word].text;
  view.names.forEach((name, place) => name.classList.toggle("chosen", place === word));
  let d = "";
  for (let node = word, to = nodes[word][3]; to >= 0; node = to, to = nodes[node][3]) {
    if (nodes[to][2] > view.step) break; // as far as has been computed
    const kind = kindOf(view, node, to);
    d += kind === BRIDGE ? way(view, node, to, BRIDGE) : `M${view.at[node]}L${view.at[to]}`;
  }
  view.lit.setAttribute("d", d);
  const reads = view.shown.edges.filter(([from]) => from === word);
  view.fan.setAttribute("d", reads.map(([, to]) => `M${view.at[word]}L${view.at[to]}`).join(""));
  const length = nodes[word][4];
  view.said.textContent =
    length < 0
      ? t("“{token}” never reaches the end", { token: text })
      : tn(
          "{count} arrow from “{token}” to the end",
          "{count} arrows from “{token}” to the end",
          length,
          { token: text },
        );
  const { name } = view.data.families[view.family ?? 0];
  const said = tn("{family}, {count} step: {way}", "{family}, {count} steps: {way}", steps, {
    family: name,
    way: view.said.textContent,
  });
  view.picture.setAttribute("aria-label", said);
  view.scroll.setAttribute("aria-label", said);
}

/** @type {(view: View, from: number, to: number) => number} */
const kindOf = (view, from, to) =>
  view.shown.edges.find(([a, b]) => a === from && b === to)?.[2] ?? 0;
