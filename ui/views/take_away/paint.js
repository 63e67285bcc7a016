// The ground, frame and shadows of a box of the page, as shapes of an SVG; gradients and hatches.

import { svg } from "../library/dom.js";
import { apart, define, inked, listed, opaque, round } from "./colours.js";

/** @import { Box } from "../library/board.js" */

/** @type {(length: string, whole: number, otherwise: number) => number} */
const measured = (length, whole, otherwise) =>
  length.endsWith("%") ? (parseFloat(length) / 100) * whole : parseFloat(length) || otherwise;

/** @type {(style: CSSStyleDeclaration, box: Box) => number} */
const radius = ({ borderTopLeftRadius }, { width, height }) =>
  Math.min(measured(borderTopLeftRadius.split(" ")[0], width, 0), width / 2, height / 2);

/**
 * @type {(box: Box, attributes: Attributes, out: Element, corner?: number, grown?: number) => void}
 */
function rectangle(box, attributes, out, corner = 0, grown = 0) {
  const [x, y] = [box.x - grown, box.y - grown].map(round);
  const [width, height] = [box.width + 2 * grown, box.height + 2 * grown].map(round);
  const rx = corner + grown > 0 && corner ? round(corner + grown) : null;
  if (width > 0 && height > 0) svg("rect", { x, y, width, height, rx, ...attributes }, out);
}

/** @type {(colour: string | undefined, width: number, dashed?: boolean) => Attributes} */
const stroke = (colour, width, dashed = false) => ({
  fill: "none",
  ...inked("stroke", colour),
  "stroke-width": round(width),
  "stroke-dasharray": dashed ? `${round(2 * width)} ${round(2 * width)}` : null,
});

/**
 * Shadows without blur are rings and lines; the others are left out.
 *
 * @type {(style: CSSStyleDeclaration, box: Box, corner: number, out: Element,
 *   inside: boolean) => void}
 */
function shadows({ boxShadow }, box, corner, out, inside) {
  if (boxShadow === "none") return;
  for (const one of listed(boxShadow).reverse()) {
    const [colour, rest] = apart(one);
    const [x, y, blur, spread] = (rest.match(/-?[\d.]+px/g) ?? []).map(parseFloat);
    if (blur || one.includes("inset") !== inside) continue;
    if (spread)
      rectangle(box, stroke(colour, spread), out, corner, (inside ? -spread : spread) / 2);
    else if (inside && (x || y)) {
      const line = y
        ? { ...box, y: y < 0 ? box.y + box.height + y : box.y, height: Math.abs(y) }
        : { ...box, x: x < 0 ? box.x + box.width + x : box.x, width: Math.abs(x) };
      rectangle(line, inked("fill", colour), out);
    }
  }
}

/** @type {("Top" | "Right" | "Bottom" | "Left")[]} */
const SIDES = ["Top", "Right", "Bottom", "Left"];

/** @type {(style: CSSStyleDeclaration, box: Box, corner: number, out: Element) => void} */
function borders(style, box, corner, out) {
  const sides = SIDES.map((side) => {
    const kind = style[`border${side}Style`];
    const width = kind === "none" ? 0 : parseFloat(style[`border${side}Width`]);
    const colour = style[`border${side}Color`];
    return { width, colour, line: stroke(colour, width, /dashed|dotted/.test(kind)) };
  });
  const [first] = sides;
  if (sides.every(({ width, colour }) => width === first.width && colour === first.colour)) {
    if (first.width) rectangle(box, first.line, out, corner, -first.width / 2);
    return;
  }
  const { x, y, width, height } = box;
  sides.forEach((side, i) => {
    if (!side.width || opaque(side.colour)[0] === "none") return;
    const half = side.width / 2;
    const at = [y + half, x + width - half, y + height - half, x + half][i];
    const ends = i % 2 ? [at, y, at, y + height] : [x, at, x + width, at];
    const [x1, y1, x2, y2] = ends.map(round);
    svg("line", { x1, y1, x2, y2, ...side.line }, out);
  });
}

