// The staircase itself: pieces as boxes, and what stands between two rows.

import { svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { appear, come, comeFrom, still } from "../../../../ui/views/library/motion.js";
import { whole, within } from "../../../../ui/views/library/numbers.js";
import { cut } from "../../../../ui/views/library/tokens.js";

/** @import { Data, Span } from "./types.d.ts" */

export const PITCH = 40,
  BOX = 23,
  TOP = 2,
  LEFT = 2;
const JOINING = 480; // milliseconds

/**
 * A piece, cut where it is long.
 *
 * @param {string} text
 * @returns {string}
 */
export const shorten = (text) => cut(text, 12);

/**
 * Left edges of the word's first units, and the right edge of the last one.
 *
 * @param {string[]} first
 * @param {number} room
 * @returns {number[]}
 */
export function edges(first, room) {
  const sizes = first.map((unit) => Math.max(1, [...shorten(unit)].length * 0.42));
  const pitch = within(room / sizes.reduce((a, b) => a + b, 0), 38, 46);
  let right = LEFT;
  return [LEFT, ...sizes.map((size) => (right += size * pitch))];
}

/**
 * Where each piece of a row stands: it spans the units that it was made of.
 *
 * @param {Data} data
 * @param {number} row
 * @param {number[]} x
 * @returns {Span[]}
 */
export function spans(data, row, x) {
  let unit = 0;
  return data.steps[row].pieces.map((piece) => {
    const from = unit;
    for (let text = ""; text.length < piece.length; unit++) text += data.steps[0].pieces[unit];
    return { piece, left: x[from], right: x[unit], known: data.known[from] };
  });
}

/** @type {(parent: Element, span: Span, y: number, kinds: string) => void} */
function box(parent, { piece, left, right, known }, y, kinds) {
  const kind = known ? kinds : `${kinds} unknown`;
  svg(
    "rect",
    { x: left + 2, y, width: right - left - 4, height: BOX, rx: 6, class: `box ${kind}` },
    parent,
  );
  svg(
    "text",
    { x: (left + right) / 2, y: y + 16.5, "text-anchor": "middle", class: known ? kinds : "" },
    parent,
    shorten(piece),
  );
}

/**
 * The numbers between neighbours: which merge would join them; the smallest one is next.
 *
 * @param {Element} parent
 * @param {Data} data
 * @param {number} row
 * @param {Span[]} places
 * @param {number} y
 */
export function choices(parent, data, row, places, y) {
  const pairs = data.steps[row].pairs;
  const least = Math.min(...pairs.map((rank) => rank ?? Infinity));
  const next = pairs.indexOf(least);
  places.slice(1).forEach(({ left }, i) => {
    svg(
      "text",
      { x: left, y: y + 12.5, "text-anchor": "middle", class: i === next ? "n next" : "n" },
      parent,
      pairs[i] ?? "–",
    );
  });
}

/**
 * One row, with the way that led to it.
 *
 * @param {Element} parent
 * @param {Data} data
 * @param {number} row
 * @param {number[]} x
 * @param {boolean} wide
 */
export function stair(parent, data, row, x, wide) {
  const y = TOP + row * PITCH,
    step = data.steps[row],
    places = spans(data, row, x);
  const final = row === data.steps.length - 1;
  places.forEach((place, i) => {
    const made = row && i === step.joined;
    const { left, right } = place,
      middle = (left + right) / 2;
    if (made)
      svg(
        "rect",
        {
          x: left + 2,
          y: y - PITCH + BOX,
          width: right - left - 4,
          height: PITCH - BOX,
          class: "band",
        },
        parent,
      );
    else if (row) svg("path", { d: `M${middle} ${y - PITCH + BOX}V${y}`, class: "stem" }, parent);
    box(parent, place, y, [made && "made", final && "final"].filter(Boolean).join(" "));
  });
  if (row) choices(parent, data, row - 1, spans(data, row - 1, x), y - PITCH + BOX);
  if (!wide) return;
  const label = svg("text", { x: (x.at(-1) ?? 0) + 20, y: y + 16.5, class: "label" }, parent);
  if (!row) label.textContent = t("characters; ▁ is the space before the word");
  else {
    svg("tspan", {}, label, parts(data, row).map(shorten).join(" + "));
    label.append(` · ${t("learned as pair {merge}", { merge: whole(step.rank) })}`);
  }
}

/**
 * Let a row come down from the one above it; the two pieces that it joins slide together.
 *
 * @param {Element} group the row as it is drawn
 * @param {Data} data
 * @param {number} row
 * @param {number[]} x
 */
export function slideTogether(group, data, row, x) {
  const made = group.querySelector("rect.made"),
    whole = made?.nextElementSibling;
  if (!made || !whole || still()) return;
  for (const node of group.querySelectorAll("rect.box:not(.made), rect.box:not(.made) + text"))
    comeFrom(node, 0, -PITCH, { duration: JOINING });
  appear(made, { delay: JOINING / 2, duration: JOINING / 2 });
  appear(whole, { delay: JOINING, duration: 60 });
  const joined = data.steps[row].joined;
  const two = spans(data, row - 1, x).slice(joined, joined + 2);
  const place = { y: whole.getAttribute("y"), "text-anchor": "middle", "aria-hidden": "true" };
  const texts = two.map(({ piece }) => svg("text", place, group, shorten(piece)));
  const [one, other] = texts.map((text) => text.getComputedTextLength());
  const middle = Number(whole.getAttribute("x"));
  const ends = [middle - other / 2, middle + one / 2];
  texts.forEach((text, i) => {
    text.setAttribute("x", String(ends[i]));
    const away = (two[i].left + two[i].right) / 2 - ends[i];
    const moving = come(
      text,
      { transform: `translate(${away}px, ${-PITCH}px)` },
      { duration: JOINING },
    );
    moving?.finished.finally(() => text.remove());
  });
}

/**
 * The two pieces that a step joined.
 *
 * @param {Data} data
 * @param {number} row
 * @returns {string[]}
 */
export const parts = (data, row) =>
  data.steps[row - 1].pieces.slice(data.steps[row].joined, data.steps[row].joined + 2);

/**
 * The word after so many merges, for who hears it.
 *
 * @param {Data} data
 * @param {number} shown
 * @returns {string}
 */
export function spoken(data, shown) {
  const pieces = data.steps[shown].pieces.join(", ");
  return tn(
    "“{word}” after {shown} of {count} merge: {pieces}",
    "“{word}” after {shown} of {count} merges: {pieces}",
    data.steps.length - 1,
    { word: data.word, shown, pieces },
  );
}
