// The host of views in a file: it hands them what they were given, and leads into the app.

import { element } from "../library/dom.js";
import { speak, t } from "../library/messages.js";
import { beginLesson } from "./lesson.js";

/**
 * A view in a file: its script, what it is given, and what it would ask the model.
 *
 * @typedef {{script: string, root: string, data: Record<string, unknown>, asks: string[]}} Drawn
 */

/** @import { Catalogue } from "../library/messages.js" */

/**
 * What a file holds: its language, if that is not English, what the page says, its views, and of a
 * single picture what stands around it.
 *
 * @typedef {{catalogue?: Catalogue, words: PageWords & {link: string}, views: Drawn[],
 *   caption?: string[], look?: [text: string, strong: boolean][], formula?: string,
 *   first?: number,
 *   tensors?: {version: string, tensors: Record<string, SentTensor>}}} Told
 */

/** @typedef {Record<string, (call: object, draw?: Function) => void>} Views */

const MENU = "ui/views/take_away/menu.js";

/**
 * What stands around a single picture: its title, what to look for, the formula, where it is from.
 *
 * @type {(told: Told) => void}
 */
function frame({ words, caption = [], look = [], formula }) {
  const main = document.querySelector("main");
  if (!main || main.childElementCount) return;
  document.title = `${words.title} · Glass Transformer`;
  element("h1", {}, main, words.title);
  if (look.length) {
    const line = element("div", { class: "look" }, main);
    element("b", {}, line, t("What to look for"));
    const said = element("span", {}, line);
    for (const [text, strong] of look) element(strong ? "b" : "span", {}, said, text);
  }
  element("div", { "data-view": 0 }, main);
  if (formula) {
    const shown = new DOMParser().parseFromString(formula, "text/html").querySelector("math");
    if (shown) element("div", { class: "formula" }, main).append(shown);
  }
  const foot = element("footer", {}, main);
  for (const line of caption) element("p", {}, foot, line);
  const back = { href: words.link, target: "_blank", rel: "noopener" };
  element("a", back, element("p", {}, foot), t("Open this picture in the app ↗"));
}

/**
 * Draw a view into its place; where it asks the model, say so and draw it as it was.
 *
 * @type {(all: Views, drawn: Drawn, place: HTMLElement, words: Told["words"]) => void}
 */
function host(all, drawn, place, words) {
  const note = element("p", { class: "needs-model", role: "status" });
  const build = () => {
    const outer = element("div", { class: "stBidiComponent" });
    const parent = element("div", { "data-testid": "stBidiComponentRegular" }, outer);
    element("div", { class: drawn.root }, parent);
    place.replaceChildren(outer, note);
    const call = { data: drawn.data, parentElement: parent, setTriggerValue: heard };
    const draw = () => all[drawn.script](call);
    draw();
    if (drawn.data.taken) all[MENU](call, draw);
    return draw;
  };
  /** @type {(name: string, value: unknown) => void} */
  const heard = (name, value) => {
    const parts = value && typeof value === "object" ? Object.keys(value) : [];
    const names = [name, ...parts.map((part) => `${name}.${part}`)];
    if (!names.some((one) => drawn.asks.includes(one))) return;
    note.replaceChildren(`${t("This needs the model, and the model isn't in this file.")} `);
    const link = { href: words.link, target: "_blank", rel: "noopener" };
    element("a", link, note, t("Do this in the app ↗"));
    setTimeout(() => {
      redraw = build();
    });
  };
  let redraw = build();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => redraw());
}

/** What leads to a page of the app leads there from here, too. */
function followLinks() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("a") : null;
    const href = target?.getAttribute("href") ?? "";
    if (!target || !/^\.{0,2}\//.test(href)) return;
    event.preventDefault();
    open(new URL(href, window.glassPage?.link), "_blank", "noopener");
  });
}

/** What scrolls can be scrolled with the keyboard. */
function letKeyboardScroll() {
  for (const node of document.querySelectorAll(".formula, .markdown, .caption")) {
    if (node.scrollWidth > node.clientWidth) node.setAttribute("tabindex", 0);
    else node.removeAttribute("tabindex");
  }
}

/**
 * Draw all views of what a file holds, each into its place.
 *
 * @type {(all: Views, told: Told) => void}
 */
function draw(all, { words, views, tensors, first = 0 }) {
  window.glassPage = words;
  delete window.glassTensors;
  if (tensors) window.glassTensors = { ...tensors, whole: true };
  views.forEach((drawn, i) => {
    const place = document.querySelector(`[data-view="${first + i}"]`);
    if (place) host(all, drawn, /** @type {HTMLElement} */ (place), words);
  });
  letKeyboardScroll();
  document.body.dataset.drawn = String(views.length); // tests wait for this
}

/**
 * Begin a file.
 *
 * @param {Views} all the views of the file, by their scripts
 */
export default async function (all) {
  /** @type {Told & {variants?: Told[]}} */
  const told = JSON.parse(document.getElementById("glass")?.textContent ?? "{}");
  window.glassFile = true;
  if (told.catalogue) speak(told.catalogue);
  followLinks();
  addEventListener("resize", letKeyboardScroll);
  await document.fonts.ready;
  if (told.variants) beginLesson(told.variants, (one) => draw(all, one));
  else {
    frame(told);
    draw(all, told);
  }
}
