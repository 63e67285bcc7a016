// What the bar says: how much of the model is there, the translation, and what went wrong.

import { element } from "../views/library/dom.js";
import { t } from "../views/library/messages.js";
import { percent } from "../views/library/numbers.js";

/** @import { Word } from "./certainty.js" */

/** @type {(selector: string) => HTMLElement | null} */
const find = (selector) => document.querySelector(selector);

/**
 * How much of the model is there.
 *
 * @param {number} share
 * @param {boolean} ready whether it can be asked
 */
export function showProgress(share, ready) {
  const bar = find("#loading");
  if (!bar) return;
  bar.hidden = ready;
  /** @type {HTMLProgressElement | null} */
  const meter = bar.querySelector("progress");
  if (meter) meter.value = share;
  const name = bar.querySelector("span");
  if (name) name.textContent = t("Loading the model: {share}", { share: percent(share) });
}

/**
 * What went wrong, in one sentence.
 *
 * @param {string} kind
 */
export function showFailure(kind) {
  const sentence = {
    damaged: t("The model file is damaged. Reload this page."),
    missing: t("The model file couldn't be loaded. Check your connection and reload the page."),
    memory: t(
      "This browser doesn't give the page enough memory for the model. Try closing other " +
        "pages.",
    ),
    wasm: t(
      "The model needs WebAssembly, and this browser lacks it. Use one from 2023 " + "or later.",
    ),
    broken: t("This sentence couldn't be translated here. Change it or reload the page."),
  }[kind];
  const place = find("#failed");
  if (place) place.textContent = sentence ?? kind;
  find("#loading")?.setAttribute("hidden", "");
  document.body.dataset.state = "failed";
}

/**
 * The translation, each word underlined by how sure the model was of it.
 *
 * @param {Word[]} words
 * @param {string} language of the translation
 */
export function showAnswer(words, language) {
  const answer = find("#answer");
  if (!answer) return;
  answer.lang = language;
  answer.removeAttribute("aria-busy");
  answer.replaceChildren();
  words.forEach(({ text, probability, certainty, joined }, i) => {
    if (i && !joined) answer.append(" ");
    const share = percent(probability);
    element("span", { class: certainty, "data-p": share, title: share }, answer, text);
  });
  if (!words.length) answer.textContent = t("(the model says nothing)");
  const failed = find("#failed");
  if (failed) failed.textContent = "";
}

/**
 * What one should know about this sentence, and what the lines below words mean.
 *
 * @param {string[]} remarks
 * @param {Word[]} words
 */
export function showRemarks(remarks, words) {
  const list = find("#remarks");
  if (!list) return;
  list.replaceChildren();
  for (const remark of remarks) element("div", {}, list, remark);
  const kinds = new Set(words.map(({ certainty }) => certainty));
  const legend = legendOf(kinds.has("doubtful"), kinds.has("unsure"));
  if (!legend) return;
  const line = element("div", { class: "legend" }, list);
  for (const [part, kind] of legend) element("span", { class: kind }, line, part);
}

/** What lines mean, in parts with their kind. @type {(doubtful: boolean, unsure: boolean) =>
 *   string[][] | null} */
function legendOf(doubtful, unsure) {
  const gaps = { sure: percent(0.8), likely: percent(0.4), dashed: "\0d", wavy: "\0w", end: "\0" };
  const both = t(
    "{dashed}Dashed line{end}: the model was less than {sure} sure of this word. " +
      "{wavy}Wavy{end}: less than {likely}.",
    gaps,
  );
  const dashed = t(
    "{dashed}Dashed line{end}: the model was less than {sure} sure of this word.",
    gaps,
  );
  const wavy = t("{wavy}Wavy line{end}: the model was less than {likely} sure of this word.", gaps);
  if (!doubtful && !unsure) return null;
  const said = doubtful && unsure ? both : doubtful ? dashed : wavy;
  return said.split("\0").map((part, place) => {
    const kind = place % 2 ? { d: "doubtful", w: "unsure" }[part[0]] : undefined;
    return kind ? [part.slice(1), kind] : [part, ""];
  });
}

/**
 * In which language the sentence is, if nobody told.
 *
 * @param {import("./remarks.js").Spoken} source
 */
export function showDetected({ code, sure, foreign, told }) {
  const option = find("#from option");
  const language = find(`#from option[value="${code}"]`)?.textContent;
  if (!option || told) return;
  if (foreign) option.textContent = t("Another language");
  else
    option.textContent = sure
      ? t("Detected: {language}", { language })
      : t("Perhaps: {language}", { language });
}
