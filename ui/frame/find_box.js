// A box above the menu: what is typed finds pages, sections and terms, and leads to them.

import { element } from "../views/library/dom.js";
import { t } from "../views/library/messages.js";
import { follow } from "../views/library/pages.js";

/**
 * What can be found: its name; the page's title, if that is another; the page's address; page and
 * section, if it is one; everyday words for it.
 *
 * @typedef {{name: string, page: string, address: string, place: string, words: string[]}} Entry
 */

/** @typedef {HTMLElement & {entries: Entry[], send: ViewCall<unknown>["setTriggerValue"]}} Root */

const MOST = 8, // so many lines stand below the box
  OFTEN = 100, // milliseconds between two looks whether a section is there
  LONGEST = 15_000;

/** @type {(text: string) => string} */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[-\s]+/g, " ")
    .trim()
    .toLowerCase();

/**
 * How well a text goes with what is typed: 0 for the same, then where it begins with it, where a
 * word of it does, where it holds it; Infinity for not at all.
 *
 * @type {(text: string, wanted: string) => number}
 */
function distance(text, wanted) {
  const said = plain(text);
  if (said === wanted) return 0;
  if (said.startsWith(wanted)) return 1;
  if (said.includes(` ${wanted}`)) return 2;
  return said.includes(wanted) ? 3 : Infinity;
}

/**
 * Entries whose name or everyday words hold what is typed, accents and hyphens aside; the best
 * first. Equally good ones stay in their order: pages, sections, terms.
 *
 * @param {Entry[]} entries
 * @param {string} typed
 */
export function matches(entries, typed) {
  const wanted = plain(typed);
  if (!wanted) return [];
  return entries
    .map((entry) => ({
      entry,
      far: Math.min(...[entry.name, ...entry.words].map((text) => distance(text, wanted))),
    }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

/**
 * Do something once a page and a section of it are drawn.
 *
 * @type {(place: {pathname: string, section: string}, act: (there: Element) => void,
 *   until?: number) => void}
 */
function onceThere(place, act, until = Date.now() + LONGEST) {
  /** @type {HTMLElement | null} */
  const app = document.querySelector("[data-testid=stApp]");
  const name = CSS.escape(place.section);
  const there =
    location.pathname === place.pathname &&
    app?.dataset.testScriptState === "notRunning" &&
    document.querySelector(`.st-key-section_${name}, .st-key-${name}`);
  if (there) act(there);
  else if (Date.now() < until) setTimeout(() => onceThere(place, act, until), OFTEN);
}

/** @type {(entry: Entry) => URL} */
function addressOf({ address, place }) {
  const link = new URL(address + location.search, document.baseURI);
  if (place) link.searchParams.set("sections", place.split(" ")[1]);
  return link;
}

/** @type {(root: Root, entry: Entry, event: MouseEvent) => void} */
function go(root, entry, event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const { href, pathname } = addressOf(entry);
  if (pathname === location.pathname) event.preventDefault();
  else follow(event, { href });
  if (!entry.place) return;
  const place = { pathname, section: entry.place.split(" ")[1] };
  // What is said to a page that is being left is not heard: the section opens on its own page.
  onceThere(place, () => {
    /** @type {Root | null} */
    const now = document.querySelector(".find_box");
    (now ?? root).send("open", entry.place);
    setTimeout(() => onceThere(place, (there) => there.scrollIntoView()), OFTEN);
  });
}

/** @type {(root: Root) => void} */
function build(root) {
  const label = t("Find a page or a term");
  const field = element("input", { type: "search", "aria-label": label, placeholder: label }, root);
  const list = element("ul", { "aria-live": "polite" }, root);
  field.oninput = () => {
    list.replaceChildren();
    const found = matches(root.entries, field.value);
    for (const entry of found) {
      const line = element("li", {}, list);
      const link = element("a", { href: addressOf(entry).href }, line, entry.name);
      if (entry.page) element("span", {}, link, ` ${entry.page}`);
      link.onclick = (event) => {
        field.value = "";
        list.replaceChildren();
        go(root, entry, event);
      };
    }
    if (!found.length && field.value.trim()) element("li", {}, list, t("Nothing matches."));
  };
  field.onkeydown = ({ key }) => {
    if (key === "Enter") list.querySelector("a")?.click();
  };
}

/** @param {ViewCall<{entries: Entry[]}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = /** @type {Root} */ (parentElement.querySelector(".find_box"));
  root.entries = data.entries;
  root.send = setTriggerValue;
  if (!root.firstChild) build(root);
}
