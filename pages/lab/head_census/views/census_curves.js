// The curves over the slider: what is left with so many heads silenced.

import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { Data, Point, View } from "./types.d.ts" */

const WIDE = 480,
  HIGH = 112,
  TOP = 8;

/**
 * Draw the curves, and where the slider stands on them.
 *
 * @param {View} view
 */
export function paintCurves({ plot, data, silenced }) {
  plot.replaceChildren();
  const count = silenced.size,
    last = data.order.length;
  const x = (/** @type {number} */ heads) => (heads / last) * WIDE,
    y = (/** @type {number} */ value) => TOP + (1 - value / 100) * HIGH;
  const node = svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH + TOP + 4}`, role: "img", preserveAspectRatio: "none" },
    plot,
  );
  node.setAttribute("aria-label", spoken(data, count));
  for (const value of [0, 50, 100]) {
    svg("line", { x1: 0, x2: WIDE, y1: y(value), y2: y(value), class: "level" }, node);
  }
  if (data.band.length) {
    const up = data.band.map(([heads, , high]) => `${x(heads)},${y(high)}`);
    const down = data.band.map(([heads, low]) => `${x(heads)},${y(low)}`).reverse();
    svg("polygon", { points: [...up, ...down].join(" "), class: "band" }, node);
  }
  const path = (/** @type {Point[]} */ points) =>
    points.map(([heads, value]) => `${x(heads)},${y(value)}`).join(" ");
  if (data.chrf.length) svg("polyline", { points: path(data.chrf), class: "chrf" }, node);
  svg("polyline", { points: path(data.own), class: "own" }, node);
  svg("line", { x1: x(count), x2: x(count), y1: TOP, y2: TOP + HIGH, class: "here" }, node);
  const key = element("div", { class: "keys" }, plot);
  for (const [name, text] of [
    ["own", t("this sentence: (geometric) mean p of a token {p} %", { p: at(data.own, count) })],
    ...(data.chrf.length
      ? [["chrf", t("validation: chrF {chrf}", { chrf: at(data.chrf, count) })]]
      : []),
    ...(data.band.length ? [["band", t("in random order")]] : []),
  ]) {
    element("span", { class: name }, key, text);
  }
}

/**
 * The value at a number of heads; between two that were measured, the nearer one's is not told.
 *
 * @type {(points: Point[], count: number) => string}
 */
function at(points, count) {
  const there = points.find(([heads]) => heads === count);
  if (there) return number(there[1], 0);
  const after = points.findIndex(([heads]) => heads > count);
  if (after < 1) return "–";
  return `${number(points[after - 1][1], 0)} … ${number(points[after][1], 0)}`;
}

/** @type {(data: Data, count: number) => string} */
const spoken = (data, count) => {
  const said = [
    t("{count} of {total} heads off.", { count, total: data.order.length }),
    t("This sentence's tokens have a (geometric) mean probability of {p} percent.", {
      p: at(data.own, count),
    }),
  ];
  if (data.chrf.length) {
    said.push(t("Validation sentences have a chrF of {chrf}.", { chrf: at(data.chrf, count) }));
  }
  return said.join(" ");
};
