// In the panel: the first rows of a view's CSV and its size, before anyone takes it along.

import { element } from "../views/library/dom.js";
import { languageHere, t, tn } from "../views/library/messages.js";
import { whole } from "../views/library/numbers.js";
import { tablesOf } from "../views/take_away/tables.js";
import { field } from "../views/take_away/text.js";

/** @import { Host, Table, View } from "../views/take_away/types.d.ts" */

/**
 * A table that is shown, what is said of it, and where.
 *
 * @typedef {{table: Table, note: Element, place: Element}} Shown
 */

const SHOWN = 3; // rows
const SAMPLED = 200; // rows by which the size is guessed

/**
 * What the menu of a view knows of it; nothing where the view is not drawn yet.
 *
 * @type {(name: string) => View | null}
 */
function known(name) {
  const node = document.querySelector(`.st-key-${CSS.escape(name)} .taken-away`)?.parentElement;
  const host = /** @type {Partial<Host> | null | undefined} */ (node);
  return host?.takes?.root ? host.takes : null;
}

/**
 * About how many bytes a CSV has: rows from all of it, counted, stand for the others.
 *
 * @param {Table} table
 * @returns {number}
 */
export function guessedSize(table) {
  const count = Math.min(SAMPLED, table.count),
    row = table.reader(field);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const line = row(Math.floor((i * table.count) / count)).join(",");
    bytes += new TextEncoder().encode(line).length + 1;
  }
  return (bytes * table.count) / count;
}

/**
 * A size as people write it.
 *
 * @param {number} bytes
 * @returns {string}
 */
export const size = (bytes) =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : `${(bytes / 1e6).toLocaleString(languageHere(), { maximumFractionDigits: 1 })} MB`;

/** @type {(shown: Shown) => void} */
function paint({ table, note, place }) {
  note.textContent = tn(
    "{rows} row, about {size}; UTF-8, six digits; the first line says where it's " + "from",
    "{rows} rows, about {size}; UTF-8, six digits; the first line says where " + "they're from",
    table.count,
    { rows: whole(table.count), size: size(guessedSize(table)) },
  );
  place.replaceChildren();
  const shown = element("table", {}, place);
  const top = element("tr", {}, element("thead", {}, shown));
  for (const name of table.columns) element("th", { scope: "col" }, top, name);
  const body = element("tbody", {}, shown),
    row = table.reader();
  for (let i = 0; i < Math.min(SHOWN, table.count); i++) {
    const line = element("tr", {}, body);
    for (const value of row(i)) {
      const kind = typeof value === "number" ? { class: "number" } : {};
      element("td", kind, line, field(value));
    }
  }
  if (table.count > SHOWN) element("td", {}, element("tr", {}, body), "…");
}

/**
 * Fill the row once it is seen: the views above are drawn by then.
 *
 * @type {(line: Element, views: [name: string, title: string][]) => void}
 */
function fill(line, views) {
  const all = views.flatMap(([name, title]) => {
    const view = known(name),
      found = view ? tablesOf(view) : [];
    return found.map((table) => {
      const called = found.length > 1 ? `${title}: ${table.name}` : title;
      return { called, table };
    });
  });
  if (!all.length) return line.remove();
  const head = element("div", { class: "head" }, line);
  element("b", { class: "name" }, head, t("What the CSV contains"));
  const note = element("span", { role: "status" }, head);
  const place = element("div", { class: "rows", tabindex: 0, role: "group" }, line);
  place.setAttribute("aria-label", t("The first rows of the CSV"));
  if (all.length > 1) {
    const select = element("select", { "aria-label": t("From which picture") }, head);
    all.forEach(({ called }, i) => {
      element("option", { value: i }, select, called);
    });
    select.onchange = () => paint({ table: all[Number(select.value)].table, note, place });
  }
  paint({ table: all[0].table, note, place });
}

/**
 * Show what the CSV of a page's views holds, in a row of the panel.
 *
 * @param {Element} root of the panel
 * @param {[name: string, title: string][]} views
 */
export function preview(root, views) {
  const line = element("section", { class: "csv" }, root);
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    fill(line, views);
  });
  observer.observe(line);
}
