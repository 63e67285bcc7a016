// The encoder's rows of a sentence and of its shuffled tokens, with positions and without.

import { palette } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";

/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * Rows are positions off or on, before or after, place, component; order has the old place of each.
 *
 * @typedef {{tokens: Token[], order: number[], rows: SentTensor, differences: string[][]}} Data
 */

/** @param {ViewCall<Data>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".shuffled");
  root.replaceChildren();
  const from = Object.fromEntries(data.order.map((old, place) => [old, place]));
  sentence(
    root,
    t("your sentence"),
    data.tokens.map((token, place) => [token, place]),
  );
  sentence(
    root,
    t("shuffled"),
    data.order.map((old) => [data.tokens[old], old]),
  );
  const scroll = element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Rows before and after") },
    root,
  );
  const table = element("table", {}, scroll);
  const head = element("tr", {}, element("thead", {}, table));
  const [off, on] = [t("positions off"), t("positions on")];
  for (const title of [t("token"), t("place"), off, "", on, ""]) {
    element(title ? "th" : "td", title ? { scope: "col" } : {}, head, title);
  }
  const body = element("tbody", {}, table),
    rows = unpack(data.rows),
    colours = palette(root);
  data.tokens.forEach((token, place) => {
    const line = element("tr", {}, body);
    element(
      "th",
      { scope: "row", class: token.special ? "special" : "", title: token.text, lang: token.lang },
      line,
      token.text,
    );
    element("td", { class: "moved" }, line, `${place} → ${from[place]}`);
    data.differences.forEach((texts, on) => {
      strip(
        element("td", { class: "strip" }, line),
        [0, 1].map((after) => slice(rows, on, after, place)),
        largest(slice(rows, on)),
        colours,
      );
      element("td", { class: "difference", "data-on": on }, line, texts[place]);
    });
  });
}

/** @type {(root: Element, caption: string, tokens: [token: Token, place: number][]) => void} */
function sentence(root, caption, tokens) {
  const line = element("p", { class: "order" }, root);
  element("span", { class: "caption" }, line, caption);
  for (const [token, place] of tokens) {
    const chip = element("span", { class: "moved-token", lang: token.lang }, line, token.text);
    element("sub", {}, chip, String(place));
  }
}

/**
 * A row before, and right below it the row after: where they are equal, they melt into one.
 *
 * @type {(parent: Element, pair: Tensor[], most: number, colours: Palette) => void}
 */
function strip(parent, pair, most, colours) {
  const columns = pair[0].values.length;
  const canvas = element("canvas", { width: columns, height: 2, "aria-hidden": "true" }, parent);
  const values = [...pair[0].values, ...pair[1].values];
  dots(canvas, { shape: [2, columns], values }, (value) => colours.signed(value / most));
}
