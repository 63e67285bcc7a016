// Terms and what they mean; a field above leaves those that hold what is typed.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { follow } from "../../../../ui/views/library/pages.js";

/** @typedef {{term: string, meaning: string, page: string, title: string}} Entry */

/** @type {(root: Element, entries: Entry[]) => void} */
function build(root, entries) {
  const top = element("div", { class: "top" }, root);
  const field = element(
    "input",
    {
      type: "search",
      "aria-label": t("Search the glossary"),
      placeholder: t("Search: head, mask, loss …"),
    },
    top,
  );
  const count = element("span", { class: "count", "aria-live": "polite" }, top);
  const list = element("dl", {}, root);
  const items = entries.map(({ term, meaning, page, title }) => {
    const item = element("div", {}, list);
    element("dt", {}, item, term);
    const text = element("dd", {}, item, `${meaning} `);
    const address = page === "overview" ? "./" : `./${page}`;
    const link = element("a", { href: address + location.search }, text, `${title} →`);
    link.onclick = (event) => follow(event, { href: new URL(address, document.baseURI).href });
    // A term that begins with what is typed comes before those that only mention it.
    return { item, term: term.toLowerCase(), all: `${term} ${meaning} ${title}`.toLowerCase() };
  });
  const filter = () => {
    const wanted = field.value.trim().toLowerCase();
    items.forEach(({ item, term, all }) => {
      item.hidden = !all.includes(wanted);
      item.style.order =
        wanted && !term.startsWith(wanted) ? String(1 + Number(!term.includes(wanted))) : "0";
    });
    list.classList.toggle("found", Boolean(wanted));
    const shown = items.filter(({ item }) => !item.hidden).length;
    count.textContent = shown
      ? t("{shown} of {all} terms", { shown, all: items.length })
      : t("No matching term.");
  };
  field.oninput = filter;
  filter();
}

/** @param {ViewCall<{entries: Entry[]}>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".glossary");
  if (!root.firstChild) build(root, data.entries);
}
