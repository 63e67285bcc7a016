// Words that can be hidden by a click, and the translation with and without them.

import { element } from "../../../../ui/views/library/dom.js";
import { moved, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";

/**
 * Words as texts; all others are places of them.
 *
 * @typedef {{langs: Langs, source: string[], said: string[], after: string[] | null,
 *   hidden: number[], watched:
 *   number, own: number, lost: number[], fresh: number[]}} Data
 */

/** @typedef {{caption: HTMLElement, words: HTMLElement}} Row */

/**
 * @typedef {HTMLElement & {rows: Record<"source" | "said" | "after", Row>, data: Data, hidden_:
 *   Set<number>, tell: (choice: object) => void}} Root
 */

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".hiding");
  if (!root.rows) build(root);
  root.classList.remove("waiting");
  root.data = data;
  root.hidden_ = new Set(data.hidden);
  root.tell = (choice) => {
    root.classList.add("waiting");
    setTriggerValue("choose", choice);
  };
  drawSource(root);
  drawSaid(root);
  drawAfter(root);
}

/** @type {(root: Root) => void} */
function build(root) {
  const row = (/** @type {string} */ name, /** @type {string} */ title) => {
    const line = element("div", { class: `row ${name}` }, root);
    const id = `hiding-${name}`;
    const caption = element("span", { class: "caption", id }, line, title);
    const words = element("div", { class: "words", "aria-labelledby": id }, line);
    return { caption, words };
  };
  root.rows = {
    source: row("source", t("The sentence")),
    said: row("said", t("With all words")),
    after: row("after", ""),
  };
  root.rows.source.words.setAttribute("role", "group");
  root.rows.said.words.setAttribute("role", "radiogroup");
  root.rows.after.words.setAttribute("aria-live", "polite");
}

/**
 * As many buttons as there are texts; those that are there already stay, and keep the focus.
 *
 * @type {(box: Element, texts: string[], attributes: (i: number) => Record<string, string | number
 *   | boolean>) => void}
 */
function buttons(box, texts, attributes) {
  while (box.children.length > texts.length) box.lastChild?.remove();
  while (box.children.length < texts.length) element("button", { type: "button" }, box);
  texts.forEach((text, i) => {
    box.children[i].textContent = text;
    for (const [name, value] of Object.entries(attributes(i)))
      box.children[i].setAttribute(name, value);
  });
}

/** @type {(root: Root) => void} */
function drawSource(root) {
  const { words } = root.rows.source;
  const paint = () =>
    buttons(words, root.data.source, (i) => ({
      lang: root.data.langs.source,
      "aria-pressed": root.hidden_.has(i),
      class: i === root.data.own ? "word own" : "word",
      title: root.hidden_.has(i) ? t("Show this word") : t("Hide this word"),
    }));
  paint();
  words.querySelectorAll("button").forEach((button, i) => {
    button.onclick = () => {
      if (!root.hidden_.delete(i)) root.hidden_.add(i);
      paint();
      root.tell({ hidden: [...root.hidden_].sort((a, b) => a - b) });
    };
  });
}

/** @type {(root: Root) => void} */
function drawSaid(root) {
  const { words } = root.rows.said;
  const { said, lost, after } = root.data;
  const paint = (/** @type {number} */ watched) =>
    buttons(words, said, (i) => ({
      lang: root.data.langs.target,
      role: "radio",
      "aria-checked": i === watched,
      tabindex: i === watched ? 0 : -1,
      class: after && lost.includes(i) ? "word lost" : "word",
      title: t("Watch this word"),
    }));
  const choose = (/** @type {number} */ place) => {
    paint(place);
    words.querySelectorAll("button")[place].focus();
    root.tell({ watched: place });
  };
  paint(root.data.watched);
  words.querySelectorAll("button").forEach((button, i) => {
    button.onclick = () => choose(i);
  });
  const focused = () => [...words.children].findIndex((word) => word.matches(":focus"));
  walk(words, (key) => moved(focused(), key, said.length, { around: true }), choose);
}

/** @type {(root: Root) => void} */
function drawAfter(root) {
  const { caption, words } = root.rows.after;
  const { after, fresh, source, hidden, langs } = root.data;
  const gone = hidden.map((place) => t("“{word}”", { word: source[place] })).join(", ");
  caption.textContent = after ? t("Without {words}", { words: gone }) : t("Without a word");
  words.replaceChildren();
  words.classList.toggle("empty", !after);
  if (!after) words.textContent = t("Click a word of the sentence to hide it.");
  else if (!after.length) words.textContent = t("(the model says nothing)");
  else
    after.forEach((text, i) => {
      const kind = fresh.includes(i) ? "word fresh" : "word";
      element("span", { class: kind, lang: langs.target }, words, text);
    });
}
