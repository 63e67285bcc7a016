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
      "This browser doesn't give the page enough memory for the model. Close some " +
        "other pages.",
    ),
    wasm: t(
      "The model needs WebAssembly, and this browser lacks it. Use one from 2023 " + "or later.",
    ),
    broken: t("This sentence couldn't be translated here. Change it, or reload the page."),
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
 * @param {boolean} truncated whether the sentence was longer than the model reads
 * @param {string} language of the translation
 */
export function showAnswer(words, truncated, language) {
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
  const note = find("#failed");
  if (note)
    note.textContent = truncated
      ? t("The sentence is longer than the model can read. It reads the first 128 tokens.")
      : "";
}
