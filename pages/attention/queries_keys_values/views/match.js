// One query and the keys it meets, the best match first; below them, what the best one hands over.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number, percent, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { classesOf, shown } from "../../../../ui/views/library/tokens.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { vectorStrip } from "./vector_strip.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Label, MatchData } from "./data.d.ts" */

const FIRST = 8,
  LAST = 2; // keys of a long sentence that are drawn: those that agree best and worst

export default defineView("match", {}, render);

/** @param {View<MatchData, {}, {}>} view */
function render({ data, colours }) {
  const { query, keys, visible } = data,
    [q, k, v] = [data.q, data.k, data.v].map(unpack);
  const agreement = (/** @type {number} */ key) =>
    slice(k, key).values.reduce((sum, value, i) => sum + value * q.values[i], 0);
  const found = keys
    .map((token, key) => ({ token, key, score: agreement(key) }))
    .filter(({ key }) => visible[key])
    .sort((a, b) => b.score - a.score);
  const left = found.length > FIRST + LAST + 1 ? found.length - FIRST - LAST : 0;
  const low = Math.min(0, found[found.length - 1].score),
    high = Math.max(0, found[0].score),
    share = (/** @type {number} */ score) => (100 * score) / (high - low || 1);
  /** @type {(name: unknown, strip: unknown, rest: unknown, kind?: string) => unknown} */
  const line = (name, picture, rest, kind = "") =>
    html`<div class="line ${kind}" role="listitem"
      ><span class="name">${name}</span>${picture}${rest}</div>`;
  const strong = (/** @type {Label} */ token) =>
    html`<b lang=${ifAny(token.lang)} translate="no">${shown(token)}</b>`;
  const best = found[0];
  return html`<div role="list">
    ${line(
      strong(query),
      vectorStrip(colours, "Q", q),
      html`<span class="said">${t("its query: what it's looking for")}</span>`,
      "asks",
    )}
    <div class="line header"><span></span><span>${t(
      "the keys it meets, best match first (orange to brown is negative, blue is positive)",
    )}</span><span class="said">${t("agreement: query × key, added up")}</span></div>
    ${found.map(({ token, key, score }, rank) => {
      if (left && rank >= FIRST && rank < found.length - LAST) {
        if (rank > FIRST) return "";
        const between = tn("… {count} key in between", "… {count} keys in between", left);
        return html`<div class="line header"><span></span><span>${between}</span></div>`;
      }
      const start = Math.min(0, score) - low,
        style = `left: ${share(start)}%; width: ${share(Math.abs(score))}%`;
      return line(
        html`<span class=${classesOf("token", token)} lang=${ifAny(token.lang)}
          translate="no">${shown(token)}</span>`,
        vectorStrip(colours, "K", k, key),
        html`<span class="rail"><i class=${score < 0 ? "negative" : "positive"} style=${style}></i
          ></span><span class="number">${number(score)}</span>`,
        rank ? "" : "best",
      );
    })}
    ${line(
      strong(best.token),
      vectorStrip(colours, "V", v, best.key),
      html`<span class="said">${t("its value: {share} of it is handed over", {
        share: percent(data.weight),
      })}</span>`,
      "answers",
    )}</div>`;
}
