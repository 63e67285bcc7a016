// Motion where a still picture can't say where something comes from. What moves ends where it is
// drawn anyway, so nothing depends on it: where less motion is asked for, each picture stands at
// its end.

import { within } from "./numbers.js";

/** Whether less motion is asked for. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * How far something has come that begins and ends within a scene: slow, fast, slow.
 *
 * @param {number} progress from 0 to 1
 * @param {number} begins
 * @param {number} ends
 */
export function during(progress, begins, ends) {
  const part = within((progress - begins) / (ends - begins), 0, 1);
  return part * part * (3 - 2 * part);
}

/** @type {(from: number, to: number, part: number) => number} */
export const between = (from, to, part) => from + (to - from) * part;

/**
 * When, in milliseconds, something begins to move, and for how long; by default slow, fast, slow.
 *
 * @typedef {{delay?: number, duration?: number, easing?: string}} When
 */

/**
 * Let a node come to what it is now, and leave nothing behind.
 *
 * @param {Element} node
 * @param {Keyframe} from what it is at first
 * @param {When} [when]
 * @returns {Animation | undefined} none where less motion is asked for
 */
export function come(node, from, when = {}) {
  if (still()) return undefined;
  return node.animate([from, {}], {
    ...{ duration: 400, easing: "ease-in-out", fill: "backwards" },
    ...when,
  });
}

/**
 * Bring what still moves below a node to its end, before other things move there.
 *
 * @param {Element} root
 */
export function endMotion(root) {
  for (const moving of root.getAnimations({ subtree: true })) moving.finish();
}

/** @type {(node: Element, when?: When) => void} */
export const appear = (node, when) => void come(node, { opacity: 0 }, when);

/** @type {(node: Element, x: number, y: number, when?: When) => void} */
export const comeFrom = (node, x, y, when) =>
  void come(node, { transform: `translate(${x}px, ${y}px)` }, when);

/** A bar grows from its left end. */
/** @type {(node: Element, when?: When) => void} */
export const grow = (node, when) =>
  void come(node, { transform: "scaleX(0)", transformOrigin: "left" }, when);

/**
 * Let a copy of a node travel, on top of all others; the node itself is there when it arrives.
 *
 * @param {Element} parent
 * @param {Element} node
 * @param {string} from where it begins, as CSS transforms it
 * @param {When} [when]
 */
export function travel(parent, node, from, when) {
  if (still()) return;
  const copy = /** @type {Element} */ (node.cloneNode(true));
  copy.setAttribute("aria-hidden", "true");
  parent.append(copy);
  const moving = come(copy, { transform: from }, when);
  moving?.finished.finally(() => copy.remove());
  const { delay = 0, duration = 400 } = when ?? {};
  come(node, { opacity: 0 }, { delay: delay + duration - 1, duration: 1 });
}

/**
 * Let a light run once along a line of a picture.
 *
 * @param {SVGGeometryElement} line
 * @param {When} [when]
 */
export function runAlong(line, when) {
  if (still()) return;
  const light = /** @type {SVGGeometryElement} */ (line.cloneNode());
  light.removeAttribute("marker-end");
  light.removeAttribute("data-to");
  light.setAttribute("class", "light");
  light.setAttribute("aria-hidden", "true");
  line.after(light);
  const length = line.getTotalLength();
  const long = Math.min(28, length);
  const running = light.animate(
    [
      { strokeDasharray: `${long} ${length + long}`, strokeDashoffset: long },
      { strokeDasharray: `${long} ${length + long}`, strokeDashoffset: -length },
    ],
    { duration: 300, easing: "linear", fill: "both", ...when },
  );
  running.finished.finally(() => light.remove());
}

/**
 * Let a line draw itself.
 *
 * @param {SVGGeometryElement} line
 * @param {number[]} stations the lengths at which it is, each as long after the last one
 * @param {When} [when]
 */
export function drawAlong(line, stations, when) {
  if (still() || stations.length < 2) return;
  const length = line.getTotalLength();
  const drawn = stations.map((at) => ({ strokeDasharray: `${at} ${length}` }));
  line.animate(drawn, { duration: 1200, easing: "linear", ...when });
}
