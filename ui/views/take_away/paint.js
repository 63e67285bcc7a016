// The ground, frame and shadows of a box of the page, as shapes of an SVG.

import { svg } from "../library/dom.js";
import { inked, opaque } from "./colours.js";
import { hatched, ramp } from "./grounds.js";

/** @import { Box } from "../library/board.js" */

/** @type {(value: number) => number} */
const round = (value) => Number(value.toFixed(2));

/** @type {(style: CSSStyleDeclaration, box: Box) => number} */
const radius = (style, { width, height }) => {
  const [value] = style.borderTopLeftRadius.split(" ");
  const size = value.endsWith("%") ? (parseFloat(value) / 100) * width : parseFloat(value);
  return Math.min(size || 0, width / 2, height / 2);
};

/**
 * @type {(box: Box, grown: number, corner: number, attributes: Attributes, out: Element) => void}
 */
function rectangle({ x, y, width, height }, grown, corner, attributes, out) {
  const box = [x - grown, y - grown, width + 2 * grown, height + 2 * grown].map(round);
  if (box[2] <= 0 || box[3] <= 0) return;
  svg(
    "rect",
    {
      x: box[0],
      y: box[1],
      width: box[2],
      height: box[3],
      rx: corner + grown > 0 && corner ? round(corner + grown) : null,
      ...attributes,
    },
    out,
  );
}

/**
 * Shadows without blur are rings and lines; the others are left out.
 *
 * @type {(style: CSSStyleDeclaration, box: Box, corner: number, out: Element,
 *   inside: boolean) => void}
 */
function shadows(style, box, corner, out, inside) {
  if (style.boxShadow === "none") return;
  const all = style.boxShadow.split(/,(?![^(]*\))/).reverse();
  for (const one of all) {
    const colour = one.match(/[a-z]+\([^)]*\)/)?.[0];
    const lengths = one.replace(colour ?? "", "").match(/-?[\d.]+px/g) ?? [];
    const [x, y, blur, spread] = lengths.map(parseFloat);
    if (blur || one.includes("inset") !== inside) continue;
    if (spread) {
      const grown = inside ? -spread / 2 : spread / 2;
      const ring = { fill: "none", ...inked("stroke", colour), "stroke-width": round(spread) };
      rectangle(box, grown, corner, ring, out);
    } else if (inside && y) {
      const line = { ...box, y: y < 0 ? box.y + box.height + y : box.y, height: Math.abs(y) };
      rectangle(line, 0, 0, inked("fill", colour), out);
    } else if (inside && x) {
      const line = { ...box, x: x < 0 ? box.x + box.width + x : box.x, width: Math.abs(x) };
      rectangle(line, 0, 0, inked("fill", colour), out);
    }
  }
}

/** @type {("Top" | "Right" | "Bottom" | "Left")[]} */
const SIDES = ["Top", "Right", "Bottom", "Left"];

/** @type {(style: CSSStyleDeclaration, box: Box, corner: number, out: Element) => void} */
function borders(style, box, corner, out) {
  const sides = SIDES.map((side) => {
    const kind = style[`border${side}Style`];
    return {
      width: kind === "none" ? 0 : parseFloat(style[`border${side}Width`]),
      colour: style[`border${side}Color`],
      dashed: /dashed|dotted/.test(kind),
    };
  });
  const [first] = sides;
  /** @type {(side: {width: number, colour: string, dashed: boolean}) => Attributes} */
  const line = ({ width, colour, dashed }) => ({
    fill: "none",
    ...inked("stroke", colour),
    "stroke-width": round(width),
    "stroke-dasharray": dashed ? `${round(2 * width)} ${round(2 * width)}` : null,
  });
  if (sides.every(({ width, colour }) => width === first.width && colour === first.colour)) {
    if (first.width) rectangle(box, -first.width / 2, corner, line(first), out);
    return;
  }
  const { x, y, width, height } = box;
  sides.forEach((side, i) => {
    if (!side.width || opaque(side.colour)[0] === "none") return;
    const half = side.width / 2;
    const across = i % 2 === 0;
    const at = [y + half, x + width - half, y + height - half, x + half][i];
    const ends = across ? [x, at, x + width, at] : [at, y, at, y + height];
    const [x1, y1, x2, y2] = ends.map(round);
    svg("line", { x1, y1, x2, y2, ...line(side) }, out);
  });
}

/**
 * The part of a box that a ground of a given size fills, in its middle.
 *
 * @type {(size: string, box: Box) => Box}
 */
function sized(size, box) {
  if (size === "auto") return box;
  const [width, height] = size.split(" ").map((length, i) => {
    const whole = i ? box.height : box.width;
    return length.endsWith("%") ? (parseFloat(length) / 100) * whole : parseFloat(length) || whole;
  });
  return {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - (height ?? box.height)) / 2,
    width,
    height: height ?? box.height,
  };
}

/**
 * Paint what a style gives a box, before what stands in it.
 *
 * @param {CSSStyleDeclaration} style
 * @param {Box} box
 * @param {Element} out
 * @param {Element} defs
 */
export function ground(style, box, out, defs) {
  const corner = radius(style, box);
  shadows(style, box, corner, out, false);
  const [colour] = opaque(style.backgroundColor);
  if (colour !== "none") rectangle(box, 0, corner, inked("fill", style.backgroundColor), out);
  const image = style.backgroundImage;
  if (image.includes("gradient(")) {
    const seen = sized(style.backgroundSize, box);
    const fill = image.startsWith("repeating-") ? hatched(image, defs) : ramp(image, seen, defs);
    rectangle(seen, 0, seen === box ? corner : 0, { fill }, out);
  }
  shadows(style, box, corner, out, true);
  borders(style, box, corner, out);
  const width = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
  if (width) {
    const grown = (parseFloat(style.outlineOffset) || 0) + width / 2;
    const ring = {
      fill: "none",
      ...inked("stroke", style.outlineColor),
      "stroke-width": round(width),
    };
    rectangle(box, grown, corner, ring, out);
  }
}
