// Beside the map: what competes in the two runs, and what the run with the patch says.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { chosenMap, effectOf, placeName, runName } from "./patch_cells.js";

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
  for (const { name, d, p } of data.runs) {
    const likely = p[1] > p[0] ? 1 : 0;
    const line = element("div", { class: "run" }, runs);
    element("span", { class: "name" }, line, runName(name));
    data.ids.forEach((id, i) => {
      const one = tokenOf(line, data, id, likely === i ? "likely" : "");
      rail(one, KINDS[i], p[i]);
      element("span", { class: "number" }, one, brief(p[i], 3));
    });
    element("span", { class: "number d" }, line, `d = ${d > 0 ? "+" : ""}${number(d)}`);
  }
}

const KINDS = ["clean", "changed"]; // of what competes: a square in grey, a disc in blue

/**
 * A token, with its mark if it competes.
 *
 * @type {(parent: Element, data: Data, id: number, kind?: string) => Element}
 */
function tokenOf(parent, { ids, tokens, langs }, id, kind = "") {
  const { text } = tokens[id];
  const token = element("span", { class: `token ${kind}` }, parent);
  element("i", { class: `mark ${KINDS[ids.indexOf(id)] ?? ""}`, "aria-hidden": "true" }, token);
  element("span", { class: "text", title: text, lang: langs.target }, token, text);
  return token;
}

/** @type {(parent: Element, kind: string | undefined, p: number, before?: number) => void} */
function rail(parent, kind, p, before) {
  const box = element("span", { class: "rail", "aria-hidden": "true" }, parent);
  element("i", { class: kind, style: `width: ${100 * p}%` }, box);
  if (before !== undefined) element("b", { style: `left: ${100 * before}%` }, box);
}

/**
 * Say what the run with the chosen place patched would write.
 *
 * @param {View} view
 */
export function paintCard(view) {
  const { card, data, chosen } = view,
    [, row, column] = chosen;
  const map = chosenMap(view),
    value = effectOf(data, map, row, column),
    alone = value === undefined; // such a position has no partner
  card.replaceChildren();
  const title = element("div", { class: "title" }, card);
  const name = alone ? t("A position without a counterpart") : placeName(view, row, column);
  element("h3", {}, title, name);
  const effect = element("span", { class: "effect" }, title, `${t("effect")} `);
  element("b", {}, effect, alone || value === null ? "–" : number(value));
  if (alone || value === null) {
    const nothing = t("The other sentence has nothing to put here.");
    element("p", { class: "caption" }, card, alone ? nothing : data.waiting);
    return;
  }
  const head = element("div", { class: "row head" }, card);
  element("span", {}, head, t("next token"));
  element("span", { class: "number" }, head, runName(data.host));
  const key = element("span", { class: "key" }, head);
  const before = element("span", {}, key);
  element("b", {}, before);
  before.append(data.host === "clean" ? t("clean run") : t("changed run"));
  const after = element("span", {}, key);
  element("i", {}, after);
  after.append(t("with the patch"));
  element("span", { class: "number" }, head, t("patched"));
  for (const [id, p] of data.tops[map.index[row][column]]) {
    const kind = KINDS[data.ids.indexOf(id)],
      { before } = data.tokens[id];
    const line = element("div", { class: `row ${kind ? "competing" : ""}` }, card);
    tokenOf(line, data, id);
    element("span", { class: "number" }, line, brief(before, 3));
    rail(line, kind, p, before);
    element("span", { class: "number" }, line, brief(p, 3));
  }
  paintWritten(card, view);
}

/**
 * Both translations, the patch kept while it writes, once the server has them for this cell.
 *
 * @type {(card: Element, view: View) => void}
 */
function paintWritten(card, { data, chosen }) {
  const written = data.written?.place === chosen.join(".") ? data.written : null;
  const list = element("dl", {}, card);
  /** @type {(name: string, words: Words | undefined, same?: string) => void} */
  const say = (name, words, same) => {
    element("dt", {}, list, name);
    const line = element("dd", {}, list);
    words?.forEach(([word, marked], i) => {
      if (i) line.append(" ");
      element(marked ? "b" : "span", { lang: data.langs.target }, line, word);
    });
    const more = words ? same && ` ${same}` : t("writing …");
    if (more) element("span", { class: "caption" }, line, more);
  };
  say(runName(data.host), written?.own);
  say(t("patched"), written?.words, written?.same);
}
