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
 *   signed: Scale, release: () => void}} Palette
 */

/**
 * The colours of style.css as the theme resolves them: colour("Q") is [r, g, b].
 *
 * @param {Element} node whose theme counts; call release() when no other colour is asked for
 * @returns {Palette}
 */
export function palette(node) {
  const probe = element("span", { hidden: "", style: "forced-color-adjust: none" }, node);
  /** @type {Map<string, Colour>} */
  const known = new Map();
  /** @type {(name: string) => Colour} */
  const colour = (name) => {
    if (!known.has(name)) {
      probe.style.color = `var(--glass-${name})`;
      const { color } = getComputedStyle(probe); // none where the node has left the page
      const numbers = color.match(/[\d.]+/g) ?? [0, 0, 0];
      known.set(name, numbers.slice(0, 3).map(Number));
    }
    return known.get(name) ?? [];
  };
  /** @type {(name: string) => Colour[]} */
  const ramp = (name) => [0, 1, 2, 3, 4].map((i) => colour(`${name}-${i}`));
  /** @type {(name: string, low: number, high: number) => Scale} */
  const scale = (name, low, high) => {
    const stops = ramp(name);
    return (value) => {
      const at = within(((value - low) / (high - low)) * 4, 0, 3.9999);
      const i = Math.floor(at);
      return stops[i].map((c, k) => Math.round(c + (stops[i + 1][k] - c) * (at - i)));
    };
  };
  const result = {
    colour,
    ramp,
    attention: scale("attention", 0, 1),
    signed: scale("signed", -1, 1),
    release: () => probe.remove(),
  };
  [
    "X",
    "attention-0",
    "attention-1",
    "attention-2",
    "attention-3",
    "attention-4",
    "signed-0",
    "signed-1",
    "signed-2",
    "signed-3",
    "signed-4",
  ].forEach(colour);
  return result;
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
