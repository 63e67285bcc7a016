// What each layer would already say: a grid of layers and steps, and one step in detail.

import { announce, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { css, ink, palette } from "../../../../ui/views/library/colours.js";
import { element, zoomOf } from "../../../../ui/views/library/dom.js";
import { movedOver, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, whole } from "../../../../ui/views/library/numbers.js";

/** @import { Exchange } from "../../../../ui/views/library/choices.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * By depth (0 is the embedding) and step: the likeliest tokens' ids, their probabilities, and the
 * probability and place of the token that is said in the end.
 *
 * @typedef {{langs: Langs, read: Token[], output: Token[], said: number[], names: Record<number,
 *   Token>, top:
 *   number[][][], p: number[][][], final: number[][], places: number[][], step: number, layer:
 *   number}} Data
 */

/**
 * @typedef {HTMLElement & {data: Data, tell: ViewCall<Data>["setTriggerValue"], exchange: Exchange,
 *   step: number, layer: number, signature?: string, cells: HTMLButtonElement[][], columns:
 *   HTMLElement[], cards: HTMLElement}} Root
 */

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".lens");
  Object.assign(root, { data, tell: setTriggerValue });
  root.exchange ??= makeExchange();
  const signature = JSON.stringify([data.read, data.said, data.final]);
  const fresh = root.signature !== signature,
    { step, layer } = data;
  if (root.exchange.news([step, layer].join()) || fresh) Object.assign(root, { step, layer });
  root.signature = signature;
  if (fresh) build(root);
  listen(root, ({ step = root.step }) => {
    if (step !== root.step && step < data.said.length) show(root, step, root.layer);
  });
  paint(root);
}

/** @type {(depth: number) => string} */
const depthName = (depth) => (depth ? t("layer {layer}", { layer: depth }) : t("embedding"));
/** @type {(token: Token) => string} */
const shown = ({ text, joined }) => (joined ? "‿" : "") + text;

/** @type {(root: Root) => void} */
function build(root) {
  const { data } = root;
  root.replaceChildren();
  const scroll = element("div", { class: "scroll" }, root);
  const table = element(
    "table",
    { "aria-label": t("The most likely token after each layer, by step") },
    scroll,
  );
  tokenRow(element("thead", {}, table), t("reads"), data.read);
  const body = element("tbody", {}, table);
  root.cells = data.top.map((tops, depth) => {
    const row = element("tr", {}, body);
    element("th", { scope: "row" }, row, depthName(depth));
    return tops.map((_, step) => cell(root, element("td", {}, row), depth, step));
  });
  root.columns = tokenRow(element("tfoot", {}, table), t("writes"), data.output);
  const shape = [root.cells.length, root.cells[0].length];
  walk(
    body,
    (key) => movedOver([depthOf(root), root.step], key, shape),
    ([depth, step]) => pick(root, step, depth),
  );
  legend(root);
  root.cards = element("div", { class: "cards" }, root);
}

/** @type {(parent: Element, name: string, tokens: Token[]) => HTMLElement[]} */
function tokenRow(parent, name, tokens) {
  const row = element("tr", {}, parent);
  element("th", { scope: "row" }, row, name);
  return tokens.map((token) =>
    element("th", { scope: "col", title: token.text, lang: token.lang }, row, shown(token)),
  );
}

/** @type {(root: Root, parent: Element, depth: number, step: number) => HTMLButtonElement} */
function cell(root, parent, depth, step) {
  const { names, top, p, final, places, said, output } = root.data;
  const best = top[depth][step][0],
    word = shown(output[step]);
  const node = element("button", { type: "button", class: "cell" }, parent);
  const lang = names[best].special ? null : root.data.langs.target;
  element("span", { class: "top", lang }, node, shown(names[best]));
  element(
    "small",
    { "aria-hidden": "true" }, // the description says it
    node,
    best === said[step] ? number(p[depth][step][0], 2) : `#${places[depth][step]}`,
  );
  node.classList.toggle("final", best === said[step]);
  const probability = number(final[depth][step], 3),
    rank = places[depth][step];
  node.setAttribute(
    "aria-description",
    t(
      "{layer}, step {step}: most likely is {best}; " +
        "{word} has probability {probability}, rank {rank}",
      {
        layer: depthName(depth),
        step: step + 1,
        best: shown(names[best]),
        word,
        probability,
        rank,
      },
    ),
  );
  node.title = t("“{word}”: {probability}, rank {rank}", { word, probability, rank: whole(rank) });
  node.onclick = () => pick(root, step, depth);
  return node;
}

