// Words as chips: two views have them.

import { element } from "../../../../ui/views/library/dom.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";

/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * A chip for each token; pieces of one word touch.
 *
 * @param {Element} parent
 * @param {Token[]} tokens
 * @param {Attributes} attributes
 * @returns {HTMLButtonElement[]}
 */
export function fillChips(parent, tokens, attributes) {
  parent.replaceChildren();
  return tokens.map((token, i) => {
    const { text, lang } = token;
    const about = { class: classesOf("word", token, tokens[i + 1]), title: text, lang };
    return element("button", { type: "button", ...about, ...attributes }, parent, text);
  });
}
