// The card below the map: silence the chosen head, and read what that does to the translation.

import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Outcome } from "./data.d.ts" */
/** @import { Busy, Heads } from "./head_view.js" */

/** @param {Heads} view */
export function silenceCard({ data, now, choose }) {
  const { layer, head } = now,
    before = JSON.stringify(data.silenced),
    silent = data.silenced.some(([a, b]) => a === layer && b === head),
    busy = now.busy?.before === before ? now.busy : null,
    on = busy?.layer === layer && busy.head === head ? busy.wanted : silent;
  const place = { layer: layer + 1, head: head + 1 },
    title = t("Switch off layer {layer}, head {head}", place);
  const toggle = () => {
    /** @type {Busy} */
    const wanted = { layer, head, wanted: !silent, before };
    choose({ busy: wanted }, "silence", { ...place, silent: !silent });
  };
  const body = busy
    ? html`<p>${t("Translating again …")}</p>`
    : data.result
      ? outcome(data.result, layer, head)
      : html`<p>${data.hint}</p>`;
  return html`<section class="card ${busy ? "busy" : ""}" aria-label=${t("Switch a head off")}>
    <div class="top"><h3>${title}</h3><button type="button" role="switch" class="switch"
      aria-checked=${on} aria-label=${title} @click=${toggle}><i></i><span
      >${on ? t("switched off") : t("at work")}</span></button></div>
    <div class="body" aria-live="polite">${body}</div></section>`;
}

/**
 * Before and now, the fate of the old translation, and each head of the layer silenced alone.
 *
 * @type {(outcome: Outcome, layer: number, head: number) => unknown}
 */
function outcome({ rows, remark, alone }, layer, head) {
  const most = Math.max(0.01, ...alone.changes.map(Math.abs));
  return html`<div class="outcome">${rows.map(
    ({ name, words, total }) =>
      html`<span class="name">${name}</span><span>${words.map(([word, changed], i) => [
        i ? " " : "",
        changed ? html`<mark>${word}</mark>` : word,
      ])}</span><span class="number">${t("log p {value}", { value: number(total) })}</span>`,
  )}</div>
    <p>${remark.map(([text, strong]) => (strong ? html`<b>${text}</b>` : text))}</p>
    ${
      // Else the server has not caught up with the menu yet.
      alone.layer === layer
        ? html`<p class="name">${t(
            "heads of layer {layer}, switched off one at a time: change in ln p",
            { layer: layer + 1 },
          )}</p>
          <div class="alone">${alone.changes.map(
            (change, i) => html`<span class=${i === head ? "on" : ""}><span class="rail"><i
              class=${change < 0 ? "less" : "more"}
              style="height: ${(Math.abs(change) / most) * 100}%"></i></span><span class="number"
              >${number(change)}</span><span class="name">${i + 1}</span></span>`,
          )}</div>`
        : nothing
    }`;
}
