// Below the rows: the likeliest tokens of the chosen step, and the field to change what it reads.

import { element, writeInto } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { Data, List, Predictions, Put, View } from "./types.d.ts" */
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
      placeholder: t("another word"),
      "aria-label": t("Token to put in"),
    },
    form,
  );
  element("button", { type: "submit" }, form, t("Put in"));
  view.undo = element("button", { type: "button" }, form, t("Undo"));
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
  const forcing = t("Step {step}, teacher forcing", { step: step + 1 }),
    alone = t("Step {step}, on its own words", { step: step + 1 });
  list(first, forcing, before(given), now, target, step, lang);
  list(second, alone, before(own.reads), own, target, step, lang);
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
    after.textContent = t("it ended before this step");
    return;
  }
  const words = element("span", { title: written(given) }); // its beginning may be cut off
  element("bdi", { dir: "ltr", lang }, words, written(given));
  after.replaceChildren();
  writeInto(after, t("after {words}"), { words });
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
      const title = t("before: {p}", { p: number(before, 3) });
      element("u", { style: `left:${100 * before}%`, title }, rail);
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
    ? t("Let step {step} read a token other than “{token}”", { step: step + 1, token: token.text })
    : t("The reference ends here");
  view.field.disabled = !token;
  view.undo.disabled = !put;
  view.guesses.replaceChildren();
  const known = step
    ? (forced.top[step - 1] ?? [])
        .filter(({ id }) => id !== forced.ids[step - 1])
        .map(({ text }) => text)
    : languages.filter((name) => name !== reads[0].text);
  if (token && known.length) {
    const label = step ? t("the model's own guesses:") : t("another language:");
    element("span", {}, view.guesses, label);
  }
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
  if (!put)
    return t("Only later predictions can move, because no position sees what comes after it.");
  const moved = put.moved.slice(put.place),
    most = Math.max(...moved),
    where = put.place + 1;
  const exchange = t("“{now}” for “{before}”.", {
    now: put.token.text,
    before: reads[put.place].text,
  });
  const later = t("{steps}: the largest change is at step {step}, {bits} bits.", {
    steps: stepsFrom(where, put.moved.length),
    step: where + moved.indexOf(most),
    bits: number(most),
  });
  return [exchange, earlier(put), later, put.note].join(" ");
}

/**
 * How far the scores of earlier steps changed.
 *
 * @type {(put: Put) => string}
 */
function earlier({ place, earlier: change }) {
  if (change === null) return t("Nothing comes before the first token.");
  const steps = stepsFrom(1, place);
  return change === 0
    ? t("{steps}: the largest change of a token's score is exactly 0.", { steps })
    : t("{steps}: the largest change of a token's score is {change}.", {
        steps,
        change: change.toExponential(1),
      });
}

/** @type {(first: number, last: number) => string} */
const stepsFrom = (first, last) =>
  first === last
    ? t("Step {step}", { step: first })
    : t("Steps {first} to {last}", { first, last });
