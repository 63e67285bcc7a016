// Colours of a style as attributes of an SVG.

/**
 * The style of the whole page: its theme, its ground, its letters.
 *
 * @returns {CSSStyleDeclaration}
 */
export const pageStyle = () => getComputedStyle(document.querySelector(".stApp") ?? document.body);

/**
 * A colour as SVG 1.1 knows it: [colour, opacity]; none where nothing is seen.
 *
 * @param {string} [colour]
 * @returns {[string, number]}
 */
export function opaque(colour) {
  const numbers = colour?.match(/[\d.]+/g)?.map(Number);
  if (!colour || !numbers || numbers.length < 3) return ["none", 0];
  const floats = colour.startsWith("color(");
  const rgb = numbers.slice(0, 3).map((n) => Math.round(floats ? n * 255 : n));
  const opacity = numbers[3] ?? 1;
  return opacity
    ? [`#${rgb.map((n) => n.toString(16).padStart(2, "0")).join("")}`, opacity]
    : ["none", 0];
}

/**
 * Fill or stroke as attributes.
 *
 * @param {"fill" | "stroke"} kind
 * @param {string} [colour]
 * @returns {Record<string, string | number>}
 */
export function inked(kind, colour) {
  const [paint, opacity] = opaque(colour);
  return opacity < 1 && paint !== "none"
    ? { [kind]: paint, [`${kind}-opacity`]: opacity }
    : { [kind]: paint };
}
