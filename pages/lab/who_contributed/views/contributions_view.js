// Who contributed: a row for each method, a column for each token, all rows on one scale.

import { css, ink } from "../../../../ui/views/library/colours.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, briefOrZero, number, within } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Scale } from "../../../../ui/views/library/colours.js" */
/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { ContributionsData, Label, MethodRow } from "./data.d.ts" */

export default defineView("contributions_view", {}, render);

/** @param {View<ContributionsData, {}, {}>} view */
function render({ data: { source, prefix, caption, rows, names, notes, numbers }, colours }) {
  /** @type {(columns: Label[]) => string} */
  const tracks = (columns) =>
    columns.map(({ text }) => `${within(8 * text.length + 12, 38, 72)}px`).join(" ");
  const look = { scale: colours.signed, numbers };
  /** @type {(method: MethodRow, i: number) => unknown} */
  const row = (method, i) => {
    const { top_source_index, top_prefix_index, raw, source_share } = method,
      own = raw.slice(0, source.length),
      before = raw.slice(source.length);
    const pointed = method.source && source[top_source_index];
    return html`<div class="line" role="row" data-method=${method.name}>
      <span class="name" role="rowheader"><b>${names[i]}</b
        ><span class="caption" title=${notes[i]}>${notes[i]}</span></span>
      ${cells(source, method.source, "points-here", top_source_index, own, names[i], look)}
      <span class="gap"></span>
      ${
        prefix && method.source && !method.prefix
          ? html`<span class="only" role="cell" style="grid-column: span ${prefix.length}"
            >${prefix.length > 2 ? t("the source only") : "–"}</span>`
          : cells(
              prefix ?? [],
              method.prefix,
              "leans-here",
              top_prefix_index,
              before,
              names[i],
              look,
            )
      }
      <span class="points" role="cell" title=${pointed?.text ?? ""} lang=${ifAny(pointed?.lang)}
        translate="no">${pointed?.text ?? "–"}</span>
      <span class="share" role="cell">${
        source_share === null
          ? "–"
          : html`<span class="rail" aria-hidden="true"
            ><i style="width: ${100 * source_share}%"></i></span
            ><span>${brief(source_share)}</span>`
      }</span></div>`;
  };
  const label = t("Contributions to {token}", { token: caption });
  return html`<div class="scroll" tabindex="0">
      <div class="rows ${numbers ? "" : "brief"}" role="table" aria-label=${label}
        style="--tracks: ${tracks(source)} 8px ${tracks(prefix ?? [])}">
        <div class="line heads" role="row">
          <span class="name caption" role="columnheader">${caption}</span>
          ${source.map((token) => head(token, t("{token} (source)", { token: token.text })))}
          <span class="gap"></span>
          ${prefix?.map((one) => head(one, t("{token} (written so far)", { token: one.text })))}
          <span class="points" role="columnheader">${t("points to")}</span>
          <span class="share" role="columnheader">${t("source share")}</span></div>
        ${rows.map(row)}</div></div>
    <div class="legend"><span>${t("share of the row, from −1 (against the token)")}</span
      ><span class="ramp"></span><span>${t("to 1 (for the token)")}</span><span class="mark"></span
      ><span>${t("largest share in the source")}</span>${
        prefix &&
        html`<span class="outline"></span
          ><span>${t("largest share in the translation so far")}</span>`
      }${special(source.at(-1), t("end of the sentence"))}${special(
        prefix?.[0],
        t("start token, names the language"),
      )}</div>`;
}

/**
 * What a special token means, in the legend.
 *
 * @type {(token: Label | undefined, meaning: string) => unknown}
 */
const special = (token, meaning) =>
  token?.special ? html`<span><b translate="no">${token.text}</b> ${meaning}</span>` : "";

/** @type {(token: Label, title: string) => unknown} */
const head = (token, title) =>
  html`<span class="holder" role="columnheader"><span class=${classesOf("piece", token)}
    title=${title} lang=${ifAny(token.lang)} translate="no">${token.text}</span></span>`;

/**
 * The shares of some columns, empty while they are not computed; the largest is of a kind.
 *
 * @type {(columns: Label[], shares: number[] | null, kind: string, strongest: number, raw:
 *   number[], method: string, look: {scale: Scale, numbers: boolean}) => unknown[]}
 */
const cells = (columns, shares, kind, strongest, raw, method, { scale, numbers }) =>
  columns.map(({ text }, i) => {
    if (!shares) return html`<span class="cell" role="cell"></span>`;
    const title = t("{token}, {method}, raw: {value}", {
      token: text,
      method,
      value: number(raw[i], 4),
    });
    const colour = scale(shares[i]),
      shown = Math.abs(shares[i]) >= 0.005 ? `; color: ${ink(colour)}` : "",
      most = i === strongest && shares[i] >= 0.005;
    return html`<span class="cell ${most ? kind : ""}" role="cell"
      title=${title} style="background: ${css(colour)}${shown}"
      >${numbers || most ? briefOrZero(shares[i]) : ""}</span>`;
  });
