// Beside the map: what competes in the two runs, and what the run with the patch says.

import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { chosenMap, effectOf, placeName, runName } from "./patch_cells.js";

/** @import { Patch } from "./patch_view.js" */

/** @typedef {Patch["data"]} Data */

const KINDS = ["clean", "changed"]; // of what competes: a square in grey, a disc in blue

/**
 * Both runs as they are: how likely the two tokens are, on the rows of the sentences.
 *
 * @param {Data} data
 */
export const runs = (data) =>
  html`<div class="caption"><span title=${data.after}>${data.after}</span
      ><span>${t("‿ continues a word")}</span></div>
    ${data.runs.map(({ name, p }) => {
      const likely = p[1] > p[0] ? 1 : 0;
      return html`<div class="run"><span class="name">${runName(data, name)}</span>${data.ids.map(
        (id, i) =>
          html`<span class="token ${likely === i ? "likely" : ""}">${token(data, id)}${rail(
            KINDS[i],
            p[i],
          )}<span class="number">${brief(p[i], 3)}</span></span>`,
      )}</div>`;
    })}`;

/**
 * A token, with its mark if it competes.
 *
 * @type {(data: Data, id: number) => unknown}
 */
const token = ({ ids, tokens, langs }, id) =>
  html`<i class="mark ${KINDS[ids.indexOf(id)] ?? ""}" aria-hidden="true"></i><span class="text"
    title=${tokens[id].text} lang=${langs.target} translate="no">${tokens[id].text}</span>`;

/** @type {(kind: string | undefined, p: number, before?: number) => unknown} */
const rail = (kind, p, before) =>
  html`<span class="rail" aria-hidden="true"><i class=${kind ?? ""} style="width: ${100 * p}%"></i
    >${before === undefined ? "" : html`<b style="left: ${100 * before}%"></b>`}</span>`;

/**
 * What the run with the chosen place patched would write.
 *
 * @param {Patch} view
 */
export function card(view) {
  const { data, now } = view,
    [, row, column] = now.chosen,
    map = chosenMap(view);
  const value = effectOf(data, map, row, column),
    alone = value === undefined; // such a position has no partner
  const name = alone ? t("A position without a counterpart") : placeName(view, row, column);
  const known = !alone && value !== null;
  const title = html`<div class="title"><h3>${name}</h3><span class="effect">${t("effect")} <b
    >${known ? number(value) : "–"}</b></span></div>`;
  if (!known) {
    const why = alone ? t("The other sentence has nothing to put here.") : data.waiting;
    return html`${title}<p class="caption">${why}</p>`;
  }
  return html`${title}${translations(view)}
    <div class="row head"><span>${t("next token")}</span><span class="number"
      >${t("before")}</span><span class="key"><span><b></b>${t("before")}</span><span><i></i
      >${t("with the patch")}</span></span><span class="number">${t("patched")}</span></div>
    ${data.tops[map.index[row][column]].map(([id, p]) => {
      const kind = KINDS[data.ids.indexOf(id)],
        { before } = data.tokens[id];
      return html`<div class="row ${kind ? "competing" : ""}"><span class="token"
        >${token(data, id)}</span><span class="number">${brief(before, 3)}</span
        >${rail(kind, p, before)}<span class="number">${brief(p, 3)}</span></div>`;
    })}`;
}

/**
 * Both translations, the patch kept while it writes, once the server has them for this cell.
 *
 * @param {Patch} view
 */
function translations({ data, now }) {
  const written = data.written?.place === now.chosen.join(".") ? data.written : null;
  /** @type {(words: [string, boolean][] | undefined, same?: string) => unknown} */
  const line = (words, same = "") =>
    html`<dd>${words?.map(([word, marked], i) => {
      const space = i ? " " : "";
      return marked
        ? html`${space}<b lang=${data.langs.target} translate="no">${word}</b>`
        : html`${space}<span lang=${data.langs.target} translate="no">${word}</span>`;
    })}${
      words && !same
        ? ""
        : html`<span class="caption">${words ? ` ${same}` : t("writing …")}</span>`
    }</dd>`;
  return html`<dl><dt>${t("before")}</dt>${line(written?.own)}<dt>${t("patched")}</dt>${line(
    written?.words,
    written?.same,
  )}</dl>`;
}
