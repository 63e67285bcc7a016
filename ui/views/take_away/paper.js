// Before a page is printed, its views are drawn in light colours and as wide as the sheet, with
// nothing cut, and its folded parts are opened.

import { element } from "../library/dom.js";
import { languageHere, t } from "../library/messages.js";
import { exactLink } from "../library/pages.js";
import { unroll } from "./whole.js";

/** @import { Host, View } from "./types.d.ts" */

const SHEET = 700; // pixels between the margins of print.css
const LONG = 400; // pixels: a higher view may be parted between two sheets, from part to part

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

/** Say at the head of the sheet what it shows: sentence, translation, version, day and link. */
function head() {
  const page = document.querySelector(".stMainBlockContainer");
  const about = window.glassPage;
  page?.querySelector(".sheet-head")?.remove();
  if (!page || !about) return;
  const line = element("p", { class: "sheet-head" });
  const texts = [about.sentence, about.translation].map((text) => t("“{text}”", { text }));
  element("b", {}, line, texts.join(" → "));
  const spoken = languageHere() === "en" ? undefined : languageHere();
  const day = new Date().toLocaleDateString(spoken, { dateStyle: "long" });
  const { from, to, version, weights } = about;
  const direction = t("{source} to {target}", { source: from, target: to });
  const made = { version, fingerprint: weights };
  const where = t("Glass Transformer {version}, weights {fingerprint}", made);
  line.append(`${direction} · ${where} · ${day} · ${exactLink()}`);
  page.prepend(line);
  undone.push(() => line.remove());
}

/** Leave out sections that are closed: of them there is a heading only. */
function leaveOut() {
  for (const turn of document.querySelectorAll("[class*=st-key-turn_]")) {
    if (turn.textContent?.trim() !== t("Open")) continue;
    const section = turn.closest("[class*=st-key-section_]");
    section?.classList.add("unprinted");
    undone.push(() => section?.classList.remove("unprinted"));
  }
}

/**
 * Let what is higher than so many pixels be parted between its parts, and those likewise.
 *
 * @type {(node: Element, most: number) => void}
 */
function part(node, most) {
  if (!(node instanceof HTMLElement) || node.offsetHeight <= most) return;
  node.classList.add("parted");
  for (const child of node.children) part(child, most);
}

/**
 * Draw a view for its share of the sheet; smaller, where something of it would scroll.
 *
 * @type {(view: View, share: number) => () => void} what makes it as it was
 */
function laidOut(view, share) {
  const { root } = view,
    room = Math.floor(SHEET * share);
  const undo = unroll(view, { width: `${room}px` });
  const zoom = Math.min(1, room / root.offsetWidth);
  root.style.setProperty("zoom", String(zoom));
  part(root, LONG / zoom);
  return () => {
    for (const one of [root, ...root.querySelectorAll(".parted")]) one.classList.remove("parted");
    undo();
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
    head();
    leaveOut();
    layOut();
  });
  addEventListener("afterprint", () => {
    for (const undo of undone) undo();
    undone = [];
  });
}
