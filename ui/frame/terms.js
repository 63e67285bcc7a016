// What a term of the text means: the glossary's line on hover, focus and tap.

import { element } from "../views/library/dom.js";
import { within } from "../views/library/numbers.js";
import { follow } from "../views/library/pages.js";

/** @typedef {{term: string, meaning: string, page: string, title: string}} Term */

/**
 * Terms by their anchor, and the glossary's title.
 *
 * @typedef {{terms: Record<string, Term>, glossary: string}} Data
 */

/**
 * @typedef {HTMLElement & Data & {line: HTMLElement, shown: HTMLAnchorElement | null,
 *   leaving: number}} Root
 */

const LINKS = 'a[href*="glossary#"]',
  PATIENCE = 250, // milliseconds that the pointer has for the way from the term to its line
  EDGE = 12; // pixels between the line and the window's edge

/**
 * The term's link below an event, if it is one that the page's text made.
 *
 * @type {(event: Event) => HTMLAnchorElement | null}
 */
function termAt(event) {
  return event.target instanceof Element ? event.target.closest(LINKS) : null;
}

/** @type {(root: Root, term: Term) => void} */
function fill(root, { term, meaning, page, title }) {
  const { line } = root;
  line.replaceChildren();
  element("b", {}, line, term);
  element("span", {}, line, ` ${meaning} `);
  const address = page === "overview" ? "./" : `./${page}`;
  for (const [to, name] of [
    [address, title],
    ["./glossary", root.glossary],
  ]) {
    const link = element("a", { href: to + location.search }, line, `${name} →`);
    link.onclick = (event) => {
      hide(root);
      follow(event, { href: new URL(to, document.baseURI).href });
    };
  }
}

/** @type {(root: Root, link: HTMLAnchorElement) => void} */
function show(root, link) {
  const term = root.terms[link.hash.slice(1)];
  clearTimeout(root.leaving);
  if (!term || root.shown === link) return;
  hide(root);
  root.shown = link;
  fill(root, term);
  root.line.showPopover();
  link.setAttribute("aria-describedby", root.line.id);
  const { left, top, bottom } = link.getClientRects()[0];
  const { width, height } = root.line.getBoundingClientRect();
  const below = bottom + 6 + height < innerHeight - EDGE;
  root.line.style.left = `${within(left, EDGE, Math.max(EDGE, innerWidth - width - EDGE))}px`;
  root.line.style.top = `${below ? bottom + 6 : Math.max(EDGE, top - 6 - height)}px`;
}

/** @type {(root: Root) => void} */
function hide(root) {
  clearTimeout(root.leaving);
  root.shown?.removeAttribute("aria-describedby");
  root.shown = null;
  if (root.line.matches(":popover-open")) root.line.hidePopover();
}

/**
 * Hide the line soon, unless the pointer comes to it or back to the term.
 *
 * @type {(root: Root) => void}
 */
function leave(root) {
  clearTimeout(root.leaving);
  root.leaving = setTimeout(() => hide(root), PATIENCE);
}

/**
 * Follow pointer, focus, taps and keys of the whole page, as long as it has terms.
 *
 * @type {(root: Root) => void}
 */
function listen(root) {
  const ended = new AbortController();
  /**
   * @template {keyof DocumentEventMap} Name
   * @param {Name} name
   * @param {(event: DocumentEventMap[Name]) => void} act
   */
  const on = (name, act) =>
    document.addEventListener(name, (event) => (root.isConnected ? act(event) : ended.abort()), {
      capture: true,
      signal: ended.signal,
    });
  /** @type {(event: Event) => boolean} */
  const inLine = ({ target }) => target instanceof Node && root.line.contains(target);
  on("pointerover", (event) => {
    const link = termAt(event);
    if (event.pointerType === "touch") return;
    if (link) show(root, link);
    else if (inLine(event)) clearTimeout(root.leaving);
    else if (root.shown && root.shown !== document.activeElement) leave(root);
  });
  on("focusin", (event) => {
    const link = termAt(event);
    if (link) show(root, link);
    else if (!inLine(event)) hide(root);
  });
  on("click", (event) => {
    const link = termAt(event);
    if (link && !(event.ctrlKey || event.metaKey)) {
      event.stopPropagation();
      if (!event.detail) {
        // by key: its line is there already
        hide(root);
        return follow(event, link);
      }
      event.preventDefault();
      show(root, link);
    } else if (!inLine(event)) hide(root);
  });
  on("keydown", (event) => event.key === "Escape" && hide(root));
  on("scroll", () => hide(root));
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".terms");
  if (!root.line) {
    const line = { id: "glossary-line", class: "line", role: "tooltip", popover: "manual" };
    root.line = element("div", line, root);
    listen(root);
  }
  Object.assign(root, { terms: data.terms, glossary: data.glossary });
}
