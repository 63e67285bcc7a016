// Before a page is printed, its views are drawn in light colours and as wide as the sheet, with
// nothing cut, and its folded parts are opened.

import { inLight } from "./picture.js";
import { rolled, unrolled, widen } from "./whole.js";

const SHEET = 700; // pixels between the margins of print.css
const LONG = 400; // pixels: a higher view may be parted between two sheets, from part to part

/**
 * What holds a view, with the menu that menu.js gave it.
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

/**
 * Draw a view for its share of the sheet; smaller, where something of it would scroll.
 *
 * @param {Host["takes"]} view
 * @param {number} share
 * @returns {() => void} what makes it as it was
 */
function laidOut({ root, redraw }, share) {
  const before = root.style.cssText;
  const light = inLight(root);
  const room = Math.floor(SHEET * share);
  root.style.width = `${room}px`;
  redraw();
  widen(root, redraw);
  unrolled(root);
  const zoom = Math.min(1, room / root.offsetWidth);
  root.style.setProperty("zoom", String(zoom));
  root.classList.toggle("parted", root.offsetHeight * zoom > LONG);
  return () => {
    rolled(root);
    light.end();
    root.classList.remove("parted");
    root.style.cssText = before;
    redraw();
  };
}

function layOut() {
  const page = document.querySelector(".stMainBlockContainer > .stVerticalBlock");
  for (const menu of document.querySelectorAll(".taken-away")) {
    const host = /** @type {Host} */ (menu.parentElement);
    const shown = host.takes.root.offsetWidth && page;
    if (shown) undone.push(laidOut(host.takes, host.clientWidth / page.clientWidth));
  }
}

/** Prepare pages for paper, from now on. */
export function followPrinter() {
  if (window.glassPrints) return;
  window.glassPrints = true;
  addEventListener("beforeprint", () => {
    open();
    layOut();
  });
  addEventListener("afterprint", () => {
    for (const undo of undone) undo();
    undone = [];
  });
}
