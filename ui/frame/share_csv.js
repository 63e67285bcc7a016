// In the panel: the first rows of a view's CSV and its size, before anyone takes it along.

import { element } from "../views/library/dom.js";
import { columns, field, row, tablesOf } from "../views/library/take_tables.js";

const SHOWN = 3; // rows
const SAMPLED = 200; // rows by which the size is guessed

/** What the menu of a view knows of it; nothing where the view is not drawn yet. */
function known(name) {
  /** @type {any} */
  const host = document.querySelector(`.st-key-${CSS.escape(name)} .taken-away`)?.parentElement;
  return host?.takes?.root ? host.takes : null;
}

/** About how many bytes a CSV has: rows from all of it, counted, stand for the others. */
export function guessedSize(table) {
  const count = Math.min(SAMPLED, table.count);
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const line = row(table, Math.floor((i * table.count) / count))
      .map(field)
      .join(",");
    bytes += new TextEncoder().encode(line).length + 1;
  }
  return (bytes * table.count) / count;
}

/** A size as people write it. */
export const size = (bytes) =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

function paint({ table, note, place }) {
  const rows = table.count.toLocaleString("en");
  note.textContent =
    `${rows} row${table.count === 1 ? "" : "s"}, about ${size(guessedSize(table))}; ` +
    "UTF-8, six digits, above them a line that says where they are from";
  place.replaceChildren();
  const shown = element("table", {}, place);
  const top = element("tr", {}, element("thead", {}, shown));
  for (const name of columns(table)) element("th", { scope: "col" }, top, name);
  const body = element("tbody", {}, shown);
  for (let i = 0; i < Math.min(SHOWN, table.count); i++) {
    const line = element("tr", {}, body);
    for (const value of row(table, i)) {
      const kind = typeof value === "number" ? { class: "number" } : {};
      element("td", kind, line, field(value));
    }
  }
  if (table.count > SHOWN) element("td", {}, element("tr", {}, body), "…");
}

/** Fill the row once it is seen: the views above are drawn by then. */
function fill(line, views) {
  const all = views.flatMap(([name, title]) => {
    const view = known(name),
      found = view ? tablesOf(view) : [];
    return found.map((table) => [found.length > 1 ? `${title}: ${table.name}` : title, table]);
  });
  if (!all.length) return line.remove();
  const head = element("div", { class: "head" }, line);
  element("b", { class: "name" }, head, "What the CSV holds");
  const note = element("span", { role: "status" }, head);
  const place = element("div", { class: "rows", tabindex: 0, role: "group" }, line);
  place.setAttribute("aria-label", "The first rows of the CSV");
  if (all.length > 1) {
    const select = element("select", { "aria-label": "Of which picture" }, head);
    all.forEach(([title], i) => {
      element("option", { value: i }, select, title);
    });
    select.onchange = () => paint({ table: all[Number(select.value)][1], note, place });
  }
  paint({ table: all[0][1], note, place });
}

/**
 * Show what the CSV of a page's views holds, in a row of the panel.
 *
 * @param {Element} root of the panel
 * @param {[string, string][]} views names and titles
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
