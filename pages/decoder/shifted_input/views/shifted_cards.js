// Below the rows: the likeliest tokens of the chosen step, and the field to change what it reads.

import { gaps, ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Label, Predictions, Replaced, ShiftedData } from "./data.d.ts" */
/** @import { Shifted } from "./shifted.js" */

/**
 * Both lists of likeliest tokens, and the field.
 *
 * @param {Shifted} view
 */
export function cards(view) {
  const { data, now } = view,
    { forced, own, put, reads, target, langs } = data;
  const step = { step: now.step + 1 };
  /** @type {(kind: string, name: string, given: Label[], said: Predictions) => unknown} */
  const list = (kind, name, given, said) => {
    const tops = said.top[now.step];
    return html`<section class="card ${kind}"><h4>${name}</h4>
      <p class="after">${
        tops
          ? gaps(t("after {words}"), { words: written(given.slice(0, step.step), langs.target) })
          : t("it ended before this step")
      }</p>
      <div class="lines">${tops ? likeliest(said, target, now.step, langs.target) : nothing}</div>
    </section>`;
  };
  const given = put ? reads.with(put.place, put.token) : reads;
  const shown = put && now.step >= put.place ? put : forced;
  return html`${editor(view)}
    <details class="more"><summary>${t("The most likely words at step {step}", step)}</summary>
    <div class="cards">
    ${list("forced", t("Step {step}, in training", step), given, shown)}
    ${list("own", t("Step {step}, translating", step), own.reads, own)}</div></details>`;
}

/**
 * Tokens as a text, whose beginning may be cut off.
 *
 * @type {(tokens: Label[], lang: string) => unknown}
 */
function written(tokens, lang) {
  const text = tokens.reduce((all, one) => all + (all && !one.joined ? " " : "") + one.text, "");
  return html`<span title=${text}><bdi dir="ltr" lang=${ifAny(lang)} translate="no"
    >${text}</bdi></span>`;
}

/**
 * The likeliest tokens of a step; the right one is added where it is not among them.
 *
 * @type {(said: Predictions, target: Label[], step: number, lang: string) => unknown}
 */
function likeliest({ top, right, ids }, target, step, lang) {
  const own = { id: ids[step], text: target[step]?.text, p: right[step], before: null };
  const missing = step < ids.length && !top[step].some(({ id }) => id === ids[step]);
  return (missing ? [...top[step], own] : top[step]).map(({ id, text, p, before }) => {
    const mark = html`<u style="left: ${100 * (before ?? 0)}%"
      title=${t("before: {p}", { p: number(before ?? 0, 3) })}></u>`;
    return html`<div class="line ${id === ids[step] ? "right" : ""}"
      ><span class="name" title=${text} lang=${ifAny(lang)} translate="no">${text}</span
      ><span class="rail"><i style="width: ${100 * p}%"></i
        >${before === null ? nothing : mark}</span
      ><span class="p">${number(p, 3)}</span></div>`;
  });
}

/** @param {Shifted} view */
function editor({ data, now: { step }, root, choose }) {
  const { reads, forced, put, languages, langs } = data,
    token = reads[step];
  const asks = { step: step + 1, token: token?.text };
  /** @type {(put: string, put_at: number) => void} */
  const send = (put, put_at) => choose({ waiting: data }, "put", { put, put_at });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (root.querySelector("input"));
    if (field.value.trim()) send(field.value, step + 1);
    field.value = "";
  };
  const leave = (/** @type {KeyboardEvent} */ { key }) => {
    /** @type {NodeListOf<HTMLElement>} */
    const cells = root.querySelectorAll(".cell.reads");
    if (key === "Escape") cells[step]?.focus();
  };
  const guesses = step
    ? (forced.top[step - 1] ?? [])
        .filter(({ id }) => id !== forced.ids[step - 1])
        .map(({ text }) => text)
    : languages.filter((name) => name !== reads[0].text);
  const label = step ? t("the model's own guesses:") : t("another language:");
  return html`<section class="card editor">
    <h4>${
      token
        ? t("Let step {step} read a token other than “{token}”", asks)
        : t("The reference ends here")
    }</h4>
    <form @submit=${submit}><input type="text" maxlength="60" autocomplete="off" spellcheck="false"
        placeholder=${t("another word")} aria-label=${t("Token to put in")} ?disabled=${!token}
        @keydown=${leave}><button type="submit">${t("Put in")}</button
      ><button type="button" ?disabled=${!put} @click=${() => send("", 0)}
        >${t("Undo")}</button></form>
    <div class="guesses">${
      token && guesses.length
        ? html`<span>${label}</span>${guesses.slice(0, 4).map(
            (text) => html`<button type="button" class="guess" translate="no"
              lang=${ifAny(step ? langs.target : null)} @click=${() => send(text, step + 1)}
              >${text}</button>`,
          )}`
        : nothing
    }</div>
    <p class="result" aria-live="polite">${outcome(data)}</p></section>`;
}

/**
 * What the other token did, in numbers.
 *
 * @type {(data: ShiftedData) => string}
 */
function outcome({ put, reads }) {
  if (!put)
    return t("Only later predictions can move, because no position sees what comes after it.");
  const moved = put.moved.slice(put.place),
    most = Math.max(...moved),
    where = put.place + 1;
  const exchange = t("“{now}” in place of “{before}”.", {
    now: put.token.text,
    before: reads[put.place].text,
  });
  const later = t(
    "{steps}: the prediction changes most at step {step} ({bits} bits; 0 means not at all).",
    {
      steps: stepsFrom(where, put.moved.length),
      step: where + moved.indexOf(most),
      bits: number(most),
    },
  );
  return [exchange, earlier(put), later, put.note].join(" ");
}

/**
 * How far the scores of earlier steps changed.
 *
 * @type {(put: Replaced) => string}
 */
function earlier({ place, earlier: change }) {
  if (change === null) return t("Nothing comes before the first token.");
  const steps = stepsFrom(1, place);
  return change === 0
    ? t("{steps}: the largest change in a token's score is exactly 0.", { steps })
    : t("{steps}: the largest change in a token's score is {change}.", {
        steps,
        change: change.toExponential(1),
      });
}

/** @type {(first: number, last: number) => string} */
const stepsFrom = (first, last) =>
  first === last
    ? t("Step {step}", { step: first })
    : t("Steps {first} to {last}", { first, last });
