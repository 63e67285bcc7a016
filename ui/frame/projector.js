// On a projector: letters that follow the screen, the keys of a presenter's remote, a dark screen.

import { element } from "../views/library/dom.js";
import { ACROSS } from "../views/library/keys.js";
import { t } from "../views/library/messages.js";
import { within } from "../views/library/numbers.js";

const LINES = 40; // the smallest letters of a picture have this part of the screen's height
const SMALLEST = 12; // pixels that they have elsewhere
const GROWTH = 1.15; // of letters by a key
const TURNED = 0.85; // of a screen, where no figure begins earlier
const NEAR = 8; // pixels within which a figure stands where it should
const TYPED = "input:not([type=range]), textarea, [contenteditable=true]";
const BUSY = `${TYPED}, select, button, a, summary, [role=slider], .stBidiComponent`;

let grown = 0; // how often letters were made larger, less how often smaller

/**
 * How much larger than elsewhere letters are; a narrow screen has no room for them.
 *
 * @param {number} width of the window
 * @param {number} height
 * @param {number} steps by which somebody made them larger
 */
export function letterScale(width, height, steps) {
  const share = Math.min(height, 0.75 * width) / LINES / SMALLEST;
  return Math.max(1, share) * GROWTH ** steps;
}

/** Set the size of letters, and how high the bar is that covers the page's top. */
function setLetters() {
  const { style } = document.documentElement;
  const before = style.getPropertyValue("--letters");
  const scale = letterScale(innerWidth, innerHeight, grown).toFixed(3);
  style.setProperty("--letters", scale);
  if (before !== scale) dispatchEvent(new Event("glass-letters")); // Plotly's must be told
  style.setProperty("--bar", `${barHeight()}px`);
}

/** How much of the page's top the bar covers. */
function barHeight() {
  const holder = document.querySelector(".st-key-bar")?.parentElement;
  if (!holder || getComputedStyle(holder).position !== "sticky") return 0;
  return Math.round(holder.getBoundingClientRect().height);
}

/**
 * Where a press of Page Down or Page Up leads: to the next figure, at most a screen far.
 *
 * @param {number[]} figures how far below the bar each begins
 * @param {number} screen height that is seen
 * @param {number} step 1 or -1
 */
export function leap(figures, screen, step) {
  const far = figures.map((top) => top * step).filter((top) => top > NEAR);
  return step * Math.min(TURNED * screen, ...far);
}

/** @type {(step: number) => void} */
function turnFigure(step) {
  const main = document.querySelector("[data-testid=stMain]");
  if (!main) return;
  const rest = step > 0 ? main.scrollHeight - main.clientHeight - main.scrollTop : main.scrollTop;
  if (rest < NEAR) return turnPage(step);
  const top = main.getBoundingClientRect().top + barHeight();
  const figures = [...main.querySelectorAll(".taken-away")].map((menu) => {
    const holder = menu.closest(".stElementContainer") ?? menu;
    return holder.getBoundingClientRect().top - top;
  });
  main.scrollBy({ top: leap(figures, main.clientHeight - barHeight(), step), behavior: "instant" });
}

/**
 * Go to the next stop of a lecture or tour, else to the next page of the menu.
 *
 * @type {(step: number) => void}
 */
function turnPage(step) {
  /** @type {HTMLElement | null} */
  const app = document.querySelector("[data-testid=stApp]");
  if (app?.dataset.testScriptState !== "notRunning") return; // the last key still leads on
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll(`.tour_strip ${step > 0 ? ".next, .there" : ".back"}`);
  const button = [...buttons].find((one) => !one.hidden);
  if (button) return button.click();
  if (new URLSearchParams(location.search).has("tour")) return; // at its first stop
  /** @type {NodeListOf<HTMLElement>} */
  const links = document.querySelectorAll("[data-testid=stSidebarNavLink]");
  [...links][[...links].findIndex((link) => link.ariaCurrent === "page") + step]?.click();
}

/** Show the page again where the screen is dark or has a code; return whether it was so. */
function light() {
  const [dark, code] = [".glass-dark", ".glass-room.shown"].map((name) =>
    document.querySelector(name),
  );
  dark?.remove();
  code?.classList.remove("shown");
  return Boolean(dark ?? code);
}

/** Show the code of this page's link, as large as the screen. */
function showCode() {
  document.querySelector(".glass-room")?.classList.add("shown");
}

function darken() {
  const label = t("The screen is dark. Press any key to bring the page back.");
  const dark = element("div", { class: "glass-dark", role: "status" }, document.body);
  element("span", {}, dark, label);
  dark.onclick = light;
}

/** @type {Record<string, () => void>} */
const KEYS = {
  PageDown: () => turnFigure(1),
  PageUp: () => turnFigure(-1),
  b: darken,
  B: darken,
  ".": darken,
  q: showCode,
  Q: showCode,
  "+": () => grow(1),
  "=": () => grow(1),
  "-": () => grow(-1),
  "−": () => grow(-1),
};

/** @type {(by: number) => void} */
function grow(by) {
  grown = within(grown + by, -6, 6);
  setLetters();
}

/** @type {(event: KeyboardEvent) => void} */
function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (light()) return event.preventDefault();
  const act = at.closest(TYPED) && event.key.length === 1 ? undefined : KEYS[event.key];
  const busy = at.closest(at.closest(".tour_strip") ? "select" : BUSY); // has arrow keys of its own
  const step = event.shiftKey || busy ? undefined : ACROSS[event.key];
  if (!act && !step) return;
  event.preventDefault();
  if (step) turnPage(step);
  else act?.();
}

/**
 * Present the page, or show it as ever.
 *
 * @param {boolean} presented
 */
export function project(presented) {
  window.onkeydown = presented ? pressed : null;
  window.onresize = presented ? setLetters : null;
  if (!presented) return;
  setLetters();
  /** @type {HTMLElement | null} */
  const main = document.querySelector("[data-testid=stMain]");
  // So that Space, End and the arrows scroll without a click.
  if (document.activeElement === document.body) main?.focus({ preventScroll: true });
}
