// What each layer would say if it were the last: a grid of layers and steps, one step in detail.

import { announce } from "../../../../ui/views/library/choices.js";
import { css, ink } from "../../../../ui/views/library/colours.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { times, zoomOf } from "../../../../ui/views/library/dom.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, whole } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */
/** @import { LensData, LensEvents } from "./data.d.ts" */

/** @typedef {View<LensData, {step: number, layer: number}, LensEvents>} Lens */

/** @type {(data: LensData) => unknown} */
const sentence = ({ read, said, final }) => [read, said, final];

export default defineView(
  "lens",
  { step: sentence, layer: sentence },
  render,
  ({ step }, { said }) => ({ step: Number(step) < said.length ? step : undefined }),
);

/** @type {(depth: number) => string} */
const depthName = (depth) => t("layer {layer}", { layer: depth });
/** @type {(token: Token) => string} */
const shown = ({ text, joined }) => (joined ? "‿" : "") + text;

/** @param {Lens} view */
function render(view) {
  const { data, now, choose, root } = view;
  const rows = () => [...root.querySelectorAll("tbody tr")];
  const layers = times(data.top.length - 1, (i) => i + 1); // without the embedding
  /** @type {(step: number, depth: number) => void} */
  const pick = (step, depth) => {
    choose({ step, layer: depth }, "pick", [step + 1, depth]);
    rows()[depth - 1].querySelectorAll("button")[step].focus();
    announce({ step });
  };
  const here = () => rows().findIndex((row) => row.contains(document.activeElement));
  const walk = onKey(
    (key) => movedOver([here(), now.step], key, [layers.length, data.said.length]),
    ([row, step]) => pick(step, row + 1),
  );
  requestAnimationFrame(() => reveal(root));
  return html`<div class="stage"><div class="scroll">
      <table aria-label=${t("The most likely token after each layer, by step")}>
        <thead>${tokenRow(t("reads"), data.read)}</thead>
        <tbody @keydown=${walk}>${layers.map(
          (depth) =>
            html`<tr><th scope="row">${depthName(depth)}</th>${data.said.map(
              (_, step) => html`<td>${cell(view, depth, step, pick)}</td>`,
            )}</tr>`,
        )}</tbody>
        <tfoot>${tokenRow(t("writes"), data.output, now.step)}</tfoot>
      </table></div>
    ${legend()}</div>
    <div class="cards"
      >${layers.map((depth) => card(view, depth, data.top[depth][now.step]))}</div>`;
}

/** @type {(name: string, tokens: Token[], chosen?: number) => unknown} */
const tokenRow = (name, tokens, chosen) =>
  html`<tr><th scope="row">${name}</th>${tokens.map(
    (token, place) => html`<th scope="col" title=${token.text} lang=${ifAny(token.lang)}
      translate="no" class=${place === chosen ? "chosen" : ""}>${shown(token)}</th>`,
  )}</tr>`;

/**
 * @type {(view: Lens, depth: number, step: number, pick: (step: number, depth: number) => void) =>
 *   unknown}
 */
function cell({ data, now, colours }, depth, step, pick) {
  const { names, top, p, final, places, said, output } = data;
  const best = top[depth][step][0],
    word = shown(output[step]),
    right = best === said[step],
    rank = places[depth][step],
    chosen = step === now.step && depth === now.layer,
    rgb = colours.attention(final[depth][step]),
    probability = number(final[depth][step], 3);
  const named = { word, probability, best: shown(names[best]), layer: depthName(depth) };
  const spoken = t(
    "{layer}, step {step}: the most likely token is {best}; {word} has probability " +
      "{probability}, rank {rank}",
    { ...named, step: step + 1, rank },
  );
  return html`<button type="button" class="cell ${right ? "final" : ""}" aria-description=${spoken}
    title=${t("“{word}”: {probability}, rank {rank}", { word, probability, rank: whole(rank) })}
    aria-pressed=${chosen} tabindex=${chosen ? 0 : -1}
    style="background: ${css(rgb)}; color: ${ink(rgb)}" @click=${() => pick(step, depth)}
    ><span class="top" translate="no" lang=${ifAny(names[best].special ? null : data.langs.target)}
      >${shown(names[best])}</span
    ><small aria-hidden="true">${right ? number(p[depth][step][0], 2) : `#${whole(rank)}`}</small
    ></button>`;
}

function legend() {
  const swatches = times(5, (i) => html`<i style="background: var(--glass-attention-${i})"></i>`);
  const from = t("probability of the word written in the end: 0");
  return html`<div class="legend">
    <span>${from}<span class="swatches">${swatches}</span>1</span>
    <span><i class="key">${t("word")}</i>${t("the word written in the end comes first here")}</span>
    <span>${t("#12: another word comes first; the one written in the end is 12th here")}</span>
    <span>${t("‿ no space before it")}</span></div>`;
}

/**
 * Scroll the grid sideways until the chosen column is seen beside the names of the rows.
 *
 * @type {(root: HTMLElement) => void}
 */
function reveal(root) {
  const scroll = root.querySelector(".scroll"),
    cell = root.querySelector("tfoot .chosen"),
    names = root.querySelector("th")?.offsetWidth ?? 0;
  if (!scroll || !cell) return;
  const box = scroll.getBoundingClientRect(),
    at = cell.getBoundingClientRect(),
    zoom = zoomOf(scroll);
  const left = (at.left - box.left) / zoom,
    beyond = (at.right - box.right) / zoom;
  if (left < names) scroll.scrollLeft -= names - left;
  else if (beyond > 0) scroll.scrollLeft += beyond + 4; // and its ring
}

/**
 * The likeliest tokens of one layer at the chosen step.
 *
 * @type {(view: Lens, depth: number, tops: number[]) => unknown}
 */
function card({ data, now: { step, layer } }, depth, tops) {
  const { p, said, names, output, places, final, langs } = data;
  const place = t("“{word}”: rank {rank}, {probability}", {
    word: shown(output[step]),
    rank: whole(places[depth][step]),
    probability: number(final[depth][step], 3),
  });
  return html`<div class="card ${depth === layer ? "chosen" : ""}">
    <h4>${t("after layer {layer}", { layer: depth })}</h4>
    ${tops.map(
      (
        token,
        i,
      ) => html`<div class="line"><span class=${token === said[step] ? "name final" : "name"}
        translate="no" lang=${ifAny(names[token].special ? null : langs.target)}
        >${shown(names[token])}</span
        ><span class="rail"><span style="width: ${p[depth][step][i] * 100}%"></span></span
        ><span class="p">${number(p[depth][step][i], 3)}</span></div>`,
    )}
    <p class="place">${place}</p></div>`;
}
