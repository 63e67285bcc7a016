// The six steps of attention for one word: a table with one row for each key.

import { cell, paintCells } from "../../../../ui/views/library/attention.js";
import { announce } from "../../../../ui/views/library/choices.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { DOWN, moved, onKey } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number, rowOf } from "../../../../ui/views/library/numbers.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { attendNow, CHOICES, hear, pick } from "./attention_chosen.js";
import { goAlongKeys } from "./attention_motion.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { AttentionData, AttentionEvents } from "./data.d.ts" */
/** @import { Now } from "./attention_chosen.js" */

/** @typedef {View<AttentionData, Now, AttentionEvents>} Steps */
/** What is drawn. @typedef {ReturnType<typeof partsOf>} Parts */

export default defineView("attention_steps", CHOICES, render, hear);

/** @param {Steps} view */
function partsOf({ data, now }) {
  const { head, key } = attendNow(data, now);
  const weights = rowOf(head.weights, now.word);
  const z = rowOf(head.z, now.word);
  const values = data.keys.map((_, j) => rowOf(head.v, j).map((v) => v * weights[j]));
  // One scale for the parts and their sum.
  const most = Math.max(...[z, ...values].map((list) => largest({ values: list })));
  return { head, key, weights, z, values, most, asking: data.queries[now.word].text };
}

/** @param {Steps} view */
function render(view) {
  const { data, now, root } = view,
    parts = partsOf(view),
    { head, key, most } = parts;
  root.classList.toggle("long", data.keys.length > 12);
  const question = [now.word, now.head, now.divide].join();
  requestAnimationFrame(() => {
    keepInSight(root, [key, data.keys.map(({ text }) => text)].join());
    // Whoever asks another question sees it go along the keys.
    if ((asked.get(root) ?? question) !== question) goAlongKeys(root);
    asked.set(root, question);
  });
  const walk = onKey(
    (name) => moved(key, name, data.keys.length, { keys: DOWN }),
    (to) => {
      pick(view, { key: to }, 150);
      /** @type {NodeListOf<HTMLElement>} */
      const rows = root.querySelectorAll("tbody tr");
      rows[to].focus({ preventScroll: true });
    },
  );
  const adds = data.silenced[now.head]
    ? t("switched off: set to zero")
    : t("added up for “{token}”", { token: parts.asking });
  return html`<div class="scroll"><table role="grid" aria-label=${t("The steps of attention")}>
      <thead>${heads(view, parts)}</thead>
      <tbody @keydown=${walk}>${data.keys.map((_, j) => keyRow(view, parts, j))}</tbody>
      <tfoot><tr><td class="token"></td>
        <td class="note wide">
          ${t(
            "for each score, q and k are multiplied number by number, and the products are " +
              "added up",
          )}
        </td>
        <td class="adds" colspan=${head.masked ? 5 : 4}><span
          class="step">${head.masked ? 7 : 6}</span><span>${adds}</span></td>
        <td class="wide">${strip(view, parts.z, most, "Z", "z")}</td></tr></tfoot>
    </table></div>
    <p class="legend">${t(
      "Orange to brown is negative, blue is positive. Colours reach full strength at ±{q} in q, " +
        "±{k} in k, and ±{most} in weight × value and in z.",
      { q: number(largest(head.q), 1), k: number(largest(head.k), 1), most: number(most, 2) },
    )}</p>`;
}

/**
 * The titles of the steps, and under them the query.
 *
 * @type {(view: Steps, parts: Parts) => unknown}
 */
function heads(view, { head, asking }) {
  const { now } = view,
    { d_k, masked } = head;
  const divided = now.divide ? `÷ √${d_k}` : t("not divided");
  const below = now.divide ? `= ${number(head.divisor, 2)}` : t("÷ √{d_k} is off", { d_k });
  let step = 0;
  /** @type {(name: string, subtitle: string, kind: string) => unknown} */
  const title = (name, subtitle, kind) => {
    step += 1;
    return html`<th scope="col" class=${kind}><div class="title"><span class="step">${step}</span
      ><span>${name}</span></div><div class="subtitle">${subtitle}</div></th>`;
  };
  return html`<tr><td class="token"></td>
    ${title(
      t("query of “{token}” and all keys", { token: asking }),
      tn("{count} number each", "{count} numbers each", d_k),
      "wide",
    )}
    ${title("q · k", t("agreement"), "right")}
    ${title(divided, below, "right")}
    ${masked ? title(t("mask"), t("visible?"), "right") : nothing}
    ${title("softmax", t("shares that add up to 1"), "rail")}
    <td class="right"></td>
    ${title(t("weight × value"), t("what each word contributes"), "wide")}</tr>
    <tr class="query"><th scope="row" class="token" title=${asking}>${asking}</th>
      <td class="wide">${strip(view, rowOf(head.q, now.word), largest(head.q), "Q", "q")}</td>
      <td colspan=${masked ? 6 : 5}></td></tr>`;
}

