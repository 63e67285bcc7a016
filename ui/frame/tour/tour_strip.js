// The strip of the guided tour, which stays at the lower edge of the window on all pages.

import { element } from "../../views/library/dom.js";
import { t } from "../../views/library/messages.js";
import { menuEntry } from "../../views/library/pages.js";

/**
 * @typedef {{place: number, title: string, what: string, task: string, done: boolean, now: string,
 *   dots: string[], options: string[] | null, guess: number, there: string, next: string,
 *   plain?: boolean, covered?: string[], section?: string, leads: string | null,
 *   presented: boolean}} Data
 */

/**
 * @typedef {{card: HTMLElement, title: HTMLElement, what: HTMLElement, cover: HTMLElement,
 *   task: HTMLElement, now: HTMLElement, guess: HTMLElement, select: HTMLSelectElement,
 *   dots: HTMLElement, leave: HTMLElement, back: HTMLElement, next: HTMLElement,
 *   there: HTMLElement, fold: HTMLElement, names?: string}} Parts
 */

/**
 * @typedef {HTMLElement & {tell: ViewCall<Data>["setTriggerValue"], parts: Parts, place: number,
 *   begun: boolean, led: string | null, section: string, presented?: number | undefined}} Root
 */

const FIGURE = ".stMain .stElementContainer:has(.taken-away)"; // the first picture of a page
const LOW = 0.4;

let folded = false; // on all pages of a visit

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".tour_strip");
  root.tell = setTriggerValue;
  if (!root.parts) build(root);
  const { parts } = root;
  const fresh = root.place !== data.place;
  root.place = data.place;
  root.classList.toggle("done", data.done && !data.plain);
  root.classList.toggle("plain", Boolean(data.plain));
  parts.title.textContent = data.title;
  parts.what.textContent = data.what;
  parts.task.textContent = data.task;
  say(parts.now, data);
  drawDots(parts.dots, data);
  drawGuess(root, data);
  drawButtons(parts, data);
  cover(parts.cover, data.covered ?? []);
  keepRoom();
  lead(root, data.leads);
  if (data.section && root.section !== data.section && root.begun) {
    comeTo(`.st-key-section_${CSS.escape(data.section)}`);
  }
  root.section = data.section ?? "";
  const stop = data.presented && !data.there ? data.place : undefined;
  if (stop !== undefined && root.presented !== stop) comeTo(FIGURE, LOW);
  root.presented = stop;
  if (fresh && root.begun) parts.card.focus({ preventScroll: true });
  root.begun = true;
  return () => {
    const strips = [...document.querySelectorAll(".tour_strip")];
    if (strips.every((one) => one === root))
      document.documentElement.style.removeProperty("--look");
  };
}

/** @type {(root: Root) => void} */
function build(root) {
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", t("Guided tour"));
  const card = element("div", { class: "card", tabindex: -1 }, root);
  const text = element("div", { class: "text" }, card);
  const head = element("div", { class: "head" }, text);
  const title = element("b", { class: "title" }, head);
  const what = element("span", { class: "what" }, head);
  const job = element("div", { class: "job" }, text);
  element("span", { class: "tick", "aria-hidden": "true" }, job);
  const lines = element("div", { class: "lines" }, job);
  const task = element("span", { class: "task" }, lines);
  const now = element("span", { class: "now", "aria-live": "polite" }, lines);
  const guess = element("label", { class: "guess" }, job, `${t("Your guess")} `);
  const select = element("select", {}, guess);
  select.onchange = () => root.tell("guess", Number(select.value));
  const side = element("div", { class: "side" }, card);
  const dots = element("div", { class: "dots" }, side);
  const buttons = element("div", { class: "buttons" }, side);
  /** @type {(name: string, label: string) => HTMLButtonElement} */
  const make = (name, label) => {
    const button = element("button", { type: "button", class: name }, buttons, label);
    button.onclick = () => root.tell("go", name);
    return button;
  };
  const fold = element("button", { type: "button", class: "fold" }, buttons);
  fold.onclick = () => {
    folded = !folded;
    drawFold(root);
  };
  root.parts = {
    ...{ card, title, what, task, now, guess, select, dots },
    leave: make("leave", t("Leave")),
    back: make("back", t("Back")),
    next: make("next", ""),
    there: make("there", ""),
    fold,
    cover: element("style", {}, root),
  };
  card.onkeydown = (event) => {
    if (event.key === "Escape" && event.target !== select) root.tell("go", "leave");
  };
  buttons.append(fold); // last: after the buttons that lead on
  drawFold(root);
}

