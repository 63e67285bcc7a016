// Values of a style as attributes of an SVG, and what the SVG defines once.

import { svg } from "../library/dom.js";

/** The style of the whole page: its theme, its ground, its letters. */
export const pageStyle = () => getComputedStyle(document.querySelector(".stApp") ?? document.body);

/** @type {(value: number) => number} */
export const round = (value) => Number(value.toFixed(2));

/**
 * A value, or nothing where it is what every drawing has without it.
 *
 * @type {(value: string, plain: string) => string | null}
 */
export const unless = (value, plain) => (value === plain ? null : value);

/**
 * The parts of a list, such as shadows or stops of a gradient; commas in brackets part none.
 *
 * @type {(list: string) => string[]}
 */
export const listed = (list) => list.split(/,(?![^(]*\))/);

/**
 * The colour in a part of a list, and what else it says.
 *
 * @type {(part: string) => [colour: string | undefined, rest: string]}
 */
export function apart(part) {
  const colour = part.match(/[a-z]+\([^)]*\)/)?.[0];
  return [colour, part.replace(colour ?? "", "")];
}

/**
 * A colour as SVG 1.1 knows it: [colour, opacity]; none where nothing is seen.
 *
 * @type {(colour?: string) => [string, number]}
 */
export function opaque(colour) {
  const [r, g, b, opacity = 1] = colour?.match(/[\d.]+/g)?.map(Number) ?? [];
  if (!opacity || b === undefined) return ["none", 0];
  const most = colour?.startsWith("color(") ? 255 : 1;
  const digits = [r, g, b].map((n) =>
    Math.round(n * most)
      .toString(16)
      .padStart(2, "0"),
  );
  return [`#${digits.join("")}`, opacity];
}

/**
 * Fill or stroke as attributes.
 *
 * @type {(kind: "fill" | "stroke", colour?: string) => Record<string, string | number>}
 */
export function inked(kind, colour) {
  const [paint, opacity] = opaque(colour);
  const seen = paint === "none" || opacity >= 1;
  return seen ? { [kind]: paint } : { [kind]: paint, [`${kind}-opacity`]: opacity };
}

/**
 * The turn and shift of a style about its origin, of what stands so far from the picture's corner.
 *
 * @type {(style: Pick<CSSStyleDeclaration, "transform" | "transformOrigin">, left?: number,
 *   top?: number) => string}
 */
export function turn({ transform, transformOrigin }, left = 0, top = 0) {
  const [x, y] = transformOrigin.split(" ").map(parseFloat);
  const [across, down] = [left + x, top + y];
  const matrix = transform.replaceAll(", ", " ");
  if (!across && !down) return matrix;
  return `translate(${across} ${down}) ${matrix} translate(${-across} ${-down})`;
}

/**
 * Define something in a picture, such as a gradient; what the attributes of others call it.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Element} out anything in the picture
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {string} [name]
 * @returns {[url: string, node: SVGElementTagNameMap[Tag]]}
 */
export function define(out, tag, attributes, name = tag) {
  const defs = /** @type {Element} */ (out.closest("svg")?.querySelector("defs"));
  const id = `taken-${name}-${defs.childElementCount}`;
  return [`url(#${id})`, svg(tag, { id, ...attributes }, defs)];
}
