// What stands in a part of the page, as an SVG: each box where the browser laid it out.

import { svg } from "../library/dom.js";
import { inked } from "./colours.js";
import { pixels } from "./grounds.js";
import { lettered, letters } from "./letters.js";
import { ground } from "./paint.js";
import { drawing } from "./shapes.js";

/** @import { Box } from "../library/board.js" */

/** @typedef {{x: number, y: number}} Origin */

const CONTROLS = ".steps-player, .knobs, .slider, [popover], [role=status], .taken-away";

/** @type {(node: Element, origin: Origin) => Box} */
function placed(node, origin) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left - origin.x, y: top - origin.y, width, height };
}

/** @type {(node: Element, style: CSSStyleDeclaration) => boolean} */
const hidden = (node, style) =>
  style.display === "none" || style.clipPath.startsWith("inset(50%") || node.matches(CONTROLS);

/**
 * Parts in the order in which the browser paints them: those with a lower place first.
 *
 * @type {(nodes: NodeListOf<ChildNode>) => Node[]}
 */
function inOrder(nodes) {
  /** @type {(node: Node) => number} */
  const depth = (node) => {
    if (!(node instanceof Element)) return 0;
    const { position, zIndex } = getComputedStyle(node);
    if (position === "static") return Number(zIndex) || 0;
    return (Number(zIndex) || 0) + (Number(zIndex) < 0 ? 0 : 0.5);
  };
  return [...nodes]
    .map((node) => ({ node, place: depth(node) }))
    .sort((a, b) => a.place - b.place)
    .map(({ node }) => node);
}

/**
 * A part that CSS draws before or after what stands in a box, if it has a place of its own.
 *
 * @type {(node: Element, kind: string, origin: Origin, out: Element, defs: Element) => void}
 */
function decoration(node, kind, origin, out, defs) {
  const style = getComputedStyle(node, kind);
  if (style.content === "none" || style.content === "normal" || style.display === "none") return;
  if (style.position !== "absolute") return;
  let around = node;
  while (getComputedStyle(around).position === "static" && around.parentElement) {
    around = around.parentElement;
  }
  const { x, y } = placed(around, origin);
  const size = [style.left, style.top, style.width, style.height].map(parseFloat);
  if (size.some(Number.isNaN)) return;
  const [left, top, width, height] = size;
  const box = { x: x + around.clientLeft + left, y: y + around.clientTop + top, width, height };
  ground(style, box, out, defs);
  const text = style.content.match(/^"(.+)"$/)?.[1];
  if (text) {
    const line = {
      x: box.x,
      y: box.y + 0.8 * height,
      ...lettered(style),
      ...inked("fill", style.color),
    };
    svg("text", line, out, text);
  }
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
  } else if (node.type === "text" || node.type === "search" || node.type === "number") {
    const place = { x: x + parseFloat(style.paddingLeft), y: middle + 5 };
    svg("text", { ...place, ...lettered(style), ...inked("fill", style.color) }, out, node.value);
  }
}

/**
 * A group for what CSS fades, turns or cuts; the box itself where it does none of it.
 *
 * @type {(node: Element, style: CSSStyleDeclaration, box: Box, out: Element, defs: Element) =>
 *   Element}
 */
function grouped(node, style, box, out, defs) {
  /** @type {Attributes} */
  const attributes = {};
  if (style.opacity !== "1") attributes.opacity = style.opacity;
  const clips = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
  if (
    clips &&
    (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
  ) {
    const id = `taken-clip-${defs.childElementCount}`;
    svg("rect", box, svg("clipPath", { id }, defs));
    attributes["clip-path"] = `url(#${id})`;
  }
  return Object.keys(attributes).length ? svg("g", attributes, out) : out;
}

/**
 * Turned text and pictures: laid out as if they were not turned, in a group that is.
 *
 * @type {(node: HTMLElement, style: CSSStyleDeclaration, origin: Origin, out: Element,
 *   write: (out: Element) => void) => void}
 */
function turned(node, style, origin, out, write) {
  const numbers = style.transform
    .replace(/^.*\(|\).*$/g, "")
    .split(",")
    .map(Number);
  const [a, b, c, d] = numbers;
  if (Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6 && a === 1 && d === 1) {
    write(out); // only shifted: its boxes already say where it stands
    return;
  }
  const [left, top] = style.transformOrigin.split(" ").map(parseFloat);
  const before = node.style.cssText;
  node.style.setProperty("transform", "none", "important");
  const { x, y } = placed(node, origin);
  const [px, py] = [x + left, y + top];
  const matrix = `matrix(${numbers.join(" ")})`;
  const transform = `translate(${px} ${py}) ${matrix} translate(${-px} ${-py})`;
  write(svg("g", { transform }, out));
  node.style.cssText = before;
}

/**
 * Draw a node and all that stands in it.
 *
 * @param {Element} node
 * @param {Origin} origin
 * @param {Element} out
 * @param {Element} defs
 */
export function boxes(node, origin, out, defs) {
  const style = getComputedStyle(node);
  if (hidden(node, style)) return;
  /** @type {(into: Element) => void} */
  const write = (into) => inside(node, style, origin, into, defs);
  if (style.transform === "none" || node.tagName === "svg") write(out);
  else turned(/** @type {HTMLElement} */ (node), style, origin, out, write);
}

/**
 * @type {(node: Element, style: CSSStyleDeclaration, origin: Origin, out: Element, defs: Element)
 *   => void}
 */
function inside(node, style, origin, out, defs) {
  const box = placed(node, origin);
  const seen = style.visibility === "visible";
  if (node instanceof SVGSVGElement) {
    if (seen) drawing(node, box, out);
    return;
  }
  if (seen) ground(style, box, out, defs);
  if (node instanceof HTMLInputElement) {
    if (seen) input(node, style, box, out);
    return;
  }
  if (node instanceof HTMLCanvasElement) {
    if (seen) pixels(node, box, out);
    return;
  }
  const group = grouped(node, style, box, out, defs);
  if (seen) decoration(node, "::before", origin, group, defs);
  for (const child of inOrder(node.childNodes)) {
    if (child instanceof Text && seen) letters(child, style, origin, group);
    else if (child instanceof Element) boxes(child, origin, group, defs);
  }
  if (seen) decoration(node, "::after", origin, group, defs);
}