/**
 * A row of d_k numbers as a framed canvas, with its letter.
 *
 * @type {(view: Steps, values: Float32Array | Float64Array, most: number, role: string,
 *   letter: string) => unknown}
 */
function strip({ data, now, colours }, values, most, role, letter) {
  const painting = {
    of: [data, now.head, now.word, now.divide, colours],
    paint: (/** @type {HTMLCanvasElement} */ canvas) =>
      paintCells(canvas, { shape: [1, values.length], values }, colours.signed, most),
  };
  return html`<div class="strip ${role}"><canvas width="1" height="1" aria-hidden="true"
    .painting=${painting}></canvas>
    ${letter ? html`<b class="letter">${letter}</b>` : nothing}</div>`;
}

/** @type {(view: Steps, parts: Parts, j: number) => unknown} */
function keyRow(view, { head, key, weights, values, most }, j) {
  const { data, now } = view,
    { text, special, lang } = data.keys[j],
    seen = head.visible(now.word, j),
    chosen = j === key;
  const mask = html`<td class="number mask"
    aria-label=${seen ? t("visible") : t("masked: minus infinity")}>${seen ? "✓" : "−∞"}</td>`;
  // A second click on the chosen row gives the choice back to the strongest one.
  return html`<tr data-key=${j} class="${chosen ? "chosen" : ""} ${seen ? "" : "masked"}"
    aria-selected=${chosen} tabindex=${chosen ? 0 : -1}
    @click=${() => pick(view, { key: now.key === j ? -1 : j })}
    @mouseenter=${() => announce({ pointed: j })} @mouseleave=${() => announce({ pointed: -1 })}>
    <th scope="row" class="token ${special ? "special" : ""}" lang=${ifAny(lang)} translate="no"
      title=${text}>${text}</th>
    <td class="wide">${strip(view, rowOf(head.k, j), largest(head.k), "K", j ? "" : "k")}</td>
    <td class="number product">${number(cell(head.products, now.word, j), 2)}</td>
    <td class="number score">${number(cell(head.scores, now.word, j), 2)}</td>
    ${head.masked ? mask : nothing}
    <td class="rail"><div class="rail"><div class="bar"
      style="width: ${weights[j] * 100}%; min-width: ${weights[j] > 0 ? "2px" : 0}"></div></div>
    </td>
    <td class="number weight">${number(weights[j], 3)}</td>
    <td class="wide">${strip(view, values[j], most, "V", j ? "" : "v")}</td></tr>`;
}

/** Which question was shown last. @type {WeakMap<Element, string>} */
const asked = new WeakMap();
/** Which row of which sentence was brought into sight last. @type {WeakMap<Element, string>} */
const inSight = new WeakMap();

/**
 * In a long table, bring the chosen row between the heads and the sum, without moving the page.
 *
 * @type {(root: HTMLElement, place: string) => void}
 */
function keepInSight(root, place) {
  if (inSight.get(root) === place) return;
  inSight.set(root, place);
  const scroll = root.querySelector(".scroll"),
    head = root.querySelector("thead"),
    foot = root.querySelector("tfoot"),
    line = root.querySelector("tr.chosen");
  if (!scroll || !head || !foot || !(line instanceof HTMLElement)) return;
  const start = line.offsetTop - scroll.scrollTop;
  const above = start - head.offsetHeight;
  const below = start + line.offsetHeight + foot.offsetHeight - scroll.clientHeight;
  if (above < 0) scroll.scrollTop += above;
  else if (below > 0) scroll.scrollTop += below;
}