/** @type {(root: Root, step: number, layer: number) => void} */
function show(root, step, layer) {
  Object.assign(root, { step, layer });
  root.exchange.told([step, layer].join());
  paint(root);
}

/** @type {(root: Root, step: number, depth: number) => void} */
function pick(root, step, depth) {
  show(root, step, depth || root.layer);
  root.cells[depth][step].focus();
  announce({ step });
  root.tell("pick", [step + 1, depth]);
}

/** @type {(root: Root) => number} */
const depthOf = ({ cells }) => cells.findIndex((row) => row.some((node) => node.matches(":focus")));

/** @type {(root: Root) => void} */
function legend(root) {
  const line = element("div", { class: "legend" }, root);
  const scale = element("span", {}, line, t("probability of the translation's word: 0"));
  const swatches = element("span", { class: "swatches" }, scale);
  for (let i = 0; i < 5; i++)
    element("i", { style: `background: var(--glass-attention-${i})` }, swatches);
  scale.append("1");
  const cells = t(
    "each cell names its most likely token, in bold where that is the translation's word",
  );
  element("span", {}, line, cells);
  element("span", {}, line, t("#12 is that word's rank among all tokens"));
}

/** @type {(root: Root) => void} */
function paint(root) {
  const { data, cells, step, layer } = root;
  const colours = palette(root);
  cells.forEach((row, depth) =>
    row.forEach((node, place) => {
      const rgb = colours.attention(data.final[depth][place]);
      Object.assign(node.style, { background: css(rgb), color: ink(rgb) });
      node.setAttribute("aria-pressed", place === step && depth === layer);
      node.tabIndex = place === step && depth === layer ? 0 : -1;
    }),
  );
  root.columns.forEach((column, place) => column.classList.toggle("chosen", place === step));
  reveal(cells[0][step]);
  root.cards.replaceChildren();
  data.top.forEach((tops, depth) => card(root, depth, tops[step]));
}

/**
 * Scroll the grid sideways until the chosen column is seen beside the names of the rows.
 *
 * @type {(cell: Element) => void}
 */
function reveal(cell) {
  const scroll = cell.closest(".scroll"),
    names = scroll?.querySelector("th")?.offsetWidth ?? 0;
  if (!scroll) return;
  const box = scroll.getBoundingClientRect(),
    at = cell.getBoundingClientRect(),
    zoom = zoomOf(scroll);
  const left = (at.left - box.left) / zoom,
    beyond = (at.right - box.right) / zoom;
  if (left < names) scroll.scrollLeft -= names - left;
  else if (beyond > 0) scroll.scrollLeft += beyond + 4; // and its ring
}

/**
 * The likeliest tokens of one layer at the chosen step.
 *
 * @type {(root: Root, depth: number, tops: number[]) => void}
 */
function card(root, depth, tops) {
  const { data, step } = root;
  const box = element("div", { class: "card" }, root.cards);
  box.classList.toggle("chosen", depth === root.layer);
  const title = depth ? t("after layer {layer}", { layer: depth }) : t("before layer 1");
  element("h4", {}, box, title);
  tops.forEach((token, i) => {
    const line = element("div", { class: "line" }, box),
      p = data.p[depth][step][i];
    const kind = token === data.said[step] ? "name final" : "name",
      lang = data.names[token].special ? null : data.langs.target;
    element("span", { class: kind, lang }, line, shown(data.names[token]));
    element("span", { style: `width:${p * 100}%` }, element("span", { class: "rail" }, line));
    element("span", { class: "p" }, line, number(p, 3));
  });
  const place = t("“{word}”: rank {rank}, {probability}", {
    word: shown(data.output[step]),
    rank: whole(data.places[depth][step]),
    probability: number(data.final[depth][step], 3),
  });
  element("p", { class: "place" }, box, place);
}
