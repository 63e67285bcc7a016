// Lines that tell a way draw themselves, station by station: all set out together.

import { appear, drawAlong } from "./library/motion.js";

/** @import { Figure } from "./take_away/types.d.ts" */

const STATION = 420; // milliseconds from one station to the next

/**
 * Let the lines of a figure draw themselves, if they are others than those that did so last.
 *
 * @param {HTMLElement & {unfolded?: string}} node with the figure
 * @param {Figure} figure
 */
export function unfold(node, figure) {
  const told = JSON.stringify(figure.data.map(({ x, y }) => [x, y]));
  if (node.unfolded === told) return;
  node.unfolded = told;
  for (const trace of node.querySelectorAll(".scatterlayer .trace")) {
    /** @type {SVGPathElement | null} */
    const line = trace.querySelector(".js-line");
    /** @type {NodeListOf<SVGPathElement>} */
    const points = trace.querySelectorAll(".points .point");
    const stations = stationsOf([...points]);
    if (line) drawAlong(line, stations, { duration: STATION * (stations.length - 1) });
    points.forEach((point, i) => void appear(point, { delay: STATION * i, duration: 60 }));
    const end = { delay: STATION * (points.length - 1), duration: 200 };
    for (const text of trace.querySelectorAll(".text text")) appear(text, end);
  }
}

/**
 * How long the way is to each point.
 *
 * @type {(points: SVGPathElement[]) => number[]}
 */
function stationsOf(points) {
  let [way, before] = [0, /** @type {DOMMatrix | undefined} */ (undefined)];
  return points.map((point) => {
    const moves = point.transform.baseVal;
    const here = moves.numberOfItems ? moves.getItem(0).matrix : undefined;
    if (here && before) way += Math.hypot(here.e - before.e, here.f - before.f);
    before = here;
    return way;
  });
}