/**
 * Folded, the strip is one line, with the task alone.
 *
 * @type {(root: Root) => void}
 */
function drawFold(root) {
  root.classList.toggle("folded", folded);
  root.parts.fold.textContent = folded ? "▴" : "▾";
  root.parts.fold.setAttribute(
    "aria-label",
    folded ? t("Show the whole strip") : t("Fold up the strip"),
  );
  root.parts.fold.setAttribute("aria-expanded", String(!folded));
}

/**
 * What a task is about comes up when the page has drawn it, which may be a run later, and again
 * while what is drawn above moves it: for five seconds from then on, or until somebody acts.
 *
 * @param {string} selector
 * @param {number} [low] from which part of the window's height on it begins too low to be seen;
 *   higher up it stays where it is
 */
function comeTo(selector, low = 0) {
  const acted = new AbortController();
  let end = Date.now() + 60_000; // on a busy server it is drawn late
  for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"])
    addEventListener(kind, () => acted.abort(), { signal: acted.signal, passive: true });
  const bring = () => {
    if (acted.signal.aborted) return;
    if (Date.now() > end) return acted.abort();
    const there = document.querySelector(selector);
    if (there) end = Math.min(end, Date.now() + 5000);
    const top = there?.getBoundingClientRect().top ?? 0;
    if (!low || top > low * innerHeight) there?.scrollIntoView({ block: "start" });
    setTimeout(() => whenQuiet(bring), 100);
  };
  whenQuiet(bring);
}

/**
 * What is the case; only news are written, so that a screen reader does not repeat itself.
 *
 * @type {(node: Element, data: Data) => void}
 */
function say(node, { done, now }) {
  const text = now && done ? t("Done: {found}", { found: now }) : now;
  if (node.textContent !== text) node.textContent = text;
}

/** @type {(box: Element, data: Data) => void} */
function drawDots(box, { dots, place }) {
  box.replaceChildren();
  dots.forEach((kind, i) => {
    element("i", { class: `${kind}${i === place ? " here" : ""}`, "aria-hidden": "true" }, box);
  });
  const where = t("{place} of {count}", { place: place + 1, count: dots.length });
  element("span", {}, box, place < dots.length ? where : t("The end"));
}

/** @type {(root: Root, data: Data) => void} */
function drawGuess({ parts }, { options, guess }) {
  parts.guess.hidden = !options;
  if (!options) return;
  const names = JSON.stringify(options);
  if (parts.names !== names) {
    parts.names = names;
    parts.select.replaceChildren();
    element("option", { value: -1, disabled: "" }, parts.select, t("choose ..."));
    options.forEach((text, i) => {
      element("option", { value: i }, parts.select, text);
    });
  }
  parts.select.value = String(guess);
}

/** @type {(parts: Parts, data: Data) => void} */
function drawButtons(parts, { there, next, done, place }) {
  parts.there.hidden = !there;
  parts.there.textContent = there;
  parts.next.hidden = Boolean(there);
  parts.next.textContent = done ? next : t("Skip");
  parts.back.hidden = place === 0;
}

/**
 * Go on to the page of the next stop as the menu does, once.
 *
 * @type {(root: Root, address: string | null) => void}
 */
function lead(root, address) {
  if (address !== null && root.led !== address) {
    const { href, pathname } = new URL(address, document.baseURI);
    const entry = menuEntry(pathname);
    if (entry) whenQuiet(() => entry.click());
    else location.assign(href + location.search);
  }
  root.led = address;
}

/**
 * Wait until the server has said all: a page that is left before stays half in the browser.
 *
 * @type {(act: () => void) => void}
 */
function whenQuiet(act) {
  /** @type {HTMLElement | null} */
  const app = document.querySelector("[data-testid=stApp]");
  if (app?.dataset.testScriptState === "notRunning") act();
  else setTimeout(() => whenQuiet(act), 50);
}

let page = "", // whose line is kept as high as it was
  highest = 0;

/** A line on what to look for that gets shorter would move all below it: it keeps its room. */
function keepRoom() {
  if (page !== location.pathname) [page, highest] = [location.pathname, 0];
  /** @type {HTMLElement | null} */
  const look = document.querySelector(".look");
  highest = Math.max(58, highest, look?.offsetHeight ?? 0);
  document.documentElement.style.setProperty("--look", `${highest}px`);
}

/**
 * Hide what would tell the answer until there is a guess.
 *
 * @type {(style: Element, selectors: string[]) => void}
 */
function cover(style, selectors) {
  const rule = selectors.length ? `${selectors.join(", ")} { visibility: hidden; }` : "";
  if (style.textContent !== rule) style.textContent = rule;
}
