// One cell of the weights: d_k products, their sum, and how it becomes a weight.

import { cell, exponential, logOfSum, paintCells } from "../../../../ui/views/library/attention.js";
import { cellUnder } from "../../../../ui/views/library/dom.js";
import { ACROSS, moved, onKey } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number, rowOf } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Matrices } from "./attention_matrices.js" */
/** @import { Head } from "../../../../ui/views/library/attention.js" */

/**
 * The card of a cell; of its products one is named: without being asked, the largest.
 *
 * @param {Matrices} view
 * @param {Head} head
 * @param {number} key
 */
export function cellCard({ data, now, colours, set }, head, key) {
  const { word, product } = now;
  const [q, k] = [rowOf(head.q, word), rowOf(head.k, key)];
  const products = Array.from(q, (value, i) => value * k[i]);
  const most = largest({ values: products });
  const strongest = products.findIndex((value) => Math.abs(value) === most);
  const of = [now.head, word, key].join();
  const place = product?.of === of ? product.place : strongest;
  const point = (/** @type {number} */ at) => set({ product: { of, place: at } });
  const [a, b, both] = [q, k, products].map((list) => number(list[place], 3));
  const gaps = { number: place + 1, count: head.d_k, product: `${a} × ${b} = ${both}` };
  const under = (/** @type {MouseEvent & {currentTarget: Element}} */ event) =>
    point(cellUnder(event.currentTarget, event, [1, head.d_k]).column);
  /** @type {(role: string, values: Float32Array | Float64Array, largest: number) => unknown} */
  const strip = (role, values, largest) =>
    html`<canvas class=${role} .painting=${{
      of: [data, of, colours],
      paint: (/** @type {HTMLCanvasElement} */ canvas) =>
        paintCells(canvas, { shape: [1, head.d_k], values }, colours.signed, largest),
    }}></canvas>`;
  const title = t("One cell: how much “{word}” attends to “{key}”", {
    word: data.queries[word].text,
    key: data.keys[key].text,
  });
  return html`<section class="cell"><h3>${title}</h3>
    <div class="products">
      <span class="letter Q">q</span>${strip("Q", q, largest(head.q))}
      <span class="letter K">k</span>${strip("K", k, largest(head.k))}
      <span class="letter bars">q × k</span>
      <div class="bars" tabindex="0" role="application"
        aria-label=${t("The products, one by one; arrow keys move over them")}
        @mousemove=${under} @click=${under} @mouseleave=${() => point(strongest)}
        @keydown=${onKey((name) => moved(place, name, head.d_k, { keys: ACROSS }), point)}>
        <svg preserveAspectRatio="none" aria-hidden="true"
          viewBox="0 0 ${head.d_k} 2">${products.map((value, i) => {
            const high = Math.abs(value) / most,
              sign = value > 0 ? "positive" : "negative";
            return svg`<rect x=${i + 0.12} width="0.76" y=${value > 0 ? 1 - high : 1}
              height=${Math.max(high, 0.02)}
              class="${sign} ${i === place ? "pointed" : ""}"></rect>`;
          })}</svg></div>
    </div>
    <p class="product" aria-live="polite">${
      place === strongest
        ? t("component {number} of {count}, largest product, whatever its sign: {product}", gaps)
        : t("component {number} of {count}, product: {product}", gaps)
    }</p>
    <div class="chain">${chain(head, word, key)}</div></section>`;
}

/**
 * Products, sum, division, mask, power of e, row sum, weight: each number as a small box.
 *
 * @type {(head: Head, word: number, key: number) => unknown[]}
 */
function chain(head, word, key) {
  const score = cell(head.scores, word, key),
    seen = head.visible(word, key);
  const scores = Array.from(rowOf(head.scores, word)).filter((_, j) => head.visible(word, j));
  /** @type {(text: unknown) => unknown} */
  const sign = (text) => html`<span class="sign">${text}</span>`;
  /** @type {(text: string, name: string) => unknown} */
  const box = (text, name) => html`<span class="value" data-value=${name}>${text}</span>`;
  const masked = head.masked && [
    sign(seen ? t("visible:") : t("masked:")),
    box(seen ? number(score, 3) : "−∞", "masked"),
  ];
  return [
    sign(tn("{count} product adds up to", "{count} products add up to", head.d_k)),
    box(number(cell(head.products, word, key), 2), "product"),
    sign(head.divisor === 1 ? t("not divided:") : `÷ √${head.d_k} =`),
    box(number(score, 3), "score"),
    ...(masked || []),
    sign(html`e<sup>x</sup> =`),
    box(exponential(seen ? score : -Infinity), "power"),
    sign(t("÷ row sum")),
    box(exponential(logOfSum(scores)), "sum"),
    sign("="),
    box(number(cell(head.weights, word, key), 3), "weight"),
  ];
}
