// Three ways to choose, side by side: what each said, token by token, and its score.

import { defineView } from "../../../../ui/views/library/define.js";
import { samplingPanel } from "../../../../ui/views/library/knobs.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { ranked, score } from "./hypotheses.js";
import { tellChoice } from "./tell_choice.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Sampling } from "../../../../ui/views/library/knobs.js" */
/** @import { MethodsData, SearchEvents, SpelledEnding } from "./data.d.ts" */

export default defineView(
  "methods",
  { alpha: () => null, sampling: () => null },
  render,
  ({ alpha }) => ({ alpha }),
);

/** @param {View<MethodsData, {alpha: number, sampling: Sampling}, SearchEvents>} view */
function render(view) {
  const { data, now, set } = view,
    { cards, width, chosen, langs } = data,
    alpha = number(now.alpha, 1);
  const knobs = samplingPanel(
    now.sampling,
    (change) => set({ sampling: { ...now.sampling, ...change } }),
    (name) => tellChoice(view, { sampling: now.sampling }, { [name]: now.sampling[name] }),
  );
  const notes = {
    greedy: t("always the most likely token"),
    beam: tn("{count} beam, α = {alpha}", "{count} beams, α = {alpha}", width, { alpha }),
    sampling: tn("{count} draw", "{count} draws", cards.at(-1)?.endings.length ?? 0),
  };
  return cards.map(({ method, title, endings }) => {
    const sampling = method === "sampling",
      shown = method === chosen;
    const show = (/** @type {{currentTarget: Element}} */ { currentTarget }) => {
      // This button can't be pressed then: the keyboard goes on where the page does.
      /** @type {HTMLElement | null} */
      const tree = document.querySelector(".search_tree [tabindex='0']");
      if (currentTarget.matches(":focus-visible")) tree?.focus({ preventScroll: true });
      tellChoice(view, {}, { method });
      document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0 });
    };
    return html`<section class="card ${method} ${shown ? "shown" : ""}">
      <header><h4>${title}</h4>
        <span class="note">${notes[method]}</span></header>
      ${sampling ? knobs : nothing}
      <div>${(sampling ? endings : [ranked(endings, now.alpha)[0]]).map((ending) =>
        result(ending, now.alpha, langs.target),
      )}</div>
      <button type="button" class="tree" ?disabled=${shown} @click=${show}
        >${shown ? t("Its tree is shown above") : t("Show its tree")}</button></section>`;
  });
}

/** @type {(ending: SpelledEnding, alpha: number, lang: string) => unknown} */
function result(ending, alpha, lang) {
  const { tokens, total, length, fate } = ending;
  const count =
    fate === "cut"
      ? tn("{count} token, cut at the limit", "{count} tokens, cut at the limit", length)
      : tn("{count} token", "{count} tokens", length);
  return html`<div class="words">${tokens.map((token) => {
    const title = t("{name}: {value}", { name: token.text, value: number(token.p, 3) });
    return html`<span class=${classesOf("word", token)} title=${title} translate="no"
      lang=${token.special ? nothing : lang}>${token.text}<u></u><i
      style="width: ${token.p * 100}%"></i></span>`;
  })}</div>
    <div class="facts"><span>ln p <b>${number(total, 2)}</b></span><span><b>${count}</b></span
      ><span>${t("score")} <b>${number(score(ending, alpha), 2)}</b></span></div>`;
}
