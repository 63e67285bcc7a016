// Before a page is printed, its views are drawn in light colours and its folded parts are opened.

import { inLight } from "./take_picture.js";

/**
 * What holds a view, with the menu that take_away.js gave it.
 *
 * @typedef {HTMLElement & {takes: {root: HTMLElement, redraw: () => void}}} Host
 */

/** @type {(() => void)[]} */
let undone = [];

function open() {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const folded = document.querySelectorAll(".stMain details:not([open])");
  for (const part of folded) {
    if (part.closest(".st-key-share")) continue;
    part.open = true;
    undone.push(() => {
      part.open = false;
    });
  }
}

function lighten() {
  for (const menu of document.querySelectorAll(".taken-away")) {
    const { takes } = /** @type {Host} */ (menu.parentElement);
    const light = inLight(takes.root);
    takes.redraw();
    undone.push(() => {
      light.end();
      takes.redraw();
    });
  }
}

/** Prepare pages for paper, from now on. */
export function followPrinter() {
  if (window.glassPrints) return;
  window.glassPrints = true;
  addEventListener("beforeprint", () => {
    open();
    lighten();
  });
  addEventListener("afterprint", () => {
    for (const undo of undone) undo();
    undone = [];
  });
}
