// Values of a style as attributes of an SVG.

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
