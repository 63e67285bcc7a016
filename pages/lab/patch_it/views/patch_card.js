// Beside the map: what competes in the two runs, and what the run with the patch says.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { chosenMap, placeName, runName } from "./patch_cells.js";

/** @import { Data, View, Words } from "./types.d.ts" */

/**
 * Both runs as they are: how likely the two tokens are, on the rows of the sentences.
 *
 * @param {View} view
 */
export function paintRuns({ runs, data }) {
  runs.replaceChildren();
  const head = element("div", { class: "caption" }, runs);
  element("span", { title: data.after }, head, data.after);
  element("span", {}, head, data.measure);
  for (const { name, d, likely, p } of data.runs) {
    const line = element("div", { class: "run" }, runs);
    element("span", { class: "name" }, line, runName(name));
    data.competing.forEach((token, i) => {
      const one = element("span", { class: `token${likely === i ? " likely" : ""}` }, line);
      mark(one, i);
      element("span", { class: "text", title: token, lang: data.langs.target }, one, token);
      rail(one, p[i], null, i);
      element("span", { class: "number" }, one, share(p[i]));
    });
    element("span", { class: "number d" }, line, `d = ${d > 0 ? "+" : ""}${number(d)}`);
  }
}

/**
 * The mark of a competing token: a square for the clean one, a disc for the changed one.
 *
 * @type {(parent: Element, place: number) => void}
 */
function mark(parent, place) {
  element("i", { class: ["square", "disc"][place] ?? "no-mark", "aria-hidden": "true" }, parent);
}

/** @type {(parent: Element, p: number, before: number | null, place: number) => void} */
function rail(parent, p, before, place) {
  const box = element("span", { class: "rail", "aria-hidden": "true" }, parent);
  element("i", { class: ["clean", "changed"][place], style: `width: ${100 * p}%` }, box);
  if (before !== null) element("b", { style: `left: ${100 * before}%` }, box);
}

/**
 * A probability in three decimals.
 *
 * @type {(p: number) => string}
 */
const share = (p) => brief(p, 3);

/**
 * Say what the run with the chosen place patched would write.
 *
 * @param {View} view
 */
export function paintCard(view) {
  const { card, data, chosen } = view,
    [, row, column] = chosen;
  const cell = chosenMap(view).index[row]?.[column] ?? -1;
  const value = cell < 0 ? null : (data.effects[cell] ?? null);
  card.replaceChildren();
  const title = element("div", { class: "title" }, card);
  const name = cell < 0 ? t("A position without a partner") : placeName(view, row, column);
  element("h3", {}, title, name);
  const effect = element("span", { class: "effect" }, title, `${t("effect")} `);
  element("b", {}, effect, value === null ? "–" : number(value));
  if (value === null) {
    const nothing = t("The other sentence has nothing to put in here.");
    element("p", { class: "caption" }, card, cell < 0 ? nothing : data.waiting);
    return;
  }
  const head = element("div", { class: "row head" }, card);
  element("span", {}, head, t("next token"));
  element("span", { class: "number" }, head, runName(data.host));
  const key = element("span", { class: "key" }, head);
  element("b", {}, key);
  key.append(data.host === "clean" ? t("clean run") : t("changed run"), " ");
  element("i", {}, key);
  key.append(t("with the patch"));
  element("span", { class: "number" }, head, t("patched"));
  for (const [id, p] of data.tops[cell]) tokenRowOf(card, data, id, p);
  paintWritten(card, view);
}

/**
 * One token of the card: how likely it was, and is with the patch.
 *
 * @type {(card: Element, data: Data, id: number, p: number) => void}
 */
function tokenRowOf(card, data, id, p) {
  const { text, before } = data.tokens[id],
    place = data.ids.indexOf(id);
  const line = element("div", { class: `row${place >= 0 ? " competing" : ""}` }, card);
  const name = element("span", { class: "token" }, line);
  mark(name, place);
  element("span", { class: "text", title: text, lang: data.langs.target }, name, text);
  element("span", { class: "number" }, line, share(before));
  rail(line, p, before, place);
  element("span", { class: "number" }, line, share(p));
}

/**
 * Both translations, the patch kept while it writes, once the server has them for this cell.
 *
 * @type {(card: Element, view: View) => void}
 */
function paintWritten(card, { data, chosen }) {
  const written = data.written?.place === chosen.join(".") ? data.written : null;
  const list = element("dl", {}, card);
  /** @type {[name: string, words: Words | undefined, same: string | undefined][]} */
  const lines = [
    [runName(data.host), written?.own, ""],
    [t("patched"), written?.words, written?.same],
  ];
  for (const [name, words, same] of lines) {
    element("dt", {}, list, name);
    const line = element("dd", {}, list);
    if (!words) {
      element("span", { class: "caption" }, line, t("writing …"));
      continue;
    }
    words.forEach(([word, marked], i) => {
      if (i) line.append(" ");
      element(marked ? "b" : "span", { lang: data.langs.target }, line, word);
    });
    if (same) element("span", { class: "caption" }, line, ` ${same}`);
  }
}