/**
 * The part of a box that a ground of a given size fills, in its middle.
 *
 * @type {(size: string, box: Box) => Box}
 */
function sized(size, box) {
  if (size === "auto") return box;
  const [across, down = "auto"] = size.split(" ");
  const width = measured(across, box.width, box.width),
    height = measured(down, box.height, box.height);
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  return { x, y, width, height };
}

/** @type {(image: string) => string[]} */
const parts = (image) =>
  listed(image.slice(image.indexOf("(") + 1, image.lastIndexOf(")"))).map((part) => part.trim());
/** @type {(part: string) => boolean} */
const isColour = (part) => /^(rgb|color|oklab|#)/.test(part);

/**
 * Stripes, as where a mask hides something.
 *
 * @type {(image: string, out: Element) => string}
 */
function hatched(image, out) {
  const colours = parts(image)
    .filter(isColour)
    .map((part) => apart(part)[0]);
  const [fill, pattern] = define(out, "pattern", {
    width: 6,
    height: 6,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  for (const [width, colour] of /** @type {const} */ ([
    [6, colours.at(-1)],
    [3, colours[0]],
  ])) {
    const ink = inked("fill", colour);
    if (ink.fill !== "none") svg("rect", { width, height: 6, ...ink }, pattern);
  }
  return fill;
}

/** @type {Record<string, number>} */
const TURNS = { "to right": 90, "to left": 270, "to top": 0, "to bottom": 180, "to top right": 45 };

/**
 * A colour that becomes another, in any direction.
 *
 * @type {(image: string, box: Box, out: Element) => string}
 */
function ramp(image, { x, y, width, height }, out) {
  const [first, ...rest] = parts(image);
  const directed = !isColour(first);
  const degrees = directed ? (TURNS[first] ?? parseFloat(first)) : 180;
  const turn = (degrees * Math.PI) / 180;
  const [across, down] = [Math.sin(turn), -Math.cos(turn)];
  const half = (Math.abs(across) * width + Math.abs(down) * height) / 2;
  const [middle, centre] = [x + width / 2, y + height / 2];
  const [fill, gradient] = define(out, "linearGradient", {
    gradientUnits: "userSpaceOnUse",
    x1: middle - across * half,
    y1: centre - down * half,
    x2: middle + across * half,
    y2: centre + down * half,
  });
  const stops = (directed ? rest : [first, ...rest]).filter(isColour);
  stops.forEach((stop, i) => {
    const [colour, places] = apart(stop);
    const [paint, opacity] = opaque(colour);
    const even = `${(100 * i) / Math.max(1, stops.length - 1)}%`;
    for (const offset of places.match(/[\d.]+%/g) ?? [even]) {
      const seen = { "stop-color": paint === "none" ? "#fff" : paint, "stop-opacity": opacity };
      svg("stop", { offset, ...seen }, gradient);
    }
  });
  return fill;
}

/**
 * Paint what a style gives a box, before what stands in it.
 *
 * @type {(style: CSSStyleDeclaration, box: Box, out: Element) => void}
 */
export function ground(style, box, out) {
  const corner = radius(style, box);
  shadows(style, box, corner, out, false);
  const colour = inked("fill", style.backgroundColor);
  if (colour.fill !== "none") rectangle(box, colour, out, corner);
  const image = style.backgroundImage;
  if (image.includes("gradient(")) {
    const seen = sized(style.backgroundSize, box);
    const fill = image.startsWith("repeating-") ? hatched(image, out) : ramp(image, seen, out);
    rectangle(seen, { fill }, out, seen === box ? corner : 0);
  }
  shadows(style, box, corner, out, true);
  borders(style, box, corner, out);
  const width = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
  const grown = (parseFloat(style.outlineOffset) || 0) + width / 2;
  if (width) rectangle(box, stroke(style.outlineColor, width), out, corner, grown);
}
