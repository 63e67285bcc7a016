// The lines of the shifted input: each target goes one step to the right to be read there.

import { svg } from "../../../../ui/views/library/dom.js";

/** @import { View } from "./types.d.ts" */

/** @typedef {[x: number, y: number]} Place */

/**
 * Draw the lines between the cells, where these stand now.
 *
 * @param {View} view
 */
export function drawLinks(view) {
  const { cells, data, step } = view;
  const { target, own, put } = data;
  const links = svg("svg"); // beside the page: else each place is asked of a page laid out anew
  /** @type {(cell: HTMLElement, part?: number) => [number, number]} */
  const top = (cell, part = 0.5) => [cell.offsetLeft + cell.offsetWidth * part, cell.offsetTop];
  /** @type {(cell: HTMLElement, part?: number) => [number, number]} */
  const foot = (cell, part = 0.5) => [top(cell, part)[0], cell.offsetTop + cell.offsetHeight];
  /** @type {(name: string, to: number) => string} */
  const kind = (name, to) => `${name}${to === step ? " chosen" : ""}`;
  target.forEach((_, at) => {
    const next = cells.reads[at + 1],
      [x, y] = foot(cells.target[at]);
    if (at + 1 < target.length) {
      const broken = put?.place === at + 1 ? " broken" : "";
      curve(links, [x, y], top(next), kind("shift", at + 1) + broken);
    } else if (target[at].special) stop(links, x, y);
    arrow(links, foot(cells.reads[at]), top(cells.says[at]), kind("down", at));
  });
  own.said.forEach((_, at) => {
    arrow(links, foot(cells.ownReads[at]), top(cells.ownSays[at]), kind("down", at));
    if (at + 1 < own.said.length) {
      curve(
        links,
        top(cells.ownSays[at], 0.8),
        foot(cells.ownReads[at + 1], 0.2),
        kind("back", at + 1),
      );
    }
  });
  const { offsetWidth, offsetHeight } = view.sheet;
  view.links.setAttribute("width", offsetWidth);
  view.links.setAttribute("height", offsetHeight);
  view.links.replaceChildren(...links.childNodes);
}

/**
 * A line with an arrow head that leaves and arrives upright.
 *
 * @type {(links: Element, from: Place, to: Place, kind: string) => void}
 */
function curve(links, [x, y], [u, v], kind) {
  const bend = (v - y) * 0.6,
    end = v - 5 * Math.sign(v - y);
  svg(
    "path",
    { class: kind, d: `M${x} ${y}C${x} ${y + bend} ${u} ${v - bend} ${u} ${end}` },
    links,
  );
  head(links, u, v, Math.sign(v - y), kind);
}

/** @type {(links: Element, from: Place, to: Place, kind: string) => void} */
function arrow(links, [x, y], [, v], kind) {
  svg("path", { class: kind, d: `M${x} ${y}V${v - 5}` }, links);
  head(links, x, v, 1, kind);
}

/** @type {(links: Element, x: number, y: number, down: number, kind: string) => void} */
const head = (links, x, y, down, kind) =>
  svg("path", { class: `head ${kind}`, d: `M${x} ${y - down}l-4 ${-6 * down}h8z` }, links);

/**
 * The end token goes nowhere: nothing reads it.
 *
 * @type {(links: Element, x: number, y: number) => void}
 */
function stop(links, x, y) {
  svg(
    "path",
    { class: "shift", d: `M${x} ${y}C${x} ${y + 10} ${x + 12} ${y + 8} ${x + 16} ${y + 14}` },
    links,
  );
  svg("path", { class: "end", d: `M${x + 12} ${y + 12}l8 8m0-8l-8 8` }, links);
}
