// Drawings of the page, copied with the styles that a style sheet gave them.

import { svg } from "../library/dom.js";
import { inked, opaque } from "./colours.js";
import { lettered } from "./letters.js";

/** @import { Box } from "../library/board.js" */

const DROPPED = /^(class|style|tabindex|role|aria-.*|data-.*|href|target|transform|on.*)$/;
const GROUPS = new Set(["g", "a", "svg", "switch"]);
const KEPT = new Set([
  "defs",
  "clipPath",
  "linearGradient",
  "radialGradient",
  "pattern",
  "marker",
  "mask",
]);
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
 * What a style says of a line or an area, as attributes.
 *
 * @type {(node: SVGGraphicsElement, style: CSSStyleDeclaration) => Attributes}
 */
function drawn(node, style) {
  const stroke = style.stroke === "none" ? {} : inked("stroke", style.stroke);
  /** @type {(kind: "fill" | "stroke") => Attributes} */
  const faded = (kind) =>
    style[`${kind}Opacity`] === "1" ? {} : { [`${kind}-opacity`]: style[`${kind}Opacity`] };
  /** @type {(value: string) => string | undefined} */
  const url = (value) => value.match(/#([^"')]+)/)?.[1];
  /** @type {(kind: "fill" | "stroke") => Attributes} */
  const painted = (kind) =>
    style[kind].startsWith("url(")
      ? { [kind]: `url(#${url(style[kind])})` }
      : inked(kind, style[kind]);
  return {
    ...(style.fill === "none" ? { fill: "none" } : { ...painted("fill"), ...faded("fill") }),
    ...stroke,
    ...(style.stroke === "none"
      ? {}
      : {
          ...painted("stroke"),
          ...faded("stroke"),
          "stroke-width": stroked(node, style),
          "stroke-dasharray": style.strokeDasharray === "none" ? null : style.strokeDasharray,
          "stroke-linecap": style.strokeLinecap === "butt" ? null : style.strokeLinecap,
          "stroke-linejoin": style.strokeLinejoin === "miter" ? null : style.strokeLinejoin,
          "paint-order": style.paintOrder === "normal" ? null : style.paintOrder,
        }),
  };
}

/**
 * The whole turn and shift of a shape, from its attribute or its style.
 *
 * @type {(style: CSSStyleDeclaration) => string | null}
 */
function moved(style) {
  if (style.transform === "none") return null;
  const [x, y] = style.transformOrigin.split(" ").map(parseFloat);
  const matrix = style.transform.replaceAll(", ", " ");
  return x || y ? `translate(${x} ${y}) ${matrix} translate(${-x} ${-y})` : matrix;
}

/** @type {(node: SVGGraphicsElement, style: CSSStyleDeclaration) => Attributes} */
function attributesOf(node, style) {
  /** @type {Attributes} */
  const own = {};
  for (const { name, value } of node.attributes) {
    if (!DROPPED.test(name)) own[name] = value.replace(/url\([^#)]*#([^"')]+)["']?\)/, "url(#$1)");
  }
  if (node.tagName === "image")
    own.href = node.getAttribute("href") ?? node.getAttribute("xlink:href");
  const common = {
    transform: moved(style),
    opacity: style.opacity === "1" ? null : style.opacity,
    "clip-path": style.clipPath.startsWith("url(")
      ? style.clipPath.replace(/url\("?[^#]*#([^")]+)"?\)/, "url(#$1)")
      : null,
  };
  if (GROUPS.has(node.tagName)) return { ...own, fill: null, stroke: null, ...common };
  const letters = LETTERS.has(node.tagName)
    ? { ...lettered(style), "text-anchor": style.textAnchor === "start" ? null : style.textAnchor }
    : {};
  return { ...own, ...common, ...drawn(node, style), ...letters };
}

/** @type {(node: Node, out: Element) => void} */
function copy(node, out) {
  if (node instanceof Text) {
    if (LETTERS.has(out.tagName)) out.append(node.data);
    return;
  }
  if (!(node instanceof SVGElement) || node.tagName === "title") return;
  if (KEPT.has(node.tagName)) {
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
 * @param {SVGSVGElement} node
 * @param {Box} box
 * @param {Element} out
 */
export function drawing(node, { x, y, width, height }, out) {
  if (!width || !height) return;
  const style = getComputedStyle(node);
  const box = node.getAttribute("viewBox");
  const whole = svg(
    "svg",
    {
      x,
      y,
      width,
      height,
      viewBox: box ?? `0 0 ${width} ${height}`,
      preserveAspectRatio: box ? node.getAttribute("preserveAspectRatio") : null,
      overflow: style.overflow === "visible" ? "visible" : null,
    },
    out,
  );
  for (const child of node.childNodes) copy(child, whole);
}
