// The rows of the shifted input: a column for each step, and in it what is read, said and right.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";

/** @import { RowName, Top, View } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * Name, line in the grid, what stands before it.
 *
 * @type {() => [name: RowName, line: number, label: string][]}
 */
const rows = () => [
  ["target", 2, t("target")],
  ["reads", 4, t("reads")],
  ["says", 6, t("predicts")],
  ["right", 7, t("right word")],
  ["moved", 8, t("moved, bits")],
  ["ownReads", 10, t("reads")],
  ["ownSays", 12, t("predicts")],
  ["ownRight", 13, t("right word")],
];

/** @type {RowName[]} */
const OWN = ["ownReads", "ownSays", "ownRight"];

/** @type {(p: number) => string} */
const share = (p) => (p >= 0.995 ? number(1, 1) : brief(p));

/**
 * Make the empty cells; they stay until another sentence needs another number of columns.
 *
 * @param {View} view
 * @param {number} columns
 */
export function buildRows(view, columns) {
  const { sheet } = view;
  sheet.replaceChildren(view.links, view.band, ...view.headings.map(({ node }) => node));
  sheet.style.setProperty("--columns", String(columns));
  element("span", { class: "margin" }, sheet); // behind the labels, where lines would be seen
  const cells = Object.fromEntries(
    rows().map(([name, line, label]) => {
      element("span", { class: "label", style: `grid-row:${line}` }, sheet, label);
      return [
        name,
        Array.from({ length: columns }, (_, step) =>
          makeCell(view, name, step, `grid-row:${line};grid-column:${step + 2}`),
        ),
      ];
    }),
  );
  view.cells = /** @type {View["cells"]} */ (cells);
  view.flag = element("span", { class: "flag" }, sheet);
  view.hint = element(
    "span",
    { class: "hint", style: "grid-row:8;grid-column:2/-1" },
    sheet,
    t("click a token that the decoder reads and put another in its place to see what moves"),
  );
}

/** @type {(view: View, name: RowName, step: number, style: string) => HTMLElement} */
function makeCell(view, name, step, style) {
  const editable = name === "reads";
  const cell = element(editable ? "button" : "div", { class: `cell ${name}`, style }, view.sheet);
  if (editable)
    Object.assign(cell, { type: "button", role: "radio", title: t("put another token in") });
  cell.onclick = () => {
    view.choose(step);
    if (!editable) return;
    view.field.focus({ preventScroll: true });
    view.field.scrollIntoView({ block: "center" }); // below the window's edge nobody sees it asks
  };
  if (["right", "ownRight"].includes(name)) {
    element("i", {}, element("span", { class: "rail" }, cell));
    element("small", {}, cell);
  } else if (name === "moved") {
    element("i", {}, cell);
    element("small", {}, cell);
  } else {
    element("span", { class: "word" }, cell);
    if (/says/i.test(name)) element("small", {}, cell);
  }
  return cell;
}

/** @type {(cell: Element) => HTMLElement} */
const wordOf = (cell) => /** @type {HTMLElement} */ (cell.firstElementChild);

/** @type {(cell: Element, text: string) => void} */
const small = (cell, text) => {
  if (cell.lastElementChild) cell.lastElementChild.textContent = text;
};

/**
 * Show a token in a cell; `next` tells whether the piece after it belongs to the same word.
 *
 * @type {(cell: HTMLElement, token: Token | undefined, next: Token | undefined) => void}
 */
function word(cell, token, next) {
  cell.style.visibility = token ? "" : "hidden";
  if (!token) return;
  const kinds = {
    joined: token.joined,
    open: next?.joined,
    special: token.special,
    unknown: !token.known,
  };
  for (const [kind, on] of Object.entries(kinds)) cell.classList.toggle(kind, Boolean(on));
  wordOf(cell).textContent = wordOf(cell).title = token.text;
  wordOf(cell).lang = token.lang ?? "";
}

/**
 * Show what is said at a step, and whether it is the reference's token.
 *
 * @type {(cell: HTMLElement, tops: Top[] | undefined, right: number, lang: string) => void}
 */
