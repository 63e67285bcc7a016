// Terms and what they mean; a field above leaves those that hold what is typed.

import { defineView } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { GlossaryData, GlossaryEntry } from "./data.d.ts" */

export default defineView("glossary", {}, render);

/** @param {View<GlossaryData, {text?: string}, {}>} view */
function render({ data: { entries }, now, set }) {
  const wanted = (now.text ?? "").trim().toLowerCase();
  const shown = entries.filter((entry) => textOf(entry).includes(wanted)).length,
    all = entries.length;
  const type = (/** @type {{target: HTMLInputElement}} */ { target }) =>
    set({ text: target.value });
  return html`<div class="top"><input type="search" aria-label=${t("Search the glossary")}
      placeholder=${t("Search: head, mask, loss …")}
      @input=${type}><span class="count" aria-live="polite">${
        shown ? t("{shown} of {all} terms", { shown, all }) : t("No matching term.")
      }</span></div>
    ${wanted ? "" : begin(entries)}
    <dl class=${wanted ? "found" : ""}>${entries.map((entry) => item(entry, wanted))}</dl>`;
}

/**
 * The terms to begin with, in the order in which to read them.
 *
 * @param {GlossaryEntry[]} entries
 */
function begin(entries) {
  const first = entries.filter(({ place }) => place).sort((one, other) => one.place - other.place);
  return html`<h3>${t("New here? Begin with these, row by row")}</h3>
    <dl class="found first">${first.map((entry) => item(entry, ""))}</dl>
    <h3>${t("All terms, in alphabetical order")}</h3>`;
}

/** @type {(entry: GlossaryEntry) => string} */
const textOf = ({ term, meaning, title }) => `${term} ${meaning} ${title}`.toLowerCase();

/**
 * A term that begins with what is typed comes before those that only mention it.
 *
 * @type {(entry: GlossaryEntry, wanted: string) => unknown}
 */
function item(entry, wanted) {
  const { term, meaning, page, title } = entry,
    address = page === "overview" ? "./" : `./${page}`,
    place = term.toLowerCase().indexOf(wanted),
    order = !wanted || place === 0 ? 0 : place > 0 ? 1 : 2;
  const go = (/** @type {MouseEvent} */ event) =>
    follow(event, { href: new URL(address, document.baseURI).href });
  return html`<div ?hidden=${!textOf(entry).includes(wanted)} style="order: ${order}"
    ><dt>${term}</dt><dd>${meaning} <a href=${address + location.search} @click=${go}
    >${title} →</a></dd></div>`;
}
