// A box above the menu: what is typed finds pages and terms, and leads to them.

import { element } from "../views/library/dom.js";
import { t } from "../views/library/messages.js";
import { follow } from "../views/library/pages.js";

/** @typedef {{title: string, address: string, terms: string[]}} FoundPage */
/** @typedef {{name: string, page: string, address: string}} Entry */

const MOST = 8; // so many lines stand below the box

/** @type {(text: string) => string} */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[-\s]+/g, " ")
    .trim()
    .toLowerCase();

/**
 * Entries whose name holds what is typed, accents and hyphens aside; those that begin with it
 * come first.
 *
 * @param {Entry[]} entries
 * @param {string} typed
 */
export function matches(entries, typed) {
  const wanted = plain(typed);
  if (!wanted) return [];
  /** @type {(entry: Entry) => number} */
  const place = ({ name }) => plain(name).indexOf(wanted);
  return entries
    .filter((entry) => place(entry) >= 0)
    .sort((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1))
    .slice(0, MOST);
}

/** @type {(pages: FoundPage[]) => Entry[]} */
const entriesOf = (pages) => [
  ...pages.map(({ title, address }) => ({ name: title, page: "", address })),
  ...pages.flatMap(({ title, address, terms }) =>
    terms.map((name) => ({ name, page: title, address })),
  ),
];

/** @type {(root: Element, entries: Entry[]) => void} */
function build(root, entries) {
  const label = t("Find a page or a term");
  const field = element("input", { type: "search", "aria-label": label, placeholder: label }, root);
  const list = element("ul", { "aria-live": "polite" }, root);
  field.oninput = () => {
    list.replaceChildren();
    const found = matches(entries, field.value);
    for (const { name, page, address } of found) {
      const link = element("a", { href: address + location.search }, element("li", {}, list), name);
      if (page) element("span", {}, link, ` ${page}`);
      link.onclick = (event) => {
        field.value = "";
        list.replaceChildren();
        follow(event, { href: new URL(address, document.baseURI).href });
      };
    }
    if (!found.length && field.value.trim()) element("li", {}, list, t("Nothing matches."));
  };
}

/** @param {ViewCall<{pages: FoundPage[]}>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".find_box");
  if (!root.firstChild) build(root, entriesOf(data.pages));
}
