// The contents of a page in one line: go to a section and open it, open all, print all.

import { element } from "../views/library/dom.js";
import { t } from "../views/library/messages.js";
import { hurry } from "../views/library/seen.js";

/** @typedef {{name: string, heading: string, open: boolean}} Entry */

/**
 * @typedef {HTMLElement & {entries: Entry[], printing?: boolean, told?: string,
 *   send: ViewCall<unknown>["setTriggerValue"]}} Root
 */

const DRAWN = 600; // milliseconds that the views of a section take to draw

/**
 * A section's heading comes up, and the keyboard goes on from there.
 *
 * @type {(name: string) => void}
 */
function goTo(name) {
  const section = document.querySelector(`.st-key-section_${CSS.escape(name)}`);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section?.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  section?.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * Print with all sections open: what is closed is not in the page.
 *
 * @type {(root: Root) => void}
 */
function printAll(root) {
  hurry();
  if (root.entries.every(({ open }) => open)) setTimeout(() => print(), DRAWN);
  else {
    root.printing = true;
    root.send("all", true);
  }
}

/**
 * The keys that print do so with all sections open, too.
 *
 * @type {(root: Root) => void}
 */
function followKeys(root) {
  const held = new WeakRef(root); // the window lets go of a line whose page has been left
  /** @type {(event: KeyboardEvent) => void} */
  const press = (event) => {
    const there = held.deref();
    if (!there?.isConnected) removeEventListener("keydown", press);
    else if ((event.ctrlKey || event.metaKey) && event.key === "p") {
      event.preventDefault();
      printAll(there);
    }
  };
  addEventListener("keydown", press);
}

/** @type {(root: Root) => void} */
function draw(root) {
  root.replaceChildren();
  const list = element("nav", { "aria-label": t("Sections on this page") }, root);
  element("span", { class: "name" }, list, t("On this page"));
  for (const { name, heading, open } of root.entries) {
    const button = element("button", { type: "button", class: open ? "open" : null }, list);
    button.textContent = heading.replace(/[$_]/g, "");
    button.onclick = () => {
      if (!open) root.send("choose", name);
      goTo(name);
    };
  }
  const all = root.entries.every(({ open }) => open);
  const rest = element("span", { class: "rest" }, root);
  const turn = element("button", { type: "button" }, rest, all ? t("Close all") : t("Open all"));
  turn.onclick = () => root.send("all", !all);
  element("button", { type: "button" }, rest, t("Print")).onclick = () => printAll(root);
}

/** @param {ViewCall<{entries: Entry[]}, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".contents_line");
  if (!root.send) followKeys(root);
  root.send = setTriggerValue;
  const told = JSON.stringify(data.entries);
  if (root.told === told) return;
  const first = root.told === undefined;
  const at = [...root.querySelectorAll("button")].findIndex((one) => one.matches(":focus"));
  Object.assign(root, { told, entries: data.entries });
  draw(root);
  if (at >= 0) root.querySelectorAll("button")[at]?.focus();
  if (first && location.hash) goTo(location.hash.slice(1));
  if (root.printing && root.entries.every(({ open }) => open)) {
    root.printing = false;
    setTimeout(() => print(), DRAWN);
  }
}
