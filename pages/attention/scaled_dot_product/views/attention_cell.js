// One cell of the weights: d_k products, their sum, and how it becomes a weight.

import { cell, exponential, logOfSum, paintCells } from "../../../../ui/views/library/attention.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { cellUnder, element, svg } from "../../../../ui/views/library/dom.js";
import { ACROSS, moved, walk } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number, rowOf, within } from "../../../../ui/views/library/numbers.js";

/** @import { Cell, CellCard, Data } from "./types.d.ts" */
/** @import { Head } from "../../../../ui/views/library/attention.js" */

/**
 * Make the card of a cell, without its numbers.
 *
 * @param {Element} root
 * @returns {CellCard}
 */
export function buildCell(root) {
  const card = element("section", { class: "cell" }, root);
  const title = element("h3", {}, card);
  const grid = element("div", { class: "products" }, card);
  const letter = (/** @type {string} */ text, /** @type {string} */ role) =>
    element("span", { class: `letter ${role}` }, grid, text);
  letter("q", "Q");
  const q = element("canvas", { class: "Q" }, grid);
  letter("k", "K");
  const k = element("canvas", { class: "K" }, grid);
  letter("q × k", "bars");
  const bars = element("div", { class: "bars" }, grid);
  const drawing = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" }, bars);
  const product = element("p", { class: "product", "aria-live": "polite" }, card);
  const chain = element("div", { class: "chain" }, card);
  const nodes = { card, title, q, k, bars, svg: drawing, product, chain };
  const values = { q: [], k: [], products: [] };
  const parts = { ...nodes, values, count: 1, largest: 0, at: 0 };
  parts.bars.tabIndex = 0;
  parts.bars.setAttribute("role", "application");
  const label = t("The products, one by one; arrow keys move over them");
  parts.bars.setAttribute("aria-label", label);
  bars.onmousemove = (event) => sayProduct(parts, cellUnder(bars, event, [1, parts.count]).column);
  bars.onclick = bars.onmousemove;
  parts.bars.onmouseleave = () => sayProduct(parts, parts.largest);
  walk(
    parts.bars,
    (key) => moved(parts.at, key, parts.count, { keys: ACROSS }),
    (place) => sayProduct(parts, place),
  );
  return parts;
}

/**
 * Write the numbers of the chosen cell into its card.
 *
 * @param {CellCard} parts
 * @param {Cell} cell
 * @param {Data} data
 */
export function paintCell(parts, { head, key, word }, { queries, keys }) {
  const q = rowOf(head.q, word),
    k = rowOf(head.k, key);
  const products = Array.from(q, (value, i) => value * k[i]);
  parts.title.textContent = t("One cell: how much “{word}” attends to “{key}”", {
    word: queries[word].text,
    key: keys[key].text,
  });
  const colours = palette(parts.card);
  const shape = [1, head.d_k];
  paintCells(parts.q, { shape, values: q }, colours.signed, largest(head.q));
  paintCells(parts.k, { shape, values: k }, colours.signed, largest(head.k));
  const most = largest({ values: products });
  parts.svg.setAttribute("viewBox", `0 0 ${head.d_k} 2`);
  parts.svg.replaceChildren();
  products.forEach((product, i) => {
    const height = Math.abs(product) / most;
    svg(
      "rect",
      {
        x: i + 0.12,
        width: 0.76,
        y: product > 0 ? 1 - height : 1,
        height: Math.max(height, 0.02),
        class: product > 0 ? "positive" : "negative",
      },
      parts.svg,
    );
  });
  const largestAt = products.findIndex((product) => Math.abs(product) === most);
  Object.assign(parts, { values: { q, k, products }, count: head.d_k, largest: largestAt });
  sayProduct(parts, largestAt);
  paintChain(parts.chain, head, word, key);
}

/**
 * Name one of the products; without being asked, the largest.
 *
 * @type {(parts: CellCard, i: number) => void}
 */
function sayProduct(parts, i) {
  const { q, k, products } = parts.values;
  parts.at = within(i, 0, parts.count - 1);
  const [a, b, product] = [q, k, products].map((list) => number(list[parts.at], 3));
  const gaps = { number: parts.at + 1, count: parts.count, product: `${a} × ${b} = ${product}` };
  parts.product.textContent =
    parts.at === parts.largest
      ? t("number {number} of {count}, the product of the largest size: {product}", gaps)
      : t("number {number} of {count}, one of the products: {product}", gaps);
  [...parts.svg.children].forEach((bar, place) => {
    bar.classList.toggle("pointed", place === parts.at);
  });
}

/**
 * products, sum, division, mask, power of e, row sum, weight: each number as a small box.
 *
 * @type {(chain: Element, head: Head, word: number, key: number) => void}
 */
function paintChain(chain, head, word, key) {
  const score = cell(head.scores, word, key),
    seen = head.visible(word, key);
  const scores = Array.from(rowOf(head.scores, word)).filter((_, j) => head.visible(word, j));
  chain.replaceChildren();
  /** @type {(text: string) => HTMLElement} */
  const say = (text) => element("span", { class: "sign" }, chain, text);
  /** @type {(text: string, name: string) => HTMLElement} */
  const box = (text, name) => element("span", { class: "value", "data-value": name }, chain, text);
  say(tn("{count} product adds up to", "{count} products add up to", head.d_k));
  box(number(cell(head.products, word, key), 2), "product");
  if (head.divisor === 1) say(t("not divided:"));
  else say(`÷ √${head.d_k} =`);
  box(number(score, 3), "score");
  if (head.masked) {
    say(seen ? t("visible:") : t("masked:"));
    box(seen ? number(score, 3) : "−∞", "masked");
  }
  const power = say("e");
  element("sup", {}, power, "x");
  power.append(" =");
  box(exponential(seen ? score : -Infinity), "power");
  say(t("÷ row sum"));
  box(exponential(logOfSum(scores)), "sum");
  say("=");
  box(number(cell(head.weights, word, key), 3), "weight");
}
