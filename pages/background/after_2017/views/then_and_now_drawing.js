// The arrows of both blocks: what flows, what goes around, what is added.

import { svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";

/**
 * A block as it is drawn: its picture, and in it what holds the lines.
 *
 * @typedef {{picture: SVGElement, lines: SVGElement}} Block
 */

export const AXIS = 170,
  LEFT = 60,
  BOX = 220; // of all boxes: their middle, left edge and width
const SIDE = 306; // where what goes around rises

/** @type {(parent: Element, x: number, y: number) => SVGElement} */
const arrow = (parent, x, y) =>
  svg("path", { d: `M${x - 4} ${y + 6}h8l-4 -7z`, class: "tip" }, parent);

/** @type {(parent: Element, from: number, to: number) => void} */
function rise(parent, from, to) {
  svg("path", { d: `M${AXIS} ${from}V${to + 4}` }, parent);
  arrow(parent, AXIS, to);
}

/**
 * A residual: from a dot on the axis, around the right side, into what adds.
 *
 * @type {(parent: Element, from: number, to: number, end: number) => void}
 */
function residual(parent, from, to, end) {
  svg("circle", { cx: AXIS, cy: from, r: 3, class: "tip" }, parent);
  svg(
    "path",
    { d: `M${AXIS} ${from}H${SIDE - 6}q6 0 6 -6V${to + 6}q0 -6 -6 -6H${end + 5}` },
    parent,
  );
  svg("path", { d: `M${end} ${to}l7 -4v8z`, class: "tip" }, parent);
}

/** @type {(parent: Element, y: number, kind?: string) => void} */
function plus(parent, y, kind = "sum") {
  const group = svg("g", { class: kind }, parent);
  svg("circle", { cx: AXIS, cy: y, r: 9 }, group);
  svg("path", { d: `M${AXIS - 5} ${y}h10M${AXIS} ${y - 5}v10` }, group);
}

/**
 * Draw the arrows of the block of 2017, and what has changed since.
 *
 * @param {Block} block
 */
export function drawThen({ picture, lines }) {
  for (const [from, to] of [
    [50, 28],
    [130, 108],
    [214, 192],
    [322, 282],
    [358, 340],
  ])
    rise(lines, from, to);
  for (const [from, to] of [
    [119, 61],
    [203, 141],
    [292, 225],
  ])
    residual(lines, from, to, LEFT + BOX);
  svg("path", { d: "M0 174H52", class: "memory" }, picture);
  svg("path", { d: "M60 174l-9 -5.5v11z", class: "memory-tip" }, picture);
  svg("text", { x: 0, y: 165, class: "memory-name" }, picture, t("memory"));
  plus(picture, 331, "sum changed");
  svg("path", { d: "M226 331H186" }, lines);
  svg("path", { d: "M181 331l7 -4v8z", class: "tip" }, lines);
  svg("path", { d: "M232 331c8 -22 16 -22 24 0s16 22 24 0", class: "wave" }, picture);
}

/**
 * Draw the arrows of a block of today.
 *
 * @param {Block} block
 */
export function drawNow({ picture, lines }) {
  for (const [from, to] of [
    [47, 28],
    [78, 66],
    [126, 110],
    [170, 148],
    [204, 190],
    [262, 248],
    [358, 284],
  ]) {
    rise(lines, from, to);
  }
  residual(lines, 160, 56, AXIS + 10);
  residual(lines, 312, 180, AXIS + 10);
  plus(picture, 56);
  plus(picture, 180);
  svg("path", { d: "M77 232a7 7 0 1 1 4 -6", class: "turn" }, picture);
  svg("path", { d: "M81 231l-4 -6h8z", class: "turn-tip" }, picture);
}
