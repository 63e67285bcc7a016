// Characters, words and pieces of one text on the same ruler, and what each costs.

import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { whole, within } from "../../../../ui/views/library/numbers.js";

/**
 * One way of cutting a text: its units span so many characters each.
 *
 * @typedef {{title: string, units: [text: string, length: number, known: boolean][],
 *   vocabulary: string, remark: string}} Row
 */

/** @typedef {{rows: Row[]}} Data */

/**
 * @typedef {HTMLElement & {data: Data, content?: string, strips: HTMLElement, cards: HTMLElement}}
 *   Root
 */

const HEIGHT = 26,
  GAP = 8,
  SQUARE = 84;

/**
 * What one way of cutting costs, with a square of n x n scores to the scale of the largest.
 *
 * @type {(parent: Element, row: Row, most: number) => void}
 */
function card(parent, row, most) {
  const n = row.units.length + 1,
    side = Math.max(1.5, (SQUARE * n) / most);
  const box = element("div", { class: "card" }, parent);
  const text = element("div", {}, box);
  element("h3", {}, text, row.title);
  const facts = [
    [t("sequence with </s>"), whole(n)],
    [t("scores to compute"), `${whole(n)}² = ${whole(n * n)}`],
    [t("vocabulary"), row.vocabulary],
  ];
  for (const [name, value] of facts) {
    const fact = element("div", { class: "fact" }, text);
    element("span", {}, fact, name);
    element("b", {}, fact, value);
  }
  element("p", {}, text, row.remark);
  const picture = svg("svg", { width: SQUARE + 2, height: SQUARE + 2, "aria-hidden": "true" }, box);
  svg("rect", { x: 1, y: SQUARE + 1 - side, width: side, height: side, class: "square" }, picture);
}

/**
 * One row of the ruler: every unit spans the characters that it is made of.
 *
 * @type {(parent: Element, row: Row, y: number, cell: number) => void}
 */
function strip(parent, row, y, cell) {
  let at = 0;
  for (const [text, length, known] of row.units) {
    const x = at * cell,
      width = length * cell,
      size = [...text].length;
    const group = svg("g", {}, parent);
    svg(
      "rect",
      {
        x: x + 1,
        y,
        width: width - 2,
        height: HEIGHT,
        rx: 5,
        class: known ? "unit" : "unit unknown",
      },
      group,
    );
    svg("title", {}, group, text);
    at += length;
    if (length < 1) continue; // a byte has no room for its name
    const fits = svg("text", { x: x + width / 2, y: y + 18, "text-anchor": "middle" }, group, text);
    if (size > 1 && size * 9 > width) fits.setAttribute("textLength", String(width - 6));
  }
}

/** @type {(root: Root) => void} */
function draw(root) {
  const { rows } = root.data;
  const length = rows[0].units.length;
  const cell = within((root.clientWidth - 4) / length, 14, 24);
  const picture = svg("svg", {
    width: length * cell,
    height: 3 * (HEIGHT + GAP),
    role: "img",
    "aria-label": rows
      .map(({ title, units }) => {
        const texts = units.map(([text]) => text);
        return t("{title}: {units}", { title, units: texts.join(" ") });
      })
      .join(". "),
  });
  rows.forEach((row, i) => strip(picture, row, 2 + i * (HEIGHT + GAP), cell));
  const at = root.strips.scrollLeft;
  root.strips.replaceChildren(picture);
  root.strips.scrollLeft = at;
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".units");
  const content = JSON.stringify(data);
  if (root.content === content) return;
  if (!root.strips) {
    root.strips = element(
      "div",
      { class: "strips", tabindex: 0, role: "group", "aria-label": t("The three ways of cutting") },
      root,
    );
    root.cards = element("div", { class: "cards" }, root);
    atNewWidth(root, () => draw(root));
  }
  Object.assign(root, { content, data });
  root.cards.replaceChildren();
  const most = Math.max(...data.rows.map((row) => row.units.length + 1));
  data.rows.forEach((row) => card(root.cards, row, most));
  draw(root);
}
