// Three ways to choose, side by side: what each said, token by token, and its score.

import { listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { element } from "../../../../ui/views/library/dom.js";
import { makeKnobs } from "../../../../ui/views/library/knobs.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { ranked, score } from "./hypotheses.js";

/** @import { Exchange } from "../../../../ui/views/library/choices.js" */
/** @import { Sampling } from "../../../../ui/views/library/knobs.js" */
/** @import { Spelled } from "./types.d.ts" */

/**
 * What a method said: one result of a search that keeps several, or all that were drawn.
 *
 * @typedef {{method: string, title: string, note: string, endings: Spelled[]}} Card
 */

/**
 * @typedef {{langs: Langs, cards: Card[], alpha: number, sampling: Sampling,
 *   chosen: string}} Data
 */

/**
 * @typedef {{box: HTMLElement, title: HTMLElement, note: HTMLElement, endings: HTMLElement,
 *   button: HTMLButtonElement}} Nodes
 */

/** @typedef {HTMLElement & {best?: Spelled}} Words */

/**
 * @typedef {{one: Spelled | Spelled[], words: Words, total: HTMLElement, length: HTMLElement,
 *   result: HTMLElement}} Result
 */

/**
 * @typedef {HTMLElement & {tell: ViewCall<Data>["setTriggerValue"], exchange: Exchange,
 *   langs: Langs, sampling:
 *   Sampling, cards: Nodes[], signature?: string, scores: Result[], knobs: ReturnType<typeof
 *   makeKnobs>}} Root
 */

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".methods");
  root.tell = setTriggerValue;
  root.exchange ??= makeExchange();
  if (root.exchange.news(JSON.stringify(data.sampling))) root.sampling = { ...data.sampling };
  // Once: they keep the focus.
  root.cards ??= data.cards.map(({ method }) => makeCard(root, method));
  const signature = JSON.stringify([data.cards, data.chosen]);
  if (root.signature !== signature) {
    root.signature = signature;
    root.scores = [];
    data.cards.forEach((card, i) =>
      fillCard(root, root.cards[i], card, card.method === data.chosen),
    );
  }
  root.knobs.draw();
  root.langs = data.langs;
  paint(root, data.alpha);
  listen(root, (choice) => "alpha" in choice && paint(root, choice.alpha));
}

/** @type {(root: Root, method: string) => Nodes} */
function makeCard(root, method) {
  const box = element("section", { class: `card ${method}` }, root);
  const top = element("header", {}, box);
  const title = element("h4", {}, top),
    note = element("span", { class: "note" }, top);
  if (method === "sampling") {
    root.knobs = makeKnobs(
      box,
      () => root.sampling,
      (change) => {
        Object.assign(root.sampling, change);
        root.knobs.draw();
      },
      (name) => {
        root.exchange.told(JSON.stringify(root.sampling));
        root.tell("choose", { [name]: root.sampling[name] });
      },
    );
  }
  const endings = element("div", {}, box);
  const button = element("button", { type: "button", class: "tree" }, box);
  button.onclick = () => {
    root.tell("choose", { method });
    document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0 });
  };
  return { box, title, note, endings, button };
}

/** @type {(root: Root, nodes: Nodes, card: Card, shown: boolean) => void} */
function fillCard(root, { box, title, note, endings, button }, card, shown) {
  box.classList.toggle("shown", shown);
  title.textContent = card.title;
  note.textContent = card.note;
  endings.replaceChildren();
  for (const one of card.method === "sampling" ? card.endings : [card.endings])
    drawEnding(root, endings, one);
  button.textContent = shown ? t("Its tree is shown above") : t("Show its tree");
  button.disabled = shown;
}

/**
 * One result: for a beam the best of its endings, which depends on alpha.
 *
 * @type {(root: Root, box: Element, one: Spelled | Spelled[]) => void}
 */
function drawEnding(root, box, one) {
  const words = element("div", { class: "words" }, box);
  const facts = element("div", { class: "facts" }, box);
  const [total, length, result] = ["ln p", "", t("score")].map((name) => {
    const part = element("span", {}, facts, name && `${name} `);
    return element("b", {}, part);
  });
  root.scores.push({ one, words, total, length, result });
}

/** @type {(root: Root, alpha: number) => void} */
function paint(root, alpha) {
  const { langs } = root;
  for (const { one, words, total, length, result } of root.scores) {
    const best = Array.isArray(one) ? ranked(one, alpha)[0] : one;
    if (words.best !== best) drawWords(words, best, langs);
    total.textContent = number(best.total, 2);
    length.textContent =
      best.fate === "cut"
        ? tn("{count} token, cut at the limit", "{count} tokens, cut at the limit", best.length)
        : tn("{count} token", "{count} tokens", best.length);
    result.textContent = number(score(best, alpha), 2);
  }
}

/** @type {(words: Words, best: Spelled, langs: Langs) => void} */
function drawWords(words, best, langs) {
  words.best = best;
  words.replaceChildren();
  for (const token of best.tokens) {
    const title = t("{name}: {value}", { name: token.text, value: number(token.p, 3) }),
      lang = token.special ? null : langs.target;
    const word = element(
      "span",
      { class: classesOf("word", token), title, lang },
      words,
      token.text,
    );
    element("u", {}, word);
    element("i", { style: `width:${token.p * 100}%` }, word);
  }
}
