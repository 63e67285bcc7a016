// One question as a card. The right answer is not in the data until one was chosen.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { ACROSS } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { menuEntry } from "../../../../ui/views/library/pages.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { QuestionCard, QuestionEvents } from "./data.d.ts" */

/** Picked is the option that was chosen last, and of which data. */
/** @typedef {{place: number, picked?: {of: QuestionCard, option: number}}} Now */
/** @typedef {View<QuestionCard, Now, QuestionEvents>} Card */

const SHORT = 20; // characters: answers that stand side by side

export default defineView("prediction", { place: () => null }, render);

/** @param {Card} view */
function render(view) {
  const { data, now, root, choose } = view,
    [right, all] = data.score;
  if (!root.firstChild) requestAnimationFrame(() => begin(root));
  if (data.open) menuEntry(new URL(data.page.address, document.baseURI).pathname)?.click();
  root.onkeydown = (event) => press(view, event);
  const number = data.numbers[data.place],
    count = data.marks.length;
  const about = [
    t("Question {number}", { number }),
    ...(number === data.place + 1
      ? []
      : [t("{place} of {count}", { place: data.place + 1, count })]),
    data.page.title,
  ];
  const done = data.reveal || data.given !== null;
  return html`<div class="top">
      <div class="marks" role="toolbar" aria-label=${t("Questions")}>${marks(view)}</div>
      <span class="score" aria-live="polite"
        >${all ? t("{right} of {count} right", { right, count: all }) : ""}</span>
      <button type="button" class="plain" ?hidden=${!all} @click=${() => choose({}, "reset", true)}
        >${t("Start over")}</button></div>
    <div class="card ${isWaiting(view) ? "waiting" : ""}" role="group" aria-label=${t("Question")}
      tabindex="-1">
      <div class="about">${about.join(" · ")}</div>
      <div class="prompt" aria-live="polite">${data.prompt}</div>
      <div class="options ${data.options.every((text) => text.length <= SHORT) ? "short" : ""}"
        >${data.options.map((text, i) => option(view, text, i))}</div>
      <div class="reveal" aria-live="polite">${reveal(view)}</div>
      <div class="turn"><button type="button" class="plain" @click=${() => go(view, now.place - 1)}
        >${t("← Back")}</button><button type="button" class="next"
        @click=${() => go(view, now.place + 1)}>${done ? t("Next question →") : t("Skip →")}</button
      ></div></div>`;
}

/** Whoever arrives by a link has the focus nowhere: so the keys of the card work at once. */
function begin(/** @type {HTMLElement} */ root) {
  if (!document.activeElement?.matches("body, [data-testid=stMain]")) return;
  /** @type {HTMLElement | null} */ (root.querySelector(".card"))?.focus({ preventScroll: true });
}

/** The option that was chosen while its answer is on the way. */
const picked = (/** @type {Card} */ { data, now }) =>
  now.picked?.of === data ? now.picked.option : null;

/** @type {(view: Card) => boolean} */
const isWaiting = (view) => picked(view) !== null || view.now.place !== view.data.place;

/** @type {(view: Card, event: KeyboardEvent) => void} */
function press(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = ACROSS[event.key],
    option = Number(event.key) - 1;
  if (by) go(view, view.now.place + by);
  else if (view.data.options[option] !== undefined) pick(view, option);
  else return;
  event.preventDefault();
}

/**
 * Go to a question: the marks say so at once, its words follow.
 *
 * @type {(view: Card, place: number) => void}
 */
function go({ data, now, root, choose }, to) {
  const place = (to + data.marks.length) % data.marks.length;
  if (place === now.place) return;
  choose({ place }, "go", place + 1);
  const among = root.querySelector(".marks");
  if (!among?.contains(document.activeElement)) return;
  among.querySelectorAll("button")[place].focus({ preventScroll: true });
}

/** @type {(view: Card, option: number) => void} */
function pick(view, option) {
  const { data, choose } = view;
  if (data.reveal || data.given !== null || isWaiting(view)) return;
  choose({ picked: { of: data, option } }, "answer", { name: data.name, choice: option });
}

/** @type {(view: Card) => unknown[]} */
const marks = (view) =>
  view.data.marks.map((mark, i) => {
    const number = view.data.numbers[i];
    const [state, label] =
      mark === null
        ? ["open", t("Question {number}, not answered", { number })]
        : mark === "given"
          ? ["given", t("Question {number}, answered", { number })]
          : mark
            ? ["right", t("Question {number}, right", { number })]
            : ["wrong", t("Question {number}, wrong", { number })];
    const here = i === view.now.place;
    return html`<button type="button" class="mark ${state}" aria-label=${label}
      ?aria-current=${here} tabindex=${here ? 0 : -1} @click=${() => go(view, i)}
      >${number}</button>`;
  });

/** @type {(view: Card, text: string, i: number) => unknown} */
function option(view, text, i) {
  const { reveal, given } = view.data,
    right = reveal?.right.includes(i),
    chosen = (reveal?.chosen ?? given ?? picked(view)) === i,
    share = reveal?.shares[i];
  const spoken = reveal && [
    text,
    reveal.measured[i],
    right ? t("right") : t("not right"),
    ...(chosen ? [t("your prediction")] : []),
  ];
  const bar = typeof share === "number" && `width: ${Math.min(1, share) * 100}%`;
  return html`<button type="button" aria-disabled=${reveal || given !== null ? true : nothing}
    class="option ${chosen ? "chosen" : ""} ${reveal ? (right ? "right" : "wrong") : ""}"
    aria-label=${ifAny(spoken?.filter(Boolean).join(", "))} @click=${() => pick(view, i)}>
    ${bar ? html`<span class="bar" style=${bar}></span>` : ""}
    <span class="key" aria-hidden="true">${right ? "✓" : reveal && chosen ? "✗" : i + 1}</span>
    <span class="text">${text}</span>
    ${reveal && html`<span class="measured">${reveal.measured[i]}</span>`}</button>`;
}

/** @type {(view: Card) => unknown} */
function reveal({ data: { name, given, reveal, page }, choose }) {
  if (!reveal)
    return given === null
      ? html`<span class="hint">${t("Choose, and you see what the model computed.")}</span>`
      : "";
  const query = [location.search.slice(1), reveal.look].filter(Boolean).join("&");
  const see = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault(); // in this visit, so that the score goes along
    choose({}, "see", name); // the next data say that the page is ready
  };
  return html`${
    reveal.right.includes(reveal.chosen)
      ? html`<b class="yes">${t("Right.")}</b>`
      : html`<b class="no">${t("Not quite.")}</b>`
  } ${reveal.explanation} <a href="${page.address}?${query}" @click=${see}
    >${t("See it: {page} →", { page: page.title })}</a>`;
}