function says(cell, tops, right, lang) {
  cell.style.visibility = tops ? "" : "hidden";
  if (!tops) return;
  const [{ id, p, text }] = tops,
    good = id === right;
  wordOf(cell).textContent = wordOf(cell).title = text;
  wordOf(cell).lang = lang;
  small(cell, `${share(p)} ${good ? "✓" : "✗"}`);
  cell.classList.toggle("good", good);
  cell.classList.toggle("bad", !good);
}

/** @type {(cell: HTMLElement, p: number | undefined) => void} */
function rail(cell, p) {
  cell.style.visibility = p === undefined ? "hidden" : "";
  if (p === undefined) return;
  wordOf(wordOf(cell)).style.width = `${100 * p}%`;
  small(cell, share(p));
}

/**
 * Write the words of every step into their cells.
 *
 * @param {View} view
 */
export function paintRows(view) {
  const { target, reads, forced, own, put, parts, langs } = view.data,
    now = put ?? forced;
  const given = put ? reads.with(put.place, put.token) : reads;
  const most = Math.max(...(put?.moved ?? []), 1e-9);
  view.cells.target.forEach((_, step) => {
    const at = (/** @type {RowName} */ name) => view.cells[name][step],
      right = forced.ids[step];
    word(at("target"), target[step], target[step + 1]);
    word(at("reads"), given[step], given[step + 1]);
    at("reads").classList.toggle("put", put?.place === step);
    at("reads").setAttribute(
      "aria-label",
      t(
        "step {step} reads {read}, predicts {said}, should predict {right}; " +
          "press Enter to put another token in",
        {
          step: step + 1,
          read: given[step]?.text,
          said: now.top[step]?.[0].text,
          right: target[step]?.text,
        },
      ),
    );
    says(at("says"), now.top[step], right, langs.target);
    at("says").classList.toggle(
      "other",
      Boolean(put && put.top[step]?.[0].id !== forced.top[step]?.[0].id),
    );
    rail(at("right"), now.right[step]);
    move(at("moved"), put?.moved[step], most);
    word(at("ownReads"), own.reads[step], own.reads[step + 1]);
    says(at("ownSays"), own.top[step], right, langs.target);
    rail(at("ownRight"), own.right[step]);
    for (const name of OWN) {
      // What is read was said one step before.
      const first = (parts ?? Infinity) + (name === "ownReads" ? 1 : 0);
      at(name).classList.toggle("alone", step >= first);
    }
  });
  view.hint.hidden = Boolean(put);
  view.flag.hidden = parts === null;
  view.flag.textContent = t("↑ the two differ here");
  if (parts !== null) view.flag.style.gridColumn = `${parts + 2} / span 5`;
}

/** @type {(cell: HTMLElement, bits: number | undefined, most: number) => void} */
function move(cell, bits, most) {
  cell.style.visibility = bits === undefined ? "hidden" : "";
  if (bits === undefined) return;
  wordOf(cell).style.height = `${18 * Math.max(0, bits / most)}px`;
  small(cell, bits ? number(bits) : "0");
}

/**
 * Mark the chosen step; while the player runs, what comes later is not yet said.
 *
 * @param {View} view
 * @param {boolean} moving
 */
export function markStep(view, moving) {
  const { step } = view;
  view.band.style.gridColumn = String(step + 2);
  for (const [name, cells] of Object.entries(view.cells)) {
    cells.forEach((cell, at) => {
      cell.classList.toggle("chosen", at === step);
      cell.classList.toggle("later", moving && name.startsWith("own") && at > step);
    });
  }
  const last = view.data.reads.length - 1;
  view.cells.reads.forEach((cell, at) => {
    cell.setAttribute("aria-checked", at === step);
    cell.tabIndex = at === Math.min(step, last) ? 0 : -1;
  });
  reveal(view);
}

/**
 * Scroll a long sentence so that the chosen column can be seen beside the labels.
 *
 * @type {(view: View) => void}
 */
function reveal({ scroll, cells, step }) {
  const cell = cells.target[step],
    room = cells.target[0].offsetLeft;
  const left = cell.offsetLeft - room,
    right = cell.offsetLeft + cell.offsetWidth;
  if (left < scroll.scrollLeft) scroll.scrollLeft = left;
  else if (right > scroll.scrollLeft + scroll.clientWidth) {
    scroll.scrollLeft = right - scroll.clientWidth;
  }
}
