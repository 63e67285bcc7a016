// Words as chips, rows and columns of a map, numbers: what the views of the memory share.

import { element } from "../../../../ui/views/library/dom.js";

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
    const kinds = [
      "word",
      token.joined && "joined",
      tokens[i + 1]?.joined && "open",
      token.special && "special",
      !token.known && "unknown",
    ].filter(Boolean);
    return element(
      "button",
      {
        type: "button",
        class: kinds.join(" "),
        title: token.text,
        lang: token.lang,
        ...attributes,
      },
      parent,
      token.text,
    );
  });
}
