// Making nodes.

import { within } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * What names its language, even if it has none as </s> has none, is a text of the model or of the
 * visitor: a browser that translates the page must leave it as it is.
 *
 * @type {(node: Element, attributes: Attributes) => void}
 */
function write(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  if ("lang" in attributes) node.setAttribute("translate", "no");
}

/**
 * Make an SVG element: svg("rect", {x: 1}, parent, "text"). User text goes in only as text.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes] what is null or undefined is left out
 * @param {Element | null} [parent]
 * @param {string | number | null} [text]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, parent = null, text = null) {
  const node = document.createElementNS(SVG, tag);
  write(node, attributes);
  if (text !== null) node.textContent = String(text);
  parent?.append(node);
  return node;
}

/**
 * Make an HTML element in the same way.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Element | null} [parent]
 * @param {string | number | null} [text]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, parent = null, text = null) {
  const node = document.createElement(tag);
  write(node, attributes);
  if (text !== null) node.textContent = String(text);
  parent?.append(node);
  return node;
}

/**
 * Copy a text; where there is no clipboard, as over plain http, show it so that a hand can.
 *
 * @param {string} text
 * @param {string} label above the text that is shown
 * @returns {Promise<boolean>} whether the clipboard has it
 */
export async function copyText(text, label) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    prompt(label, text);
    return false;
  }
}

/**
 * What draws on a canvas: no browser of today lacks it.
 *
 * @param {HTMLCanvasElement} canvas
 */
export const brush = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** @type {CanvasRenderingContext2D} */
let measuring;

/**
 * What measures letters in a font.
 *
 * @param {string} font as CSS writes it
 */
export function measureIn(font) {
  measuring ??= brush(document.createElement("canvas"));
  measuring.font = font;
  return measuring;
}

/**
 * What make(i) returns, so many times.
 *
 * @template Made
 * @param {number} count
 * @param {(i: number) => Made} make
 */
export const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/**
 * How many pixels of the window one of a node's own takes: more than one on a projector.
 *
 * @param {Element} node
 */
export const zoomOf = (node) => node.currentCSSZoom ?? 1;

/**
 * Which cell lies under a pointer, in a node that shows so many rows and columns.
 *
 * @param {Element} node
 * @param {MouseEvent} event
 * @param {number[]} shape
 */
export function cellUnder(node, event, [rows, columns]) {
  const box = node.getBoundingClientRect();
  /** @type {(from: number, size: number, count: number) => number} */
  const part = (from, size, count) => within(Math.floor((from / size) * count), 0, count - 1);
  return {
    row: part(event.clientY - box.top, box.height, rows),
    column: part(event.clientX - box.left, box.width, columns),
  };
}

/**
 * Draw anew where a node gets another width: not when it is seen first, nor when it gets higher.
 *
 * @param {Element} node that is drawn for the width that it has now
 * @param {() => void} draw
 */
export function atNewWidth(node, draw) {
  let width = node.clientWidth;
  const observer = new ResizeObserver(() => {
    if (node.clientWidth === width) return;
    width = node.clientWidth;
    if (width) draw(); // one that is hidden is drawn when it is back
  });
  observer.observe(node);
  return observer;
}
