// The encoder's rows of a sentence and of its shuffled tokens, with positions and without.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Label, ShuffledData } from "./data.d.ts" */

export default defineView("shuffled", {}, render);

/** @param {View<ShuffledData, {}, {}>} view */
function render({ data: { tokens, order, rows, differences }, colours }) {
  const all = unpack(rows);
  /**
   * A row before, and right below it the row after: where they are equal, they melt into one.
   *
   * @type {(on: number, place: number) => unknown}
   */
  const strip = (on, place) => {
    const pair = [0, 1].map((after) => slice(all, on, after, place).values),
      most = largest(slice(all, on));
    const values = new Float32Array(pair.flatMap((one) => [...one]));
    const painting = {
      of: [rows, colours],
      paint: (/** @type {HTMLCanvasElement} */ canvas) =>
        dots(canvas, { shape: [2, pair[0].length], values }, (v) => colours.signed(v / most)),
    };
    return html`<td class="strip"><canvas aria-hidden="true" .painting=${painting}></canvas></td>`;
  };
  return html`${sentence(t("your sentence"), tokens, [...tokens.keys()])}
    ${sentence(t("shuffled"), tokens, order)}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("Rows before and after")}>
      <table><colgroup span="2"></colgroup>
      <colgroup><col><col class="numbers"></colgroup><colgroup><col><col class="numbers"></colgroup>
      <thead><tr><th scope="col">${t("token")}</th><th scope="col">${t("place")}</th
        ><th scope="colgroup" colspan="2">${t("positions off")}</th
        ><th scope="colgroup" colspan="2">${t("positions on")}</th></tr></thead>
      <tbody>${tokens.map(
        ({ text, special, lang }, place) => html`<tr><th scope="row" translate="no"
          class=${special ? "special" : ""} title=${text} lang=${ifAny(lang)}>${text}</th
          ><td class="moved">${place} → ${order.indexOf(place)}</td>${differences.map(
            (texts, on) => html`${strip(on, place)}<td class="difference">${texts[place]}</td>`,
          )}</tr>`,
      )}</tbody></table></div>`;
}

/** @type {(caption: string, tokens: Label[], order: number[]) => unknown} */
const sentence = (caption, tokens, order) =>
  html`<p class="order"><span class="caption">${caption}</span>${order.map(
    (place) => html`<span class="moved-token" lang=${ifAny(tokens[place].lang)} translate="no"
      >${tokens[place].text}<sub>${place}</sub></span>`,
  )}</p>`;
