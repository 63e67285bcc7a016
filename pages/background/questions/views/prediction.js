// One question as a card. The right answer is not in the data until one was chosen.

import { element } from "../../../../ui/views/library/dom.js";
import { ACROSS } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { menuEntry } from "../../../../ui/views/library/pages.js";

/**
 * What was measured of each answer, and where to see it; it comes once there is an answer.
 *
 * @typedef {{chosen: number, right: number[], shares: (number | null)[], measured: string[],
 *   explanation: string, look: string}} Reveal
 */

/**
 * Marks say of each question whether its answer was right, null where there is none; where answers
 * are shown at the end, "given", and given is the place of this question's.
 *
 * @typedef {{name: string, place: number, marks: (boolean | "given" | null)[],
 *   given: number | null, numbers: number[], score:
 *   [right: number, all: number], prompt: string, options: string[], reveal: Reveal | null, page:
 *   {address: string, title: string}, open: boolean}} Data
 */

/**
 * @typedef {Record<"marks" | "score" | "card" | "about" | "prompt" | "options" | "reveal",
 *   HTMLElement> & Record<"reset" | "back" | "next", HTMLButtonElement>} Parts
 */

/**
 * @typedef {HTMLElement & {data: Data, tell: ViewCall<Data>["setTriggerValue"], parts: Parts}} Root
 */

const SHORT = 20; // characters: answers that stand side by side

/** @type {(root: Root) => Parts} */
function build(root) {
  const top = element("div", { class: "top" }, root);
  const parts = /** @type {Parts} */ ({});
  const toolbar = { class: "marks", role: "toolbar", "aria-label": t("Questions") };
  parts.marks = element("div", toolbar, top);
  parts.score = element("span", { class: "score", "aria-live": "polite" }, top);
  parts.reset = element("button", { type: "button", class: "plain" }, top, t("Start over"));
  const group = { class: "card", role: "group", "aria-label": t("Question"), tabindex: -1 };
  parts.card = element("div", group, root);
  parts.about = element("div", { class: "about" }, parts.card);
  parts.prompt = element("div", { class: "prompt", "aria-live": "polite" }, parts.card);
  parts.options = element("div", { class: "options" }, parts.card);
  parts.reveal = element("div", { class: "reveal", "aria-live": "polite" }, parts.card);
  const turn = element("div", { class: "turn" }, parts.card);
  parts.back = element("button", { type: "button", class: "plain" }, turn, t("← Back"));
  parts.next = element("button", { type: "button", class: "next" }, turn);
  parts.back.onclick = () => go(root, root.data.place - 1);
  parts.next.onclick = () => go(root, root.data.place + 1);
  parts.reset.onclick = () => root.tell("reset", true);
  root.onkeydown = (event) => pressed(root, event);
  return parts;
}

/** @type {(root: Root, event: KeyboardEvent) => void} */
function pressed(root, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = ACROSS[event.key];
  const option = root.parts.options.children[Number(event.key) - 1];
  if (by) go(root, root.data.place + by);
  else if (option) choose(root, Number(event.key) - 1);
  else return;
  event.preventDefault();
}

/**
 * Go to a question: the marks say so at once, its words follow.
 *
 * @type {(root: Root, place: number) => void}
 */
function go(root, place) {
  const { marks } = root.data;
  place = (place + marks.length) % marks.length;
  if (place === root.data.place) return;
  root.data = { ...root.data, place };
  drawMarks(root);
  root.parts.card.classList.add("waiting");
  root.tell("go", place + 1);
}

/** @type {(root: Root, choice: number) => void} */
function choose(root, choice) {
  const { name, reveal, given } = root.data,
    { card, options } = root.parts;
  if (reveal || given !== null || card.classList.contains("waiting")) return;
  card.classList.add("waiting");
  options.children[choice].classList.add("chosen");
  root.tell("answer", { name, choice });
}

/** @type {(state: string, number: number) => string} */
function nameMark(state, number) {
  if (state === "given") return t("Question {number}, answered", { number });
  if (state === "right") return t("Question {number}, right", { number });
  if (state === "wrong") return t("Question {number}, wrong", { number });
  return t("Question {number}, not answered", { number });
}

