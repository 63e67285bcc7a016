// A view as a picture of its own: all of it, in light colours, with a line that says what it is.
// Shapes and letters are written as SVG: HTML inside of it (foreignObject) is nothing to a drawing
// program or to LaTeX.

import { measureIn, svg } from "../library/dom.js";
import { captions } from "./about.js";
import { boxes } from "./boxes.js";
import { opaque, pageStyle } from "./colours.js";
import { canvasOf, imageOf, pixels } from "./pixels.js";
import { unroll } from "./whole.js";

/** @import { About, Drawing, Picture } from "./types.d.ts" */

const MARGIN = 16;
const FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const LINE = 17; // pixels from line to line of the caption
const WHITE = ["#ffffff", "#55616d"]; // paper, and the letters of the caption

/**
 * How far the parts of a view reach: some stand beyond its own box.
 *
 * @type {(root: HTMLElement) => {x: number, y: number, width: number, height: number}}
 */
function extent(root) {
  const { left, top, right, bottom } = root.getBoundingClientRect();
  const edge = { left, top, right: Math.max(right, left + root.scrollWidth), bottom };
  for (const node of root.querySelectorAll("*")) {
    if (node instanceof SVGElement && node.ownerSVGElement) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(node).clipPath !== "none") continue;
    if (getComputedStyle(node.parentElement ?? root).overflowX === "hidden") continue;
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    edge.left = Math.min(edge.left, box.left);
    edge.right = Math.max(edge.right, box.right);
    edge.top = Math.min(edge.top, box.top);
    edge.bottom = Math.max(edge.bottom, box.bottom);
  }
  const { left: x, top: y } = edge;
  return { x, y, width: edge.right - x, height: edge.bottom - y };
}

/**
 * Draw a view in a picture's colours and so wide that nothing is cut, copy it, and draw it as it
 * was. The browser paints nothing in between: all of this is one task.
 *
 * @type {(view: Drawing, out: Element, themed: boolean) => number[]}
 */
function copied(view, out, themed) {
  const undo = unroll(view, { themed });
  try {
    const { x, y, width, height } = extent(view.root);
    boxes(view.root, { x: x - MARGIN, y: y - MARGIN }, out);
    return [width, height];
  } finally {
    undo();
  }
}

/**
 * Let the pixels of an image be shapes: not all programs leave them as sharp as they are.
 *
 * @type {(image: Element) => Promise<void>}
 */
async function sharpened(image) {
  const address = image.getAttribute("href") ?? image.getAttribute("xlink:href") ?? "";
  const pixelated = await imageOf(address);
  const canvas = canvasOf(pixelated, pixelated.naturalWidth, pixelated.naturalHeight);
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(image.getAttribute(name) ?? 0),
  );
  const cells = svg("g", {});
  pixels(canvas, { x, y, width, height }, cells);
  image.replaceWith(cells);
}

/**
 * A picture that a view makes by itself, as text of an SVG.
 *
 * @type {(text: string, out: Element) => Promise<number[]>}
 */
async function pasted(text, out) {
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawing.setAttribute("x", String(MARGIN));
  drawing.setAttribute("y", String(MARGIN));
  out.append(document.importNode(drawing, true));
  await Promise.all([...out.querySelectorAll("image")].map(sharpened));
  return [Number(drawing.getAttribute("width")), Number(drawing.getAttribute("height"))];
}

/**
 * The lines of a caption, broken where they are full.
 *
 * @type {(lines: string[], width: number) => string[]}
 */
function broken(lines, width) {
  const context = measureIn(`12px ${FONT}`);
  const found = [];
  for (const line of lines) {
    let now = "";
    for (const word of line.split(" ")) {
      (word.match(/.{1,60}/gu) ?? []).forEach((part, i) => {
        const next = now && !i ? `${now} ${part}` : now + part; // a link stays one
        if (now && context.measureText(next).width > width) {
          found.push(now);
          now = part;
        } else now = next;
      });
    }
    found.push(now);
  }
  return found;
}

/**
 * Return a view as an SVG.
 *
 * @param {Drawing} view
 * @param {About} about what the file says of itself, partly in lines below the view
 * @param {boolean} themed whether it has the theme's colours; else those for white paper
 * @returns {Promise<Picture>}
 */
export async function picture(view, about, themed = false) {
  const caption = captions(about);
  const { backgroundColor, color } = pageStyle();
  const [ground, ink] = themed ? [backgroundColor, color].map(opaque).map(([hex]) => hex) : WHITE;
  const whole = svg("svg", { xmlns: "http://www.w3.org/2000/svg", "font-family": FONT });
  svg("title", {}, whole, caption[0]);
  svg("metadata", {}, whole, JSON.stringify(about));
  const paper = svg("rect", { fill: ground }, whole);
  svg("defs", {}, whole);
  const body = svg("g", {}, whole);
  const { takes } = view.root;
  const [wide, high] = takes
    ? await pasted(await takes.picture(themed), body)
    : copied(view, body, themed);
  const width = Math.max(360, Math.ceil(wide + 2 * MARGIN));
  const lines = broken(caption, width - 2 * MARGIN);
  const height = Math.ceil(high + 2 * MARGIN + lines.length * LINE + MARGIN / 2);
  const style = { "font-size": 12, fill: ink };
  lines.forEach((line, i) => {
    svg("text", { x: MARGIN, y: high + 2 * MARGIN + (i + 0.7) * LINE, ...style }, whole, line);
  });
  for (const node of [whole, paper]) {
    node.setAttribute("width", String(width));
    node.setAttribute("height", String(height));
  }
  whole.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}
