// Words that can be hidden by a click, and the translation with and without them.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { moved, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { HidingData, HidingEvents } from "./data.d.ts" */

/** Told is the data after which something was chosen: its answer is on the way. */
/** @typedef {{hidden: number[], watched: number, told?: HidingData}} Now */
/** @typedef {View<HidingData, Now, HidingEvents>} Hiding */

export default defineView(
  "hiding",
  { hidden: ({ source }) => source, watched: ({ said }) => said },
  render,
);

/** @param {Hiding} view */
function render(view) {
  const { data, now, root } = view,
    { source, after, fresh, langs } = data;
  root.classList.toggle("waiting", now.told === data);
  const gone = data.hidden.map((place) => t("“{word}”", { word: source[place] })).join(", ");
  const said = after?.length
    ? after.map(
        (text, i) => html`<span class="word ${fresh.includes(i) ? "fresh" : ""}" translate="no"
          lang=${ifAny(langs.target)}>${text}</span>`,
      )
    : after
      ? t("(the model says nothing)")
      : t("Click a word in the sentence to hide it.");
  return html`<div class="row source">
      <span class="caption" id="hiding-source">${t("The sentence")}</span>
      <div class="words" aria-labelledby="hiding-source" role="group">${sentence(view)}</div></div>
    <div class="row said">
      <div><span class="caption" id="hiding-said">${t("With all words")}</span>
        ${after ? html`<small>${t("crossed out: not kept")}</small>` : ""}</div>
      ${translation(view)}</div>
    <div class="row after">
      <div><span class="caption" id="hiding-after">${
        after ? t("Without {words}", { words: gone }) : t("With one word hidden")
      }</span>${after ? html`<small>${t("underlined: new")}</small>` : ""}</div>
      <div class="words ${after ? "" : "empty"}" aria-labelledby="hiding-after" aria-live="polite"
        >${said}</div></div>`;
}

/**
 * The words of the sentence, each of which can be hidden.
 *
 * @param {Hiding} view
 */
const sentence = ({ data, now: { hidden }, choose }) =>
  data.source.map((text, i) => {
    const off = hidden.includes(i);
    const others = off ? hidden.filter((place) => place !== i) : [...hidden, i];
    const hide = () => {
      const places = others.sort((a, b) => a - b);
      choose({ hidden: places, told: data }, "hide", places);
    };
    return html`<button type="button" lang=${ifAny(data.langs.source)} translate="no"
      class="word ${i === data.own ? "own" : ""}" aria-pressed=${off} @click=${hide}
      title=${off ? t("Show this word") : t("Hide this word")}>${text}</button>`;
  });

/**
 * The words of the translation, of which one is watched.
 *
 * @param {Hiding} view
 */
function translation({ data, now: { watched }, choose }) {
  const { said, lost, after, langs } = data;
  /** @type {(place: number) => void} */
  const watch = (place) => choose({ watched: place, told: data }, "watch", place);
  const walk = onKey((key) => moved(watched, key, said.length, { around: true }), watch);
  return html`<div class="words" aria-labelledby="hiding-said" role="radiogroup" @keydown=${walk}
    >${said.map(
      (
        text,
        i,
      ) => html`<button type="button" lang=${ifAny(langs.target)} translate="no" role="radio"
        aria-checked=${i === watched} tabindex=${i === watched ? 0 : -1}
        class="word ${after && lost.includes(i) ? "lost" : ""}" title=${t("Watch this word")}
        @click=${() => watch(i)}>${text}</button>`,
    )}</div>`;
}
