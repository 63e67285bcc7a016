// The rows of the shifted input: a column for each step, and in it what is read, said and right.

import { element } from "../../../../ui/views/library/dom.js";
import { number } from "../../../../ui/views/library/numbers.js";

// name, its line in the grid, what stands before it.
const ROWS = [
  ["target", 2, "should say"],
  ["reads", 4, "reads"],
  ["says", 6, "says"],
  ["right", 7, "right word"],
  ["moved", 8, "moved, bits"],
  ["ownReads", 10, "reads"],
  ["ownSays", 12, "says"],
  ["ownRight", 13, "right word"],
];
const share = (p) => (p >= 0.995 ? "1.0" : number(p).replace("0.", "."));

/** Make the empty cells; they stay until another sentence needs another number of columns. */
export function buildRows(view, columns) {
  const { sheet } = view;
  sheet.replaceChildren(view.links, view.band, ...view.headings.map(({ node }) => node));
  sheet.style.setProperty("--columns", columns);
  element("span", { class: "margin" }, sheet); // behind the labels, where lines would be seen
  view.cells = Object.fromEntries(
    ROWS.map(([name, line, label]) => {
      element("span", { class: "label", style: `grid-row:${line}` }, sheet, label);
      return [
        name,
        Array.from({ length: columns }, (_, step) =>
          makeCell(view, name, step, `grid-row:${line};grid-column:${step + 2}`),
        ),
      ];
    }),
  );
  view.flag = element("span", { class: "flag" }, sheet);
  view.hint = element(
    "span",
    { class: "hint", style: "grid-row:8;grid-column:2/-1" },
    sheet,
    "click a token that the decoder reads and put another one in: see here which predictions move",
  );
}

function makeCell(view, name, step, style) {
  const editable = name === "reads";
  const cell = element(editable ? "button" : "div", { class: `cell ${name}`, style }, view.sheet);
  if (editable)
    Object.assign(cell, { type: "button", role: "radio", title: "put another token in" });
  cell.onclick = () => {
    view.choose(step);
    if (editable) view.field.focus();
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

/** Show a token in a cell; `next` tells whether the piece after it belongs to the same word. */
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
  cell.firstChild.textContent = cell.firstChild.title = token.text;
  cell.firstChild.lang = token.lang ?? "";
}

/** Show what is said at a step, and whether it is the reference's token. */
function says(cell, tops, right, lang) {
  cell.style.visibility = tops ? "" : "hidden";
  if (!tops) return;
  const [{ id, p, text: likeliest }] = tops,
    good = id === right;
  cell.firstChild.textContent = cell.firstChild.title = likeliest;
  cell.firstChild.lang = lang;
  cell.lastChild.textContent = `${share(p)} ${good ? "✓" : "✗"}`;
  cell.classList.toggle("good", good);
  cell.classList.toggle("bad", !good);
}

function rail(cell, p) {
  cell.style.visibility = p === undefined ? "hidden" : "";
  if (p === undefined) return;
  cell.firstChild.firstChild.style.width = `${100 * p}%`;
  cell.lastChild.textContent = share(p);
}

export function paintRows(view) {
  const { target, reads, forced, own, put, parts, langs } = view.data,
    now = put ?? forced;
  const given = put ? reads.with(put.place, put.token) : reads;
  const most = Math.max(...(put?.moved ?? []), 1e-9);
  view.cells.target.forEach((_, step) => {
    const at = (name) => view.cells[name][step],
      right = forced.ids[step];
    word(at("target"), target[step], target[step + 1]);
    word(at("reads"), given[step], given[step + 1]);
    at("reads").classList.toggle("put", put?.place === step);
    at("reads").setAttribute(
      "aria-label",
      `step ${step + 1} reads ${given[step]?.text}, says ${now.top[step]?.[0].text}, should say ` +
        `${target[step]?.text}; press Enter to put another token in`,
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
    for (const name of ["ownReads", "ownSays", "ownRight"]) {
      const first = parts + (name === "ownReads" ? 1 : 0); // what is read was said one step before
      at(name).classList.toggle("alone", parts !== null && step >= first);
    }
  });
  view.hint.hidden = Boolean(put);
  view.flag.hidden = parts === null;
  view.flag.textContent = "↑ here they part";
  if (parts !== null) view.flag.style.gridColumn = `${parts + 2} / span 5`;
}

function move(cell, bits, most) {
  cell.style.visibility = bits === undefined ? "hidden" : "";
  if (bits === undefined) return;
  cell.firstChild.style.height = `${18 * Math.max(0, bits / most)}px`;
  cell.lastChild.textContent = bits ? number(bits) : "0";
}

/** Mark the chosen step; while the player runs, what comes later is not yet said. */
export function markStep(view, moving) {
  const { step } = view;
  view.band.style.gridColumn = step + 2;
  for (const name of Object.keys(view.cells)) {
    view.cells[name].forEach((cell, at) => {
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

/** Scroll a long sentence so that the chosen column can be seen beside the labels. */
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
