// Words of the diagram, and what holds a block.

import { svg } from "../../../../ui/views/library/dom.js";
import { follow } from "../../../../ui/views/library/pages.js";

/** @import { Block, Box, View } from "./types.d.ts" */

/** @typedef {{weight?: number, anchor?: string, kind?: string | null, silent?: boolean}} Look */

/**
 * Text with a size and a weight; silent where it is no part of the name of what holds it.
 *
 * @param {Element} parent
 * @param {number} x
 * @param {number} y
 * @param {string | number} text
 * @param {number} size
 * @param {Look} [look]
 * @returns {SVGTextElement}
 */
export const words = (
  parent,
  x,
  y,
  text,
  size,
  { weight = 400, anchor = "start", kind = null, silent = false } = {},
) =>
  svg(
    "text",
    {
      x,
      y,
      "font-size": size,
      "font-weight": weight,
      "text-anchor": anchor,
      class: kind,
      "aria-hidden": silent ? "true" : null,
    },
    parent,
    text,
  );

/**
 * A link where the block has a page; else something to point at.
 *
 * @param {View} view
 * @param {Block} block
 * @param {Box | null} [box]
 * @returns {SVGElement}
 */
export function blockHolder(view, block, box) {
  const page = view.data.opens[block.name];
  const address = () => page.address + location.search; // as it is now: other choices may follow
  const node = svg(
    page ? "a" : "g",
    {
      class: "block",
      "data-block": block.name,
      // A link is called what is written in it.
      [page ? "aria-description" : "aria-label"]: block.label,
      tabindex: 0,
      role: page ? null : "img",
      href: page ? address() : null,
    },
    view.svg,
  );
  if (page) {
    node.onclick = (event) => follow(event, { href: new URL(page.address, document.baseURI).href });
    node.onpointerdown = () => node.setAttribute("href", address());
  }
  node.onpointerenter = node.onfocus = () => view.point(block.name);
  node.onpointerleave = node.onblur = () => view.svg.classList.remove("pointing");
  view.cards[block.name] = { node };
  if (box) {
    const [x, y, width, height] = box;
    svg("rect", { x, y, width, height, rx: Math.min(9, height / 2), class: "card" }, node);
  }
  return node;
}
