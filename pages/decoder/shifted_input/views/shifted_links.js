// The lines of the shifted input: each target goes one step to the right to be read there.

import { render, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Shifted } from "./shifted.js" */

/** @typedef {[x: number, y: number]} Place */
/** The classes of a line, and where it runs. @typedef {[kind: string, d: string]} Line */

/**
 * Draw the lines between the cells, where these stand now.
 *
 * @type {(sheet: HTMLElement, view: Shifted) => void}
 */
export function drawLinks(sheet, { data: { target, forced, own, put }, now }) {
  const cells = (/** @type {string} */ name) =>
    /** @type {HTMLElement[]} */ ([...sheet.querySelectorAll(`.cell.${name}`)]);
  const [targets, reads, says] = ["target", "reads", "says"].map(cells),
    [ownReads, ownSays] = ["ownReads", "ownSays"].map(cells);
  /** @type {(cell: HTMLElement, part?: number) => Place} */
  const top = (cell, part = 0.5) => [cell.offsetLeft + cell.offsetWidth * part, cell.offsetTop];
  /** @type {(cell: HTMLElement, part?: number) => Place} */
  const foot = (cell, part = 0.5) => [top(cell, part)[0], cell.offsetTop + cell.offsetHeight];
  /** @type {(name: string, to: number) => string} */
  const kind = (name, to) => `${name}${to === now.step ? " chosen" : ""}`;
  const lines = target.flatMap((_, at) => {
    const broken = put?.place === at + 1 ? " broken" : "";
    const shift =
      at + 1 < target.length
        ? curve(foot(targets[at]), top(reads[at + 1]), kind("shift", at + 1) + broken)
        : []; // no step reads the last token
    return [...shift, ...arrow(foot(reads[at]), top(says[at]), kind("down", at))];
  });
  /** The next step reads another token than was said here. @type {(at: number) => unknown} */
  const replaced = (at) =>
    put && (put.place === at + 1 || (at < put.place && own.top[at][0].id !== forced.ids[at]));
  const back = own.said.flatMap((_, at) => [
    ...arrow(foot(ownReads[at]), top(ownSays[at]), kind("down", at)),
    ...(at + 1 < own.said.length
      ? curve(
          top(ownSays[at], 0.8),
          foot(ownReads[at + 1], 0.2),
          kind("back", at + 1) + (replaced(at) ? " broken" : ""),
        )
      : []),
  ]);
  const links = /** @type {SVGElement} */ (sheet.querySelector("svg"));
  links.setAttribute("width", sheet.offsetWidth);
  links.setAttribute("height", sheet.offsetHeight);
  const paths = [...lines, ...back].map(([kind, d]) => svg`<path class=${kind} d=${d}></path>`);
  render(paths, links);
}

/**
 * A line with an arrow head that leaves and arrives upright.
 *
 * @type {(from: Place, to: Place, kind: string) => Line[]}
 */
function curve([x, y], [u, v], kind) {
  const bend = (v - y) * 0.6,
    end = v - 5 * Math.sign(v - y);
  const d = `M${x} ${y}C${x} ${y + bend} ${u} ${v - bend} ${u} ${end}`;
  return [[kind, d], head(u, v, Math.sign(v - y), kind)];
}

/** @type {(from: Place, to: Place, kind: string) => Line[]} */
const arrow = ([x, y], [, v], kind) => [[kind, `M${x} ${y}V${v - 5}`], head(x, v, 1, kind)];

/** @type {(x: number, y: number, down: number, kind: string) => Line} */
const head = (x, y, down, kind) => [`head ${kind}`, `M${x} ${y - down}l-4 ${-6 * down}h8z`];
