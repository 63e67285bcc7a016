// A field for forty pasted results, a table of them that can be sorted, and what was missed most.

import { defineView, gaps } from "../../../../ui/views/library/define.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { save } from "../../../../ui/views/take_away/about.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { done, mostMissed, readCodes, right, toCsv } from "./class_codes.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Fault, Missed, Result } from "./class_codes.js" */
/** @import { ClassResultsData } from "./data.d.ts" */

/** The column by which is sorted, and whether its last comes first. */
/** @typedef {{text?: string, due?: number, sort?: number, down?: boolean}} Now */
/** @typedef {View<ClassResultsData, Now, {}>} Results */

const WAIT = 200; // milliseconds after the last letter

export default defineView("class_results", {}, render);

/** @param {Results} view */
function render(view) {
  const { now, set } = view;
  const type = (/** @type {{target: HTMLTextAreaElement}} */ { target }) => {
    clearTimeout(now.due);
    now.due = setTimeout(() => set({ text: target.value, sort: 0, down: false }), WAIT);
  };
  return html`<label>${t("Your students' links or codes")}<textarea rows="6" spellcheck="false"
      placeholder=${t("Paste them here.")} @input=${type}></textarea></label>
    <div class="found">${now.text?.trim() ? found(view, readCodes(now.text)) : ""}</div>`;
}

/** @type {(view: Results, read: {results: Result[], faults: Fault[]}) => unknown} */
function found(view, { results, faults }) {
  const count = results.length
    ? tn("One result.", "{count} results.", results.length)
    : t("There's no result in what you pasted.");
  const download = () => save([`\uFEFF${toCsv(results)}\r\n`], "results.csv", "text/csv");
  return html`<p class="count" role="status"><b>${count}</b></p>
    ${
      faults.length
        ? html`<ul class="faults">${faults.map(({ what, why }) => {
            const code = html`<span class="what">${what}</span>`;
            return html`<li>${gaps(faultOf(why), { code })}</li>`;
          })}</ul>`
        : ""
    }
    ${
      results.length
        ? html`${table(view, results)}
          <button type="button" @click=${download}>${t("Download as CSV")}</button>
          ${missed(results, view.data.titles)}`
        : ""
    }`;
}

/** @type {(why: Fault["why"]) => string} */
const faultOf = (why) =>
  ({
    cut: t("{code} is incomplete. Ask for it again."),
    altered: t("{code} was altered: its checksum doesn't match."),
    twice: t("{code} came twice but counts once."),
  })[why];

/** @type {(pair: number[]) => string} */
const share = ([part, all]) => (all ? t("{part} of {all}", { part, all }) : "");

/**
 * Names of the columns, what stands in them, and by what they are sorted.
 *
 * @type {() => [name: string, text: (one: Result) => string,
 *   key: (one: Result) => string | number][]}
 */
const columnsOf = () => [
  [t("Name or code"), (one) => one.who || t("(none)"), (one) => one.who.toLowerCase()],
  [t("Right first time"), (one) => share(right(one)), (one) => -right(one)[0]],
  [t("Stops completed"), (one) => share(done(one)), (one) => -done(one)[0]],
  [t("Minutes"), (one) => (one.minutes ? String(one.minutes) : ""), (one) => one.minutes],
  [t("Started"), (one) => one.began, (one) => one.began],
  [t("Sentence"), (one) => one.sentence, (one) => one.sentence],
  [t("Remark"), (one) => one.flag, (one) => one.flag],
];

/** @type {(view: Results, results: Result[]) => unknown} */
function table({ now: { sort = 0, down = false }, set }, results) {
  const columns = columnsOf(),
    [, , key] = columns[sort];
  const rows = [...results].sort((a, b) => {
    const [first, second] = [key(a), key(b)];
    return (first < second ? -1 : Number(first > second)) * (down ? -1 : 1);
  });
  const order = down ? "descending" : "ascending";
  return html`<div class="holder" tabindex="0" role="group" aria-label=${t("Results")}><table>
    <thead><tr>${columns.map(
      ([name], i) => html`<th scope="col" aria-sort=${i === sort ? order : nothing}
        ><button type="button" @click=${() => set({ sort: i, down: i === sort && !down })}
        >${name}</button></th>`,
    )}</tr></thead>
    <tbody>${rows.map(
      (one) =>
        html`<tr>${columns.map(([, text], i) =>
          i ? html`<td>${text(one)}</td>` : html`<th scope="row">${text(one)}</th>`,
        )}</tr>`,
    )}</tbody></table></div>`;
}

/** @type {(results: Result[], titles: Record<string, string>) => unknown} */
function missed(results, titles) {
  if (results.every(({ answers }) => answers.every(([, , mark]) => mark === "-"))) return "";
  const all = mostMissed(results).slice(0, 10);
  const list = all.map((one) => {
    const { page } = one,
      title = Object.hasOwn(titles, page) ? titles[page] : null;
    const asks = page === "questions"; // which asks, and explains nothing
    const href = new URL(page === "overview" ? "./" : `./${page}`, document.baseURI).href;
    const link = html`<a href=${href} @click=${(/** @type {MouseEvent} */ event) =>
      follow(event, { href })}>${t("{title} explains it →", { title })}</a>`;
    return html`<li>${aboutMissed(one)} ${title && !asks ? link : ""}</li>`;
  });
  return html`<h3>${t("Most often answered wrong")}</h3>
    ${
      all.length ? html`<ol class="missed">${list}</ol>` : html`<p>${t("No answer was wrong.")}</p>`
    }`;
}

/** An answer that is a token stands in marks already. @type {(words: string) => string} */
const quoted = (words) => (/^[„“«].*[“”»]$/.test(words) ? words : t("“{words}”", { words }));

/** @type {(one: Missed) => string} */
function aboutMissed({ question: number, wrong, all, said, asked, words }) {
  const question = asked ? t("{number} “{asked}”", { number, asked }) : number;
  const answer = words ? quoted(words) : said.charCodeAt(0) - 96;
  if (!said) {
    return tn(
      "Question {question}: {count} of {all} got it wrong.",
      "Question {question}: {count} of {all} got it wrong.",
      wrong,
      { question, all },
    );
  }
  if (wrong === 1) {
    return t("Question {question}: 1 of {all} got it wrong, with answer {answer}.", {
      ...{ question, all, answer },
    });
  }
  return tn(
    "Question {question}: {count} of {all} got it wrong, mostly with answer " + "{answer}.",
    "Question {question}: {count} of {all} got it wrong, mostly with answer " + "{answer}.",
    wrong,
    { question, all, answer },
  );
}
