// The menu "…" of every view: its picture and its numbers, made in the browser.

import { element, svg } from "../library/dom.js";
import { walkChildren } from "../library/keys.js";
import { t, tn } from "../library/messages.js";
import { percent, whole } from "../library/numbers.js";
import { aboutView, fileName, save } from "./about.js";
import { pageStyle } from "./colours.js";
import { livePage } from "./html.js";
import { followPrinter } from "./paper.js";
import { picture } from "./picture.js";
import { png } from "./png.js";
import { tablesOf } from "./tables.js";
import { csv, json } from "./text.js";

/** @import { About, Call, Host, Picture, View } from "./types.d.ts" */

/**
 * What can be taken: its kind, what it is good for, how its parts are made, and the name of one of
 * several tables.
 *
 * @typedef {[kind: keyof typeof TYPES, about: string, make: Make, table?: string | undefined]}
 *   Offer
 */

/**
 * @typedef {(about: About, progress: (share: number) => Promise<void>) => Promise<BlobPart[]>} Make
 */

const TYPES = {
  SVG: "image/svg+xml",
  PNG: "image/png",
  HTML: "text/html",
  CSV: "text/csv",
  JSON: "application/json",
};
const PATIENCE = 3000; // milliseconds for a run of the server to end
const BUSY = '[data-testid="stApp"]:not([data-test-script-state="notRunning"])';
const pause = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * What can be taken.
 *
 * @type {(view: View) => Offer[]}
 */
function offers(view) {
  const all = tablesOf(view);
  /** @type {(about: About, themed?: boolean) => Promise<Picture>} */
  const drawn = (about, themed) => picture(view, about, themed);
  /** @type {(themed: boolean) => Make} */
  const raster = (themed) => async (about) => [await png(await drawn(about, themed), about)];
  /** @type {Offer[]} */
  const found = [
    ["SVG", t("vector, for a paper or a slide"), async (about) => [(await drawn(about)).text]],
    ["PNG", t("twice the size, white background"), raster(false)],
  ];
  if (pageStyle().colorScheme === "dark")
    found.push(["PNG", t("twice the size, dark as on the screen"), raster(true)]);
  if (!window.glassFile) {
    const said = t("interactive page: one file that works offline");
    /** @type {Make} */
    const make = async (about) => [await livePage(view.root, view.call.data, about)];
    found.push(["HTML", said, make]);
  }
  all.forEach((table, i) => {
    const { name, count } = table;
    const gaps = { rows: whole(count), columns: table.columns.join(", ") };
    const said = tn("{rows} row: {columns}", "{rows} rows: {columns}", count, gaps);
    /** @type {Make} */
    const make = (about, progress) => csv(table, { ...about, table: name }, progress);
    found.push(["CSV", said, make, i ? name : undefined]);
  });
  if (all.length) {
    const said = t("the same at full precision, with all names");
    found.push(["JSON", said, async (about) => [json(all, about)]]);
  }
  return found;
}

/** Wait until the server has said what the visitor chose last. */
async function settled() {
  const until = performance.now() + PATIENCE;
  await pause();
  while (document.querySelector(BUSY) && performance.now() < until) await pause(50);
}

/** @type {(view: View, offer: Offer, button: Element) => Promise<void>} */
async function take(view, [kind, , make, table], button) {
  const { note, panel } = view;
  button.setAttribute("aria-busy", "true");
  note.textContent = t("One moment …");
  await settled();
  try {
    const about = aboutView(view.call.data);
    const parts = await make(about, async (share) => {
      note.textContent = percent(share);
      await pause();
    });
    const named = table ? { ...about, view: `${about.view}-${table}` } : about;
    save(parts, fileName(named, kind.toLowerCase()), TYPES[kind]);
    note.textContent = "";
    panel.hidePopover();
  } catch (error) {
    console.error(error);
    note.textContent = t("That didn't work: the browser couldn't make the file.");
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/** @type {(view: View) => void} */
function fill(view) {
  view.list.replaceChildren();
  view.note.textContent = "";
  for (const offer of offers(view)) {
    const button = element("button", { type: "button", role: "menuitem" }, view.list);
    element("b", {}, button, offer[0]);
    element("span", {}, button, offer[1]);
    button.onclick = () => take(view, offer, button);
  }
}

/**
 * The menu opens below its button, within the window.
 *
 * @type {(panel: HTMLElement, button: Element) => void}
 */
function place(panel, button) {
  const { bottom, right } = button.getBoundingClientRect();
  const top = Math.min(bottom + 4, innerHeight - panel.offsetHeight - 8);
  panel.style.top = `${Math.max(8, top)}px`;
  panel.style.left = `${Math.max(8, right - panel.offsetWidth)}px`;
}

/** @type {(host: Host) => Pick<View, "list" | "note" | "panel">} */
function build(host) {
  const frame = element("div", { class: "taken-away" }, host);
  const name = t("Take this picture or its numbers with you");
  const button = element(
    "button",
    { type: "button", title: name, "aria-label": name, "aria-haspopup": "menu" },
    frame,
  );
  const icon = svg(
    "svg",
    { width: 18, height: 6, viewBox: "0 0 18 6", "aria-hidden": "true" },
    button,
  );
  for (const cx of [3, 9, 15]) svg("circle", { cx, cy: 3, r: 2, fill: "currentColor" }, icon);
  const panel = element("div", { popover: "auto", class: "takes" }, frame);
  const list = element("div", { role: "menu", "aria-label": name }, panel);
  const note = element("p", { role: "status" }, panel);
  walkChildren(list);
  button.onclick = () => {
    fill(host.takes);
    panel.showPopover();
    place(panel, button);
    list.querySelector("button")?.focus();
  };
  return { list, note, panel };
}

/**
 * Offer a view's picture and numbers.
 *
 * @param {Call} call what Streamlit gave the view
 * @param {(call: Call) => void} draw the view
 */
export default function (call, draw) {
  const host = /** @type {Host & Call["parentElement"]} */ (call.parentElement);
  const root = host.querySelector(`.${call.data.taken.root}`);
  if (!root) return;
  followPrinter();
  const menu = host.takes ?? build(host);
  host.takes = Object.assign(menu, { call, root, redraw: () => draw(call) });
}
