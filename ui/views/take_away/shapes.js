// Drawings of the page, copied with the styles that a style sheet gave them.

import { svg } from "../library/dom.js";
import { inked, opaque, turn, unless } from "./colours.js";
import { lettered } from "./letters.js";

/** @import { Box } from "../library/board.js" */

const DROPPED = /^(class|style|tabindex|role|aria-.*|data-.*|href|target|transform|on.*)$/;
const GROUPS = new Set(["g", "a", "svg", "switch"]);
const KEPT = /^(defs|clipPath|linearGradient|radialGradient|pattern|marker|mask)$/;
const LETTERS = new Set(["text", "tspan"]);

/**
 * How wide a line is in the drawing's own measure: some are as wide however it is scaled.
 *
 * @type {(node: SVGGraphicsElement, style: CSSStyleDeclaration) => number}
 */
function stroked(node, style) {
  const width = parseFloat(style.strokeWidth);
  if (style.vectorEffect !== "non-scaling-stroke") return width;
  const { a, b, c, d } = node.getScreenCTM() ?? new DOMMatrix();
  return width / Math.sqrt(Math.abs(a * d - b * c) || 1);
}

/**
 * What a value names lies in the same file.
 *
 * @type {(value: string) => string}
 */
const here = (value) => value.replace(/url\([^#)]*#([^"')]+)["']?\)/, "url(#$1)");

/**
 * What a style says of a line or an area, as attributes.
 *
 * @type {(style: CSSStyleDeclaration, kind: "fill" | "stroke") => Attributes}
 */
function painted(style, kind) {
  const value = style[kind];
  const ink = value.startsWith("url(") ? { [kind]: here(value) } : inked(kind, value);
  const opacity = unless(style[`${kind}Opacity`], "1");
  return value === "none" || !opacity ? ink : { ...ink, [`${kind}-opacity`]: opacity };
}

/** @type {(node: SVGGraphicsElement, style: CSSStyleDeclaration) => Attributes} */
const lined = (node, style) =>
  style.stroke === "none"
    ? {}
    : {
        ...painted(style, "stroke"),
        "stroke-width": stroked(node, style),
        "stroke-dasharray": unless(style.strokeDasharray, "none"),
        "stroke-linecap": unless(style.strokeLinecap, "butt"),
        "stroke-linejoin": unless(style.strokeLinejoin, "miter"),
        "paint-order": unless(style.paintOrder, "normal"),
      };

/** @type {(node: SVGGraphicsElement, style: CSSStyleDeclaration) => Attributes} */
function attributesOf(node, style) {
  /** @type {Attributes} */
  const own = {};
  for (const { name, value } of node.attributes) if (!DROPPED.test(name)) own[name] = here(value);
  if (node.tagName === "image")
    own.href = node.getAttribute("href") ?? node.getAttribute("xlink:href");
  const common = {
    transform: style.transform === "none" ? null : turn(style), // of its attribute, too
    opacity: unless(style.opacity, "1"),
    "clip-path": style.clipPath.startsWith("url(") ? here(style.clipPath) : null,
  };
  if (GROUPS.has(node.tagName)) return { ...own, fill: null, stroke: null, ...common };
  const letters = LETTERS.has(node.tagName)
    ? { ...lettered(style), "text-anchor": unless(style.textAnchor, "start") }
    : {};
  return { ...own, ...common, ...painted(style, "fill"), ...lined(node, style), ...letters };
}

/** @type {(node: Node, out: Element) => void} */
function copy(node, out) {
  if (node instanceof Text) {
    if (LETTERS.has(out.tagName)) out.append(node.data);
    return;
  }
  if (!(node instanceof SVGElement) || node.tagName === "title") return;
  if (KEPT.test(node.tagName)) {
    out.append(definition(node));
    return;
  }
  const style = getComputedStyle(node);
  if (style.display === "none") return;
  if (style.visibility === "hidden" && !GROUPS.has(node.tagName)) return;
  const tag = /** @type {keyof SVGElementTagNameMap} */ (node.tagName === "a" ? "g" : node.tagName);
  const shape = /** @type {SVGGraphicsElement} */ (node);
  const twin = svg(tag, attributesOf(shape, style), out);
  for (const child of node.childNodes) copy(child, twin);
}

/**
 * Definitions keep their names; colours by name are resolved.
 *
 * @type {(node: Element) => Element}
 */
function definition(node) {
  const twin = /** @type {Element} */ (node.cloneNode(false));
  const style = getComputedStyle(node);
  if (node.tagName === "stop") {
    twin.setAttribute("stop-color", opaque(style.stopColor)[0]);
    twin.setAttribute("stop-opacity", style.stopOpacity);
  } else if (node.hasAttribute("fill")) twin.setAttribute("fill", opaque(style.fill)[0]);
  twin.removeAttribute("class");
  for (const child of node.children) twin.append(definition(child));
  return twin;
}

/**
 * Copy a whole drawing to its place.
 *
 * @type {(node: SVGSVGElement, box: Box, out: Element) => void}
 */
export function drawing(node, { x, y, width, height }, out) {
  if (!width || !height) return;
  const own = node.getAttribute("viewBox");
  const viewBox = own ?? `0 0 ${width} ${height}`,
    preserveAspectRatio = own ? node.getAttribute("preserveAspectRatio") : null,
    overflow = getComputedStyle(node).overflow === "visible" ? "visible" : null;
  const attributes = { x, y, width, height, viewBox, preserveAspectRatio, overflow };
  const whole = svg("svg", attributes, out);
  for (const child of node.childNodes) copy(child, whole);
}
