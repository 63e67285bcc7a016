// Below the rows: the likeliest tokens of the chosen step, and the field to change what it reads.

import { element } from "../../../../ui/views/library/dom.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { Data, List, Predictions, View } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * Make both lists of likeliest tokens, and the field, without their words.
 *
 * @param {View} view
 */
export function buildCards(view) {
  const box = element("div", { class: "cards" }, view.root);
  view.lists = ["forced", "own"].map((name) => {
    const card = element("section", { class: `card ${name}` }, box);
    return {
      name,
      title: element("h4", {}, card),
      after: element("p", { class: "after" }, card),
      lines: element("div", { class: "lines" }, card),
    };
  });
  buildEditor(view, element("section", { class: "card editor" }, box));
}

/** @type {(view: View, card: Element) => void} */
function buildEditor(view, card) {
  view.asks = element("h4", {}, card);
  const form = element("form", {}, card);
  view.field = element(
    "input",
    {
      type: "text",
      maxlength: 60,
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "another word",
      "aria-label": "Token to put in",
    },
    form,
  );
  element("button", { type: "submit" }, form, "Put in");
  view.undo = element("button", { type: "button" }, form, "Undo");
  form.onsubmit = (event) => {
    event.preventDefault();
    if (view.field.value.trim()) putIn(view, view.field.value);
  };
  view.field.onkeydown = (event) => {
    if (event.key === "Escape") view.cells.reads[view.step]?.focus();
  };
  view.undo.onclick = () => send(view, { put: "", put_at: 0 });
  view.guesses = element("div", { class: "guesses" }, card);
  view.result = element("p", { class: "result", "aria-live": "polite" }, card);
}

/** @type {(view: View, text: string) => void} */
function putIn(view, text) {
  view.field.value = "";
  send(view, { put: text, put_at: view.step + 1 });
}

/** @type {(view: View, wanted: {put: string, put_at: number}) => void} */
function send(view, wanted) {
  view.root.classList.add("waiting");
  view.tell("put", wanted);
}

/**
 * Write what belongs to the chosen step into the cards.
 *
 * @param {View} view
 */
export function paintCards(view) {
  const { step, data } = view,
    { forced, own, put, reads, target } = data;
  const given = put ? reads.with(put.place, put.token) : reads;
  const [first, second] = view.lists;
  const now = put && step >= put.place ? put : forced;
  const before = (/** @type {Token[]} */ tokens) => tokens.slice(0, step + 1),
    lang = data.langs.target;
  list(first, `Step ${step + 1}, teacher forcing`, before(given), now, target, step, lang);
  list(second, `Step ${step + 1}, on its own words`, before(own.reads), own, target, step, lang);
  paintEditor(view);
}

/** @type {(tokens: Token[]) => string} */
const written = (tokens) =>
  tokens.reduce((text, token) => text + (text && !token.joined ? " " : "") + token.text, "");

/**
 * The likeliest tokens of a step; the right one is added where it is not among them.
 *
 * @type {(where: List, name: string, given: Token[], said: Predictions, target: Token[],
 *   step: number, lang: string) => void}
 */
function list({ title, after, lines }, name, given, { top, right, ids }, target, step, lang) {
  title.textContent = name;
  lines.replaceChildren();
  const tops = top[step];
  if (!tops) {
    after.textContent = "it ended before this step";
    return;
  }
  after.textContent = "after ";
  const end = element("span", { title: written(given) }, after); // its beginning may be cut off
  element("bdi", { dir: "ltr", lang }, end, written(given));
  /** @type {{text: string, p: number, before?: number, right: boolean}[]} */
  const shown = tops.map((one) => ({ ...one, right: one.id === ids[step] }));
  if (step < ids.length && !shown.some((one) => one.right)) {
    shown.push({ text: target[step].text, p: right[step], right: true });
  }
  for (const { text, p, before, right: good } of shown) {
    const line = element("div", { class: good ? "line right" : "line" }, lines);
    element("span", { class: "name", title: text, lang }, line, text);
    const rail = element("span", { class: "rail" }, line);
    element("i", { style: `width:${100 * p}%` }, rail);
    if (before !== undefined) {
      element("u", { style: `left:${100 * before}%`, title: `before: ${number(before, 3)}` }, rail);
    }
    element("span", { class: "p" }, line, number(p, 3));
  }
}

/** @type {(view: View) => void} */
function paintEditor(view) {
  const { step, data } = view,
    { reads, forced, put, languages } = data;
  const token = reads[step],
    lang = step ? data.langs.target : null;
  view.asks.textContent = token
    ? `Let step ${step + 1} read another token than “${token.text}”`
    : "The reference has ended here";
  view.field.disabled = !token;
  view.undo.disabled = !put;
  view.guesses.replaceChildren();
  const known = step
    ? (forced.top[step - 1] ?? [])
        .filter(({ id }) => id !== forced.ids[step - 1])
        .map(({ text }) => text)
    : languages.filter((name) => name !== reads[0].text);
  if (token && known.length)
    element("span", {}, view.guesses, step ? "the model's own guesses:" : "another language:");
  for (const text of token ? known.slice(0, 4) : []) {
    const guess = element("button", { type: "button", class: "guess", lang }, view.guesses, text);
    guess.onclick = () => putIn(view, text);
  }
  view.result.textContent = outcome(view.data);
}

/**
 * What the other token did, in numbers.
 *
 * @type {(data: Data) => string}
 */
function outcome({ put, reads }) {
  if (!put) return "Only later predictions can move, because no position sees what comes after it.";
  /** @type {(from: number, to: number) => string} */
  const span = (from, to) => (from === to ? `Step ${from}` : `Steps ${from} to ${to}`);
  const moved = put.moved.slice(put.place),
    most = Math.max(...moved),
    n = put.moved.length;
  const still =
    put.earlier === null
      ? "Nothing stands before the first token."
      : `${span(1, put.place)}: the largest change of a token's score is ` +
        `${put.earlier === 0 ? "exactly 0" : put.earlier.toExponential(1)}.`;
  return (
    `“${put.token.text}” for “${reads[put.place].text}”. ${still} ${span(put.place + 1, n)}: ` +
    `step ${put.place + 1 + moved.indexOf(most)} moved most, by ${number(most)} bits. ${put.note}`
  );
}
