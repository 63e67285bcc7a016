// The diagram without words: you are here. Each block that has a page is a link to it.

import { svg } from "../views/library/dom.js";
import { follow } from "../views/library/pages.js";

/**
 * Pages by block, and the blocks that the open page is about.
 *
 * @typedef {{opens: Record<string, {address: string, title: string}>, here: string[],
 *   label: string}} Data
 */

const WIDTH = 40;
const MAP = {
  // block: [x, y, height], in the order of the data flow
  source_tokens: [7, 111, 6],
  source_embedding: [7, 101, 7],
  source_positions: [7, 91, 7],
  encoder_self: [7, 76, 10],
  encoder_norm_1: [7, 71, 3],
  encoder_feed_forward: [7, 58, 10],
  encoder_norm_2: [7, 53, 3],
  target_tokens: [69, 111, 6],
  target_embedding: [69, 101, 7],
  target_positions: [69, 91, 7],
  decoder_self: [69, 76, 10],
  decoder_norm_1: [69, 71, 3],
  cross: [69, 58, 10],
  decoder_norm_2: [69, 53, 3],
  decoder_feed_forward: [69, 40, 10],
  decoder_norm_3: [69, 35, 3],
  linear: [69, 19, 7],
  softmax: [69, 9, 7],
  output_tokens: [69, 1, 5],
};
const FRAMES = [
  // of the two stacks: [x, y, height]
  [2, 48, 41],
  [64, 30, 59],
];
const STREAMS = "M27 111V53M89 111V6";
const MEMORY = "M27 53V42H58V71.5Q58 73 59.5 73H69"; // enters cross-attention from below

/**
 * A link where the block has a page; the keyboard meets each page once.
 *
 * @type {(map: Element, data: Data, block: string, met: Set<string>) => Element}
 */
function linked(map, data, block, met) {
  const page = data.opens[block];
  if (!page) return map;
  const link = svg(
    "a",
    {
      href: page.address + location.search,
      "aria-label": page.title,
      tabindex: met.has(page.address) ? -1 : 0,
    },
    map,
  );
  met.add(page.address);
  link.onpointerdown = () => link.setAttribute("href", page.address + location.search);
  link.onclick = (event) => follow(event, { href: new URL(page.address, document.baseURI).href });
  svg("title", {}, link, page.title);
  return link;
}

/** @param {ViewCall<Data>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".mini_map");
  const drawn = JSON.stringify(data);
  if (root.dataset.drawn === drawn) return;
  root.dataset.drawn = drawn;
  root.replaceChildren();
  const map = svg("svg", { viewBox: "0 0 118 119", role: "group", "aria-label": data.label }, root);
  /** @type {Set<string>} */
  const met = new Set();
  for (const [x, y, height] of FRAMES)
    svg("rect", { x, y, width: WIDTH + 10, height, rx: 5, class: "stack" }, map);
  svg("path", { d: STREAMS + MEMORY, class: "stream" }, map);
  for (const [block, [x, y, height]] of Object.entries(MAP)) {
    const holder = linked(map, data, block, met);
    const rx = Math.min(2.5, height / 2);
    const kind = data.here.includes(block) ? "block here" : "block";
    svg("rect", { x, y, width: WIDTH, height, rx, class: kind }, holder);
  }
}
