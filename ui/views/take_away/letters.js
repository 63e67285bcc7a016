// The texts of a page as texts of an SVG, line by line, where the browser set them.

import { measureIn, svg } from "../library/dom.js";
import { inked, round, unless } from "./colours.js";

/** @typedef {{from: number, to: number, top: number, left: number}} Line */

/**
 * How letters look, as attributes.
 *
 * @type {(style: CSSStyleDeclaration) => Attributes}
 */
export const lettered = (style) => ({
  "font-family": style.fontFamily.replaceAll('"', "'"),
  "font-size": round(parseFloat(style.fontSize)),
  "font-weight": unless(style.fontWeight, "400"),
  "font-style": unless(style.fontStyle, "normal"),
});

/**
 * The lines of a text node: what each says, and its box.
 *
 * @type {(node: Text) => {text: string, box: DOMRect}[]}
 */
function lines(node) {
  const range = document.createRange(),
    text = node.data;
  /** @type {Line[]} */
  const found = [];
  /** @type {(from: number, to: number) => Range} */
  const part = (from, to) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return range;
  };
  /** @type {(from: number, to: number) => DOMRect[]} */
  const boxOf = (from, to) => [...part(from, to).getClientRects()].filter((box) => box.width > 0);
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    // A long word may be broken, and each of its parts then has a box.
    const boxes = boxOf(index, index + word.length);
    const ends = boxes.length > 1 ? broken(index, word, boxOf) : [[index, index + word.length]];
    for (const [from, to] of ends) {
      const [box] = boxOf(from, to);
      if (!box) continue;
      const last = found.at(-1);
      if (last && Math.abs(last.top - box.top) < 2 && box.left >= last.left) last.to = to;
      else found.push({ from, to, top: box.top, left: box.left });
    }
  }
  return found.map(({ from, to }) => ({
    text: text.slice(from, to),
    box: part(from, to).getBoundingClientRect(),
  }));
}

/**
 * @type {(index: number, word: string, boxOf: (from: number, to: number) => DOMRect[]) =>
 *   number[][]}
 */
function broken(index, word, boxOf) {
  const ends = [];
  let from = index;
  for (let to = index + 1; to <= index + word.length; to++) {
    if (boxOf(from, to).length > 1) {
      ends.push([from, to - 1]);
      from = to - 1;
    }
  }
  return [...ends, [from, index + word.length]];
}

/**
 * Where a line is held, so that letters of another width stay in their place.
 *
 * @type {(style: CSSStyleDeclaration, left: number, right: number) => [number, string | null]}
 */
function held(style, left, right) {
  const { textAlign, direction } = style;
  if (textAlign === "center") return [(left + right) / 2, "middle"];
  if (textAlign === "right" || (textAlign === "end" && direction === "ltr")) return [right, "end"];
  return [left, null];
}

/**
 * As much of a text as fits where CSS cuts it with "…".
 *
 * @type {(text: string, room: number, context: CanvasRenderingContext2D) => string}
 */
function fitting(text, room, context) {
  if (context.measureText(text).width <= room + 1) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > room)
    letters.pop();
  return `${letters.join("")}…`;
}

/**
 * Write a text node where it stands.
 *
 * @type {(node: Text, style: CSSStyleDeclaration, origin: {x: number, y: number}, out: Element) =>
 *   void}
 */
export function letters(node, style, origin, out) {
  const parent = node.parentElement;
  if (!parent) return;
  const cut = style.textOverflow === "ellipsis" && parent.scrollWidth > parent.clientWidth + 1;
  const { fontStyle, fontWeight, fontSize, fontFamily } = style;
  const context = measureIn(`${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`);
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText("x");
  for (const line of lines(node)) {
    const { left, right, top, height } = line.box;
    const text = line.text.replace(/\s+/g, " ");
    const room = parent.getBoundingClientRect().right - left;
    const short = cut ? fitting(text, room, context) : text;
    const [x, anchor] = held(style, left, right);
    const whole = short === text && text.length > 1;
    const attributes = {
      x: round(x - origin.x),
      "text-anchor": anchor,
      y: round(top + (height - above - below) / 2 + above - origin.y),
      ...lettered(style),
      ...inked("fill", style.color),
      "text-decoration": unless(style.textDecorationLine, "none"),
      // Another font of another width keeps the place.
      textLength: whole ? round(right - left) : null,
      lengthAdjust: whole ? "spacingAndGlyphs" : null,
    };
    svg("text", attributes, out, short);
  }
}
