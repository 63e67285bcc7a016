// What stands in a part of the page, as an SVG: each box where the browser laid it out.

import { svg } from "../library/dom.js";
import { define, inked, turn, unless } from "./colours.js";
import { lettered, letters } from "./letters.js";
import { ground } from "./paint.js";
import { pixels } from "./pixels.js";
import { drawing } from "./shapes.js";

/** @import { Box } from "../library/board.js" */

/**
 * Where the picture has its corner on the screen.
 *
 * @typedef {{x: number, y: number}} Paper
 */

const CONTROLS = ".steps-player, .knobs, .slider, [popover], [role=status], .taken-away";

/** @type {(node: Element, paper: Paper) => Box} */
function placed(node, paper) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left - paper.x, y: top - paper.y, width, height };
}

/** @type {(node: Element, style: CSSStyleDeclaration) => boolean} */
const hidden = (node, style) =>
  style.display === "none" || style.clipPath.startsWith("inset(50%") || node.matches(CONTROLS);

/**
 * How far in front the browser paints a part: those with a lower place first.
 *
 * @type {(node: Node) => number}
 */
function depth(node) {
  if (!(node instanceof Element)) return 0;
  const { position, zIndex } = getComputedStyle(node);
  const place = Number(zIndex) || 0;
  return position === "static" || place < 0 ? place : place + 0.5;
}

/**
 * A part that CSS draws before or after what stands in a box, if it has a place of its own.
 *
 * @type {(node: Element, kind: string, paper: Paper, out: Element) => void}
 */
function decoration(node, kind, paper, out) {
  const style = getComputedStyle(node, kind);
  if (/^(none|normal)$/.test(style.content) || style.display === "none") return;
  if (style.position !== "absolute") return;
  let around = node;
  while (getComputedStyle(around).position === "static" && around.parentElement) {
    around = around.parentElement;
  }
  const { x, y } = placed(around, paper);
  const size = [style.left, style.top, style.width, style.height].map(parseFloat);
  if (size.some(Number.isNaN)) return;
  const [left, top, width, height] = size;
  const box = { x: x + around.clientLeft + left, y: y + around.clientTop + top, width, height };
  ground(style, box, out);
  const text = style.content.match(/^"(.+)"$/)?.[1];
  if (text) write(text, style, box.x, box.y + 0.8 * height, out);
}

/**
 * @type {(text: string, style: CSSStyleDeclaration, x: number, y: number, out: Element) => void}
 */
function write(text, style, x, y, out) {
  svg("text", { x, y, ...lettered(style), ...inked("fill", style.color) }, out, text);
}

/**
 * What stands in a field, or how far a slider is.
 *
 * @type {(node: HTMLInputElement, style: CSSStyleDeclaration, box: Box, out: Element) => void}
 */
function input(node, style, { x, y, width, height }, out) {
  const middle = y + height / 2;
  if (node.type === "range") {
    const [low, high] = [Number(node.min || 0), Number(node.max || 100)];
    const at = x + 6 + ((Number(node.value) - low) / (high - low || 1)) * (width - 12);
    const line = { y1: middle, y2: middle, "stroke-width": 4, "stroke-linecap": "round" };
    svg("line", { x1: x + 2, x2: x + width - 2, stroke: "#dce2e6", ...line }, out);
    if (at > x + 6) svg("line", { x1: x + 2, x2: at, stroke: "#0e7482", ...line }, out);
    svg("circle", { cx: at, cy: middle, r: 6, fill: "#0e7482" }, out);
  } else if (/^(text|search|number)$/.test(node.type)) {
    write(node.value, style, x + parseFloat(style.paddingLeft), middle + 5, out);
  }
}

/**
 * A group for what CSS fades or cuts; the box itself where it does none of it.
 *
 * @type {(node: Element, style: CSSStyleDeclaration, box: Box, out: Element) => Element}
 */
function grouped(node, style, box, out) {
  const opacity = unless(style.opacity, "1");
  const clips = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
  const over = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
  if (!clips || !over) return opacity ? svg("g", { opacity }, out) : out;
  const [url, clip] = define(out, "clipPath", {}, "clip");
  svg("rect", box, clip);
  return svg("g", { opacity, "clip-path": url }, out);
}

/**
 * Turned text and pictures: laid out as if they were not turned, in a group that is.
 *
 * @type {(node: HTMLElement, style: CSSStyleDeclaration, paper: Paper, out: Element) => void}
 */
function turned(node, style, paper, out) {
  const { transform, transformOrigin } = style; // a style changes with its node
  const { a, b, c, d } = new DOMMatrix(transform);
  if (Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6 && a === 1 && d === 1) {
    inside(node, style, paper, out); // only shifted: its boxes already say where it stands
    return;
  }
  const before = node.style.cssText;
  node.style.setProperty("transform", "none", "important");
  const { x, y } = placed(node, paper);
  const all = { transform: turn({ transform, transformOrigin }, x, y) };
  inside(node, style, paper, svg("g", all, out));
  node.style.cssText = before;
}

/**
 * Draw a node and all that stands in it.
 *
 * @type {(node: Element, paper: Paper, out: Element) => void}
 */
export function boxes(node, paper, out) {
  const style = getComputedStyle(node);
  if (hidden(node, style)) return;
  const still = style.transform === "none" || node.tagName === "svg";
  if (still) inside(node, style, paper, out);
  else turned(/** @type {HTMLElement} */ (node), style, paper, out);
}

/** @type {(node: Element, style: CSSStyleDeclaration, paper: Paper, out: Element) => void} */
function inside(node, style, paper, out) {
  const box = placed(node, paper);
  const seen = style.visibility === "visible";
  const drawn = node instanceof SVGSVGElement;
  if (seen && !drawn) ground(style, box, out);
  if (seen && drawn) drawing(node, box, out);
  if (seen && node instanceof HTMLInputElement) input(node, style, box, out);
  if (seen && node instanceof HTMLCanvasElement) pixels(node, box, out);
  if (drawn || node instanceof HTMLInputElement || node instanceof HTMLCanvasElement) return;
  const group = grouped(node, style, box, out);
  if (seen) decoration(node, "::before", paper, group);
  const parts = [...node.childNodes].map((child) => ({ child, place: depth(child) }));
  for (const { child } of parts.sort((a, b) => a.place - b.place)) {
    if (child instanceof Text && seen) letters(child, style, paper, group);
    else if (child instanceof Element) boxes(child, paper, group);
  }
  if (seen) decoration(node, "::after", paper, group);
}