/** @type {(root: Root) => void} */
function drawMarks(root) {
  const { marks, place } = root.data,
    node = root.parts.marks;
  const focused = node.contains(document.activeElement);
  while (node.children.length > marks.length) node.lastChild?.remove();
  const buttons = node.querySelectorAll("button");
  marks.forEach((right, i) => {
    const mark = buttons[i] ?? element("button", { type: "button" }, node);
    mark.textContent = String(root.data.numbers[i]);
    const state = right === "given" ? right : right === null ? "open" : right ? "right" : "wrong";
    mark.className = `mark ${state}`;
    mark.setAttribute("aria-label", nameMark(state, root.data.numbers[i]));
    mark.toggleAttribute("aria-current", i === place);
    mark.tabIndex = i === place ? 0 : -1;
    mark.onclick = () => go(root, i);
  });
  if (focused) node.querySelectorAll("button")[place].focus({ preventScroll: true });
}

/** @type {(root: Root) => void} */
function drawOptions(root) {
  const { options, reveal, given } = root.data,
    node = root.parts.options;
  const at = [...node.children].findIndex((option) => option.matches(":focus"));
  node.replaceChildren();
  node.classList.toggle(
    "short",
    options.every((text) => text.length <= SHORT),
  );
  options.forEach((text, i) => {
    const kinds = [
      "option",
      (reveal?.chosen ?? given) === i && "chosen",
      reveal && (reveal.right.includes(i) ? "right" : "wrong"),
    ];
    const option = element(
      "button",
      { type: "button", class: kinds.filter(Boolean).join(" ") },
      node,
    );
    const share = reveal?.shares[i];
    if (typeof share === "number")
      element("span", { class: "bar", style: `width: ${Math.min(1, share) * 100}%` }, option);
    element(
      "span",
      { class: "key", "aria-hidden": "true" },
      option,
      reveal?.right.includes(i) ? "✓" : reveal?.chosen === i ? "✗" : i + 1,
    );
    element("span", { class: "text" }, option, text);
    if (reveal) {
      element("span", { class: "measured" }, option, reveal.measured[i]);
      option.setAttribute("aria-disabled", "true");
      option.setAttribute(
        "aria-label",
        [
          text,
          reveal.measured[i],
          reveal.right.includes(i) ? t("right") : t("not right"),
          reveal.chosen === i && t("your prediction"),
        ]
          .filter(Boolean)
          .join(", "),
      );
    }
    if (given !== null) option.setAttribute("aria-disabled", "true");
    option.onclick = () => choose(root, i);
  });
  const again = node.querySelectorAll("button")[Math.min(at, options.length - 1)];
  again?.focus({ preventScroll: true });
}

/** @type {(root: Root) => void} */
function drawReveal({ data: { name, reveal, page }, parts: { reveal: node }, tell }) {
  node.replaceChildren();
  if (!reveal) return;
  const right = reveal.right.includes(reveal.chosen);
  element("b", { class: right ? "yes" : "no" }, node, right ? t("Right.") : t("Not quite."));
  node.append(` ${reveal.explanation} `);
  const query = [location.search.slice(1), reveal.look].filter(Boolean).join("&");
  const seen = t("See it: {page} →", { page: page.title });
  const link = element("a", { href: `${page.address}?${query}` }, node, seen);
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault(); // in this visit, so that the score goes along
    tell("see", name); // the next data say that the page is ready
  };
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".prediction");
  const first = !root.parts;
  root.parts ??= build(root);
  Object.assign(root, { data, tell: setTriggerValue });
  // Whoever arrives by a link has the focus nowhere: so the keys of the card work at once.
  if (first && document.activeElement?.matches("body, [data-testid=stMain]"))
    root.parts.card.focus({ preventScroll: true });
  if (data.open) menuEntry(new URL(data.page.address, document.baseURI).pathname)?.click();
  const { parts } = root,
    {
      place,
      marks,
      score: [right, all],
    } = data;
  parts.card.classList.remove("waiting");
  drawMarks(root);
  parts.score.textContent = all ? t("{right} of {count} right", { right, count: all }) : "";
  parts.reset.hidden = !all;
  const name = t("Question {number}", { number: data.numbers[place] });
  const counted = t("{place} of {count}", { place: place + 1, count: marks.length });
  parts.about.textContent = [name, counted, data.page.title].join(" · ");
  if (parts.prompt.textContent !== data.prompt) parts.prompt.textContent = data.prompt;
  drawOptions(root);
  drawReveal(root);
  const done = data.reveal || data.given !== null;
  parts.next.textContent = done ? t("Next question →") : t("Skip →");
}
