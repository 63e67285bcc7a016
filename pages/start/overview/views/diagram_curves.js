// Thumbnails that are lines and bars: waves of the positions, the likeliest next tokens.

import { css } from "../../../../ui/views/library/colours.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { largest, slice, within } from "../../../../ui/views/library/numbers.js";

/** @import { Box, Paint, View } from "./types.d.ts" */

/**
 * Set several attributes of a node that is there already.
 *
 * @param {Element} node
 * @param {Record<string, string | number>} attributes
 */
export function change(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}

/**
 * A few columns of the positional encoding: smooth curves through the numbers of each position.
 *
 * @param {View} view
 * @param {string} name
 * @param {Element} parent
 * @param {Box} box
 * @returns {Paint}
 */
export function wavesPicture(view, name, parent, [x, y, width, height]) {
  const {
    shape: [positions, columns],
    values,
  } = view.tensors[name];
  for (let column = 0; column < columns; column++) {
    const points = Array.from({ length: positions }, (_, i) => [
      x + (positions > 1 ? (width * i) / (positions - 1) : width / 2),
      y + height / 2 - values[i * columns + column] * height * 0.46,
    ]);
    const look = { class: "wave", opacity: [1, 0.62, 0.35][column] };
    if (positions < 3) {
      // hardly a curve
      const dot = { ...look, class: "wave dot", r: 2.6 };
      points.forEach(([cx, cy]) => svg("circle", { cx, cy, ...dot }, parent));
    }
    svg("path", { d: smooth(points), ...look }, parent);
  }
  return () => {};
}

/**
 * A curve through all points (Catmull-Rom).
 *
 * @type {(points: number[][]) => string}
 */
function smooth(points) {
  const at = (/** @type {number} */ i) => points[within(i, 0, points.length - 1)];
  return points.reduce((path, [x, y], i) => {
    if (!i) return `M${x} ${y}`;
    const [a, b, c] = [at(i - 2), at(i - 1), at(i + 1)];
    const leaves = `${b[0] + (x - a[0]) / 6} ${b[1] + (y - a[1]) / 6}`;
    return `${path}C${leaves} ${x - (c[0] - b[0]) / 6} ${y - (c[1] - b[1]) / 6} ${x} ${y}`;
  }, "");
}

/**
 * A score is signed; a probability is on the scale from 0 to 1, never too pale to be seen.
 *
 * @param {View} view
 * @param {number} value
 * @param {boolean} signed
 */
export const barColour = (view, value, signed) =>
  signed
    ? `var(--glass-${value < 0 ? "negative" : "positive"})`
    : css(view.colours.attention(Math.max(0.3, value)));

/**
 * The likeliest next tokens of a step as bars: scores around zero, or probabilities up to 1.
 *
 * @param {View} view
 * @param {string} name
 * @param {Element} parent
 * @param {Box} box
 * @returns {Paint}
 */
export function barsPicture(view, name, parent, [x, y, width, height]) {
  const logits = name === "linear";
  const count = logits ? view.logits.shape[1] : view.data.next.names[0].length;
  const bars = Array.from({ length: count }, (_, i) =>
    svg(
      "rect",
      { x: x + (i * width) / count + 0.5, width: width / count - 1, rx: logits ? 0 : 1 },
      parent,
    ),
  );
  const ground = svg("line", { x1: x, x2: x + width, class: "ground" }, parent);
  return ({ step }) => {
    const { values } = slice(logits ? view.logits : view.probabilities, step - 1);
    const shown = values.subarray(0, count),
      most = logits ? largest({ values: shown }) : 1;
    const below = shown.some((value) => value < 0);
    const base = below ? y + height / 2 : y + height - 0.5,
      room = below ? height / 2 : height - 1;
    shown.forEach((value, i) => {
      const size = Math.max(1.2, (Math.abs(value) / most) * room);
      const fill = barColour(view, value, logits);
      change(bars[i], { y: value < 0 ? base : base - size, height: size, fill });
    });
    change(ground, { y1: base, y2: base });
  };
}
