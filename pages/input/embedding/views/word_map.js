// Pieces as points in a plane, lines to their nearest rows, and a list for the chosen one.

import { announce } from "../../../../ui/views/library/choices.js";
import { defineView, gaps } from "../../../../ui/views/library/define.js";
import { measureIn } from "../../../../ui/views/library/dom.js";
import { moved, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";
import { drawnPiece, nearestRows, piece, spoken } from "./pieces.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Point, WordMapData, WordMapEvents } from "./data.d.ts" */

/**
 * Other is a point that is no token of the sentence: it is looked at only here, on this map and
 * until another token is chosen.
 *
 * @typedef {{chosen: number, other?: {point: number, of: string} | null}} Now
 */
/** @typedef {View<WordMapData, Now, WordMapEvents>} WordMap */

const EDGE = 26,
  NARROW = 580;

export default defineView(
  "word_map",
  { chosen: ({ points, tokens }) => [points.map(({ text }) => text), tokens] },
  render,
  ({ word = -1 }, { tokens }) => (tokens[word] === undefined ? {} : { chosen: word, other: null }),
);

/** @param {WordMap} view */
function render({ data, now, root, set, choose }) {
  const { points, tokens, chance, note } = data;
  if (!root.firstChild) queueMicrotask(() => set({})); // again, once the map has a width
  const width = root.querySelector(".map")?.clientWidth ?? 0,
    height = width < NARROW ? 400 : 470;
  const at = pixels(unpack(data.places).values, width, height),
    of = `${now.chosen} ${data.places.data}`;
  const chosen = now.other?.of === of ? now.other.point : tokens[now.chosen],
    { text, near } = points[chosen];
  // A token of the sentence is chosen for the whole page, any other point only here.
  const pick = (/** @type {number} */ point) => {
    const word = tokens.indexOf(point);
    if (word < 0 || point === tokens[now.chosen]) set({ other: { point, of } });
    else {
      choose({ chosen: word, other: null }, "word", word + 1);
      announce({ word });
    }
  };
  // The name of a point that is pointed at is seen: no reason to draw all of them anew.
  const reveal = (/** @type {number} */ i, /** @type {boolean} */ seen) =>
    root.querySelectorAll(".name")[i].classList.toggle("pointed", seen);
  const order = [...at.keys()].sort((a, b) => at[a][0] - at[b][0]);
  const walk = onKey(
    (key) => moved(order.indexOf(chosen), key, at.length, { around: true }),
    (place) => pick(order[place]), // arrow keys go through the points from left to right
  );
  const three = near.slice(0, 3).map((one) => spoken(one.text));
  const label = t(
    "Map of {count} tokens. {piece} is chosen; its nearest are {nearest}. Arrow keys " +
      "go to the next token.",
    { count: points.length, piece: spoken(text), nearest: three.join(", ") },
  );
  // The person's own words lie above their neighbours: each of them can be clicked.
  const own = (/** @type {number} */ i) => points[i].kind !== "near";
  const below = [...points.keys()].sort((i, j) => Number(own(i)) - Number(own(j)));
  const [x, y] = at[chosen];
  return html`<div class="map" tabindex="0" role="application" aria-label=${label} @keydown=${walk}>
      <svg width=${width} height=${height} aria-hidden="true">
        ${points.map(({ links }, i) =>
          links.map(
            (other) => svg`<line x1=${at[i][0]} y1=${at[i][1]} x2=${at[other][0]}
              y2=${at[other][1]} class=${i === chosen ? "own" : ""}></line>`,
          ),
        )}
        ${below.map(
          (i) => svg`<g class="point ${points[i].kind}" @click=${() => pick(i)}
            @pointerenter=${() => reveal(i, true)} @pointerleave=${() => reveal(i, false)}
            >${dot(points[i], at[i])}</g>`,
        )}
        ${names(points, at, chosen, { width, height, root })}
        <circle r="9" class="ring" cx=${x} cy=${y}></circle>
      </svg></div>
    <section>
      <h4 aria-live="polite">${gaps(t("nearest to {piece}"), {
        piece: html`<b lang="" translate="no">${piece(text)}</b>`,
      })}</h4>
      ${nearestRows(near, chance)}</section>
    <p class="note">${note}</p>`;
}

/** @type {(point: Point, at: number[]) => unknown} */
const dot = ({ kind }, [x, y]) =>
  svg`<circle cx=${x} cy=${y} r="12" class="hit"></circle>${
    kind === "said"
      ? svg`<rect x=${x - 4.5} y=${y - 4.5} width="9" height="9"></rect>`
      : svg`<circle cx=${x} cy=${y} r=${kind === "near" ? 3.5 : 5.5}></circle>`
  }`;

/**
 * Pixels of each point: the same scale on both axes, the cloud in the middle.
 *
 * @type {(values: Float32Array, width: number, height: number) => number[][]}
 */
function pixels(values, width, height) {
  const axis = (/** @type {number} */ k) => {
    const all = values.filter((_, i) => i % 2 === k);
    return [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  };
  const [[left, right], [low, high]] = [axis(0), axis(1)];
  const roomX = width - 2 * EDGE - 50,
    roomY = height - 2 * EDGE;
  const scale = Math.min(roomX / (right - left || 1), roomY / (high - low || 1));
  return Array.from({ length: values.length / 2 }, (_, i) => [
    (width - 30) / 2 + (values[2 * i] - (left + right) / 2) * scale,
    height / 2 - (values[2 * i + 1] - (low + high) / 2) * scale,
  ]);
}

/**
 * Names where they cover no other name and no point; the chosen point and its lines come first.
 *
 * @type {(points: Point[], at: number[][], chosen: number, room: {width: number, height: number,
 *   root: HTMLElement}) => unknown}
 */
function names(points, at, chosen, { width, height, root }) {
  const { links } = points[chosen],
    family = getComputedStyle(root).fontFamily;
  /** @type {Record<string, number>} */
  const order = { source: 2, added: 2, mean: 2, said: 3, near: 4 };
  const rank = (/** @type {number} */ i) =>
    i === chosen ? 0 : links.includes(i) ? 1 : order[points[i].kind];
  const taken = at.map(([x, y]) => [x - 5, y - 5, x + 5, y + 5]);
  /** @type {unknown[]} */
  const written = [];
  for (const i of [...points.keys()].sort((a, b) => rank(a) - rank(b))) {
    const { text, kind } = points[i],
      [x, y] = at[i];
    const [size, weight, h] = order[kind] === 2 ? [15, 650, 20] : [13, 400, 17];
    const font = `${i === chosen ? 700 : weight} ${size}px ${family}`,
      w = measureIn(font).measureText(text).width + 1;
    const spots = [
      [8, 5],
      [-w - 8, 5],
      [-w / 2, -8],
      [-w / 2, 18],
      [10, -9],
      [-w - 10, -9],
      [10, 20],
      [-w - 10, 20],
    ].map(([dx, dy]) => [x + dx, y + dy]);
    const box = (/** @type {number[]} */ [left, base]) => [
      left - 2,
      base - h + 4,
      left + w + 2,
      base + 4,
    ];
    const free = spots.find((spot) => {
      const [left, top, right, bottom] = box(spot);
      if (left < 0 || right > width || top < 0 || bottom > height) return false;
      return !taken.some(
        (other, k) =>
          k !== i && left < other[2] && right > other[0] && top < other[3] && bottom > other[1],
      );
    });
    const spot = free ?? spots[x > width / 2 ? 1 : 0];
    // A word of the person's own has its name even where that covers another.
    const seen = free || rank(i) < 3;
    if (seen) taken.push(box(spot));
    const kinds = `${kind} ${["chosen", "linked"][rank(i)] ?? ""} ${seen ? "" : "hidden"}`;
    written[i] = svg`<text x=${spot[0]} y=${spot[1]} class="name ${kinds}" lang=""
      translate="no">${drawnPiece(text)}</text>`;
  }
  return written;
}
