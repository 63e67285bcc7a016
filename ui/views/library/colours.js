// The theme's colours as numbers: [red, green, blue], from 0 to 255.

import { element } from "./dom.js";
import { within } from "./numbers.js";

/**
 * What colour a number has.
 *
 * @typedef {(value: number) => Colour} Scale
 */

/**
 * @typedef {{colour: (name: string) => Colour, ramp: (name: string) => Colour[], attention: Scale,
 *   signed: Scale}} Palette
 */

/**
 * The colours of each theme, as far as somebody asked: they are the same everywhere.
 *
 * @type {Map<string, Map<string, Colour>>}
 */
const themes = new Map();

/**
 * What is known of the theme of a node; nothing of one that has left the page.
 *
 * @type {(node: Element) => Map<string, Colour>}
 */
function themeOf(node) {
  const scheme = node.isConnected ? getComputedStyle(node).colorScheme : "";
  if (!scheme) return new Map();
  const dark = matchMedia("(prefers-color-scheme: dark)").matches; // counts where both are allowed
  const found = themes.get(`${scheme} ${dark}`) ?? new Map();
  themes.set(`${scheme} ${dark}`, found);
  return found;
}

/**
 * The colours of style.css as the theme resolves them: colour("Q") is [r, g, b].
 *
 * @param {Element} node whose theme counts
 * @returns {Palette}
 */
export function palette(node) {
  const known = themeOf(node);
  /** @type {(name: string) => Colour} */
  const colour = (name) => {
    const before = known.get(name);
    if (before) return before;
    const probe = element("span", { hidden: "", style: "forced-color-adjust: none" }, node);
    probe.style.color = `var(--glass-${name})`;
    const { color } = getComputedStyle(probe); // none where the node has left the page
    probe.remove();
    const found = (color.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map(Number);
    if (color) known.set(name, found);
    return found;
  };
  /** @type {(name: string) => Colour[]} */
  const ramp = (name) => [0, 1, 2, 3, 4].map((i) => colour(`${name}-${i}`));
  /** @type {(name: string, low: number, high: number) => Scale} */
  const scale = (name, low, high) => {
    const stops = ramp(name);
    return (value) => {
      const at = within(((value - low) / (high - low)) * 4, 0, 3.9999);
      const i = Math.floor(at);
      const [below, above, rest] = [stops[i], stops[i + 1], at - i];
      return [
        Math.round(below[0] + (above[0] - below[0]) * rest),
        Math.round(below[1] + (above[1] - below[1]) * rest),
        Math.round(below[2] + (above[2] - below[2]) * rest),
      ];
    };
  };
  return { colour, ramp, attention: scale("attention", 0, 1), signed: scale("signed", -1, 1) };
}

/**
 * A colour as CSS writes it.
 *
 * @param {Colour} rgb
 */
export const css = (rgb) => `rgb(${rgb.join(",")})`;

/**
 * Black or white, whichever can be read on a colour (at least 4.5 : 1).
 *
 * @param {Colour} rgb
 */
export function ink(rgb) {
  const [r, g, b] = rgb.map((v) =>
    (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}
