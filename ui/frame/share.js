// The panel below a page: what can be copied, and the pictures of the page.

import { copyText, element } from "../views/library/dom.js";
import { t } from "../views/library/messages.js";
import { exactLink } from "../views/library/pages.js";
import { preview } from "./share_csv.js";

/**
 * @typedef {{views: [name: string, title: string][], python: string, citation: string,
 *   bibtex: string, tensors: number}} Data
 */

/**
 * @typedef {{line: HTMLElement, head: HTMLElement, note: HTMLElement, show: (words: string) =>
 *   void}} Row
 */

/**
 * The panel is drawn anew whenever the page changes; what was chosen in it stays, by its label.
 *
 * @typedef {HTMLElement & {refresh?: () => void, chosen: Record<string, string>}} Root
 */

const PRIVATE = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|.*\.local$)/;
const SLIDE = [1280, 720]; // pixels of a slide
const COPIED = 2000; // milliseconds for which a button says so

/** @type {(button: Element, said: Element, text: string) => Promise<void>} */
async function copy(button, said, text) {
  if (!(await copyText(text, t("Copy this:")))) return;
  button.textContent = t("✓ Copied");
  button.classList.add("copied");
  said.textContent = t("copied"); // a screen reader reads the button's label alone
  setTimeout(() => {
    button.textContent = t("Copy");
    button.classList.remove("copied");
    said.textContent = "";
  }, COPIED);
}

/**
 * A row: its name, what it holds, a button, and the text that the button copies.
 *
 * @type {(root: Element, name: string, about: string, text: string) => Row}
 */
function row(root, name, about, text) {
  const line = element("section", {}, root);
  const head = element("div", { class: "head" }, line);
  element("b", { class: "name" }, head, name);
  const note = element("span", {}, head, about);
  const label = t("Copy: {what}", { what: name });
  const button = element("button", { type: "button", "aria-label": label }, head, t("Copy"));
  const said = element("span", { class: "said", role: "status" }, line);
  const code = element("pre", { tabindex: 0, role: "group", "aria-label": name }, line);
  /** @type {(words: string) => void} */
  const show = (words) => {
    code.textContent = words;
  };
  show(text);
  button.onclick = () => copy(button, said, code.textContent);
  return { line, head, note, show };
}

/**
 * A small choice among words at the head of a row.
 *
 * @type {(root: Root, head: Element, label: string, options: string[][], told: () => void) =>
 *   HTMLSelectElement}
 */
function choice(root, head, label, options, told) {
  const select = element("select", { "aria-label": label });
  for (const [value, name] of options) element("option", { value }, select, name);
  head.insertBefore(select, head.lastChild);
  if (options.some(([value]) => value === root.chosen[label])) select.value = root.chosen[label];
  select.onchange = () => {
    root.chosen[label] = select.value;
    told();
  };
  return select;
}

/**
 * The address of one view alone, or of the page without menu and bar.
 *
 * @type {(view: string, theme: string, size: string) => string}
 */
function framed(view, theme, size) {
  const address = new URL(exactLink());
  for (const name of ["embed", "embed_options", "view", "part", "present"])
    address.searchParams.delete(name);
  const [alone, part] = view.split(" ");
  if (view) address.searchParams.set("view", alone);
  if (part) address.searchParams.set("part", part);
  address.searchParams.set("embed", "true");
  if (theme) address.searchParams.set("embed_options", `${theme}_theme`);
  const inside = part ? ` [data-part="${part}"]` : "";
  const node = view ? document.querySelector(`.st-key-${CSS.escape(alone)}${inside}`) : null;
  const box = node?.getBoundingClientRect();
  const own = box?.height ? [box.width, box.height + 70].map(Math.ceil) : [1000, 800];
  const [width, height] = size === "slide" ? SLIDE : own;
  const quoted = address.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return (
    `<iframe src="${quoted}" width="${width}" height="${height}" ` +
    'style="border: 0; max-width: 100%" title="Glass Transformer" loading="lazy"></iframe>'
  );
}

