// The view's address, which records what the page shows, and a button to copy it.

import { copyText, element, svg } from "../views/library/dom.js";
import { t } from "../views/library/messages.js";
import { exactLink } from "../views/library/pages.js";
import { followServer } from "./connection.js";
import { restoreHalfTyped } from "./half_typed.js";
import { boundFields } from "./long_texts.js";
import { holdPageLinks } from "./page_links.js";
import { project } from "./projector.js";
import { letKeyboardScroll } from "./scrollable.js";
import { leaveDataUntranslated } from "./untranslated.js";

/**
 * @typedef {{session: string, examples: string[], about: PageWords, query: string,
 *   kept: Record<string, string>, said: Record<string, string>, own: string[], language: string,
 *   answer: {text: string, lang: string}}} Data
 */

/** @typedef {HTMLElement & {news: HTMLElement, answer?: string}} Root */

const LINK =
  "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1";
const DONE = "M5 12l5 5L19 7";
// Fields for sentences in the language of the bar's.
const SENTENCES = [".st-key-source", ".st-key-beside", ".st-key-changed_sentence"]
  .map((field) => `${field} input`)
  .join();

/** @type {(root: Root) => void} */
function draw(root) {
  const name = t("Copy a link to exactly this view");
  const button = element("button", { type: "button", title: name, "aria-label": name }, root);
  const icon = svg(
    "svg",
    { width: 17, height: 17, viewBox: "0 0 24 24", "aria-hidden": "true" },
    button,
  );
  const line = svg(
    "path",
    { d: LINK, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" },
    icon,
  );
  const said = element("span", { role: "status" }, root);
  root.news = element("span", { class: "news", "aria-live": "polite", translate: "no" }, root);
  button.onclick = async () => {
    if (!(await copyText(exactLink(), t("Copy this link to the view:")))) return;
    line.setAttribute("d", DONE);
    said.textContent = t("copied");
    setTimeout(() => {
      line.setAttribute("d", LINK);
      said.textContent = "";
    }, 1500);
  };
}

/**
 * Tell a screen reader of a new translation, and in which languages the two texts are.
 *
 * @type {(root: Root, data: Data) => void}
 */
function announceTranslation(root, { answer, language }) {
  for (const input of document.querySelectorAll(SENTENCES)) input.setAttribute("lang", language);
  if (root.answer !== undefined && root.answer !== answer.text) {
    root.news.lang = answer.lang;
    root.news.textContent = answer.text;
  }
  root.answer = answer.text;
}

/** Streamlit's own link past the menu, the first that a keyboard comes to, speaks English. */
function nameSkipLink() {
  const link = document.querySelector("[data-testid=stSkipToContent]");
  if (link) link.textContent = t("Skip to main content");
}

/** A link of the menu that is opened in a new tab takes the sentence and all choices along. */
function carryChoices() {
  /** @type {(event: Event) => void} */
  const carry = ({ target }) => {
    if (!(target instanceof Element)) return;
    /** @type {HTMLAnchorElement | null} */
    const link = target.closest("[data-testid=stSidebarNavLink]");
    if (link) link.search = location.search;
  };
  for (const kind of ["pointerdown", "focusin"]) addEventListener(kind, carry);
}

/**
 * The examples are there while their menu is open: each is told its language as it is reached.
 *
 * @type {(languages: string[]) => void}
 */
function nameExamples(languages) {
  /** @type {(event: Event) => void} */
  const tell = ({ target }) => {
    if (!(target instanceof Element)) return;
    /** @type {HTMLElement | null} */
    const example = target.closest("[class*=st-key-example_]");
    const place = example?.className.match(/st-key-example_(\d+)/)?.[1];
    if (example && place) example.lang = languages[Number(place)];
  };
  for (const kind of ["pointerover", "focusin"]) addEventListener(kind, tell);
}

/**
 * What outlasts the pages begins once; every run says which session it is of.
 *
 * @type {(data: Data) => void}
 */
function begin({ session, examples }) {
  const first = !window.glassSession;
  window.glassSession = session;
  if (!first) return;
  nameSkipLink();
  carryChoices();
  holdPageLinks();
  boundFields();
  leaveDataUntranslated();
  nameExamples(examples);
  letKeyboardScroll();
  followServer();
  restoreHalfTyped();
}

/**
 * What the address says: all that the page shows, and how it is shown.
 *
 * @type {(data: Data) => string}
 */
function addressed({ query, kept }) {
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(kept)) all.set(name, value);
  const now = new URLSearchParams(location.search); // Streamlit reads these, and tells nobody
  for (const name of ["embed", "embed_options"]) {
    for (const value of now.getAll(name)) all.append(name, value);
  }
  return all.toString();
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  begin(data);
  window.glassPage = data.about;
  window.glassSaid = data.said;
  window.glassOwn = data.own;
  const root = parentElement.querySelector(".address");
  if (!root.firstChild) draw(root);
  announceTranslation(root, data);
  // A choice changes the entry in the history and adds none: Back leads to the page before.
  const query = addressed(data);
  const wanted = location.pathname + (query && `?${query}`);
  if (location.pathname + location.search !== wanted)
    history.replaceState(history.state, "", wanted);
  project(Boolean(data.kept.present));
  dispatchEvent(new Event("glass-address")); // the panel below shows it, too
}
