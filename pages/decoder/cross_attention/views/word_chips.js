// Words as chips, rows and columns of a map, numbers: what the views of the memory share.

import { element } from "../../../../ui/views/library/dom.js";

/** A chip for each token; pieces of one word touch. */
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
      { type: "button", class: kinds.join(" "), title: token.text, ...attributes },
      parent,
      token.text,
    );
  });
}

/** Arrow keys move among chips; moved() is told where to. */
export function arrowKeys(group, moved) {
  group.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...group.children],
      at = all.indexOf(document.activeElement);
    const next = (at + step + all.length) % all.length;
    all[next].focus();
    moved?.(next);
  };
}