/**
 * A view and those of its parts that can stand alone, as choices.
 *
 * @type {(name: string, title: string) => string[][]}
 */
function partsOf(name, title) {
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll(`.st-key-${CSS.escape(name)} [data-part]`);
  const alone = [...parts].map(({ dataset: { part } }) => [
    `${name} ${part}`,
    t("only its {part}", { part }),
  ]);
  return [[name, title], ...alone];
}

/**
 * The code of a frame, with its choices; return what writes it anew.
 *
 * @type {(root: Root, views: Data["views"]) => () => void}
 */
function embedding(root, views) {
  const known = PRIVATE.test(location.hostname)
    ? t("live, in slides served from this machine; other machines can't reach this address")
    : t("just this view, live, in a page of your own");
  const { head, show } = row(root, t("Embed"), known, "");
  const paint = () => show(framed(view.value, theme.value, size.value));
  const all = [
    ...views.flatMap(([name, title]) => partsOf(name, title)),
    ["", t("the whole page")],
  ];
  const view = choice(root, head, t("Which view"), all, paint);
  const themes = [
    ["", t("follows light and dark mode")],
    ["light", t("always light")],
    ["dark", t("always dark")],
  ];
  const theme = choice(root, head, t("Light or dark"), themes, paint);
  const sizes = [
    ["", t("same size as here")],
    ["slide", t("a whole slide, 16 : 9")],
  ];
  const size = choice(root, head, t("Size"), sizes, paint);
  paint();
  return paint;
}

/**
 * Buttons that lead to the menus of the page's pictures.
 *
 * @type {(root: Element, views: Data["views"]) => void}
 */
function pictures(root, views) {
  const line = element("section", {}, root);
  const head = element("div", { class: "head" }, line);
  element("b", { class: "name" }, head, t("Pictures"));
  element("span", {}, head, t("For SVG, PNG, CSV and JSON of a picture, use the “…” above it"));
  const list = element("div", { class: "views" }, line);
  for (const [name, title] of views) {
    const button = element("button", { type: "button" }, list, title);
    button.onclick = () => {
      const host = document.querySelector(`.st-key-${CSS.escape(name)}`);
      host?.scrollIntoView({ block: "center" });
      /** @type {HTMLElement | null | undefined} */
      const menu = host?.querySelector(".taken-away > button");
      menu?.click();
    };
  }
}

/**
 * The address changes also where this panel's data stay as they are: it shows the new one.
 *
 * @type {(root: Root) => void}
 */
function followAddress(root) {
  const held = new WeakRef(root); // the window lets go of a panel whose page has been left
  const refresh = () => {
    const there = held.deref();
    if (!there?.isConnected) removeEventListener("glass-address", refresh);
    else there.refresh?.();
  };
  addEventListener("glass-address", refresh);
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".share");
  const { views, python, citation, bibtex, tensors } = data;
  root.chosen ??= {};
  root.replaceChildren();
  const link = row(
    root,
    t("Link"),
    t("this page, with the sentence and all settings"),
    exactLink(),
  );
  pictures(root, views);
  preview(root, views);
  const embed = embedding(root, views);
  if (!root.refresh) followAddress(root);
  root.refresh = () => {
    link.show(exactLink());
    embed();
  };
  row(root, "Python", t("the same pass, in Python"), python);
  const cite = row(root, t("Cite"), t("this view and the weights behind it"), citation);
  const ways = [
    ["text", t("text")],
    ["bibtex", "BibTeX"],
  ];
  const write = () => cite.show(how.value === "text" ? citation : bibtex);
  const how = choice(root, cite.head, t("Format"), ways, write);
  write();
  const numbers = element("section", {}, root);
  const head = element("div", { class: "head" }, numbers);
  element("b", { class: "name" }, head, t("Numbers"));
  const about = t("all {count} tensors of the pass by name, with axes, tokens, ids and changes", {
    count: tensors,
  });
  element("span", {}, head, about);
}
