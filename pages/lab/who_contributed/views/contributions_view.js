// Who contributed: a row for each method, a column for each token, all rows on one scale.

import { css, ink, palette } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, briefOrZero, number, within } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";

/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * A method: shares of the source's tokens and of what was written, the strongest of each.
 *
 * @typedef {{key: string, name: string, note: string, source: number[] | null, prefix: number[] |
 *   null, raw: number[], points: number, leans: number, share: number | null}} Row
 */

/** @typedef {{source: Token[], prefix: Token[] | null, caption: string, rows: Row[]}} Data */

/**
 * At each change of data or theme.
 *
 * @param {ViewCall<Data>} call
 */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".contributions_view");
  const colours = palette(parentElement);
  const scroll = element("div", { class: "scroll", tabindex: 0 });
  const table = element("div", { class: "rows", role: "table" }, scroll);
  table.setAttribute("aria-label", t("Contributions to {token}", { token: data.caption }));
  const columns = [...data.source, ...(data.prefix ?? [])];
  const width = columns.map(({ text }) => `${within(8 * text.length + 12, 38, 72)}px`);
  const tracks = [...width.slice(0, data.source.length), "8px", ...width.slice(data.source.length)];
  table.style.setProperty("--tracks", tracks.join(" "));
  paintHeads(table, data);
  for (const row of data.rows) paintRow(table, row, data, colours);
  const kept = root.querySelector(".scroll")?.scrollLeft ?? 0;
  root.replaceChildren(scroll, legend(data));
  scroll.scrollLeft = kept;
}

/** @type {(table: Element, data: Data) => void} */
function paintHeads(table, data) {
  const line = element("div", { class: "line heads", role: "row" }, table);
  element("span", { class: "name caption", role: "columnheader" }, line, data.caption);
  for (const token of data.source) head(line, token, t("{token} (source)", { token: token.text }));
  element("span", { class: "gap" }, line);
  for (const token of data.prefix ?? []) {
    head(line, token, t("{token} (written so far)", { token: token.text }));
  }
  element("span", { class: "points", role: "columnheader" }, line, t("points to"));
  element("span", { class: "share", role: "columnheader" }, line, t("source share"));
}

/** @type {(line: Element, token: Token, title: string) => void} */
function head(line, token, title) {
  const holder = element("span", { class: "holder", role: "columnheader" }, line);
  const about = { class: classesOf("piece", token), title, lang: token.lang };
  element("span", about, holder, token.text);
}

/** @type {(table: Element, row: Row, data: Data, colours: Palette) => void} */
function paintRow(table, row, data, colours) {
  const line = element("div", { class: "line", role: "row", "data-method": row.key }, table);
  const name = element("span", { class: "name", role: "rowheader" }, line);
  element("b", {}, name, row.name);
  element("span", { class: "caption", title: row.note }, name, row.note);
  const raw = (/** @type {Token} */ { text }, /** @type {number} */ place) =>
    t("{token}, {method}, raw: {value}", {
      token: text,
      method: row.name,
      value: number(row.raw[place], 4),
    });
  data.source.forEach((token, i) => {
    const kind = row.source && i === row.points ? "cell points-here" : "cell";
    cell(line, row.source?.[i], kind, row.source && raw(token, i), colours);
  });
  element("span", { class: "gap" }, line);
  if (data.prefix && row.source && !row.prefix) {
    const style = `grid-column: span ${data.prefix.length}`;
    const only = data.prefix.length > 2 ? t("the source only") : "–";
    element("span", { class: "only", role: "cell", style }, line, only);
  } else {
    data.prefix?.forEach((token, i) => {
      const kind = row.prefix && i === row.leans ? "cell leans-here" : "cell";
      const title = row.prefix && raw(token, data.source.length + i);
      cell(line, row.prefix?.[i], kind, title, colours);
    });
  }
  const { text, lang } = row.source ? data.source[row.points] : { text: "", lang: null };
  element("span", { class: "points", role: "cell", title: text, lang }, line, text || "–");
  share(line, row.share);
}

/**
 * @type {(line: Element, value: number | undefined, kind: string, title: string | null, colours:
 *   Palette) => void}
 */
function cell(line, value, kind, title, colours) {
  const node = element("span", { class: kind, role: "cell", title }, line);
  if (value === undefined || value === null) return;
  node.textContent = briefOrZero(value);
  const colour = colours.signed(value);
  node.style.background = css(colour);
  if (Math.abs(value) >= 0.005) node.style.color = ink(colour);
}

/** @type {(line: Element, value: number | null) => void} */
function share(line, value) {
  const node = element("span", { class: "share", role: "cell" }, line);
  if (value === null) {
    node.textContent = "–";
    return;
  }
  const rail = element("span", { class: "rail", "aria-hidden": "true" }, node);
  element("i", { style: `width: ${100 * value}%` }, rail);
  element("span", {}, node, brief(value));
}

/** @type {(data: Data) => HTMLElement} */
function legend(data) {
  const node = element("div", { class: "legend" });
  element("span", {}, node, t("share of the row: −1 counts against the token"));
  element("span", { class: "ramp" }, node);
  element("span", {}, node, t("1 counts for it"));
  element("span", { class: "mark" }, node);
  element("span", {}, node, t("largest in the source"));
  if (data.prefix) {
    element("span", { class: "outline" }, node);
    element("span", {}, node, t("largest in the translation so far"));
  }
  return node;
}
