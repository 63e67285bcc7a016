// How the three linked maps of mask_maps.js are painted.

import { cell, exponential, logOfSum, paintCells } from "../../../../ui/views/library/attention.js";
import { roomOfWeight, writtenWeights } from "../../../../ui/views/library/attention_map.js";
import { ink, palette } from "../../../../ui/views/library/colours.js";
import { element, svg, times } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, rowOf, slice } from "../../../../ui/views/library/numbers.js";

/** @import { MapName, Root } from "./types.d.ts" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { Scale } from "../../../../ui/views/library/colours.js" */

const SIGNS_FROM = 15; // the side of a cell in which signs can be read

/**
 * All that depends on the head and on the mask; then the cell that is looked at.
 *
 * @param {Root} root
 */
export function paint(root) {
  const { data, tensors, parts } = root;
  const scores = slice(tensors.scores, root.now.head),
    weights = slice(tensors.weights, root.now.head);
  /** @type {(i: number, j: number) => boolean} */
  const hidden = (i, j) => cell(tensors.visible, i, j) === 0;
  root.values = { scores, weights, hidden };
  const colours = palette(root),
    most = largest(scores);
  paintCells(parts.maps.scores.canvas, scores, colours.signed, most);
  paintCells(parts.maps.masked.canvas, scores, colours.signed, most, hidden);
  paintCells(parts.maps.weights.canvas, weights, colours.attention, 1, hidden);
  for (const name of /** @type {MapName[]} */ (Object.keys(data.titles))) {
    const [title, below] = data.titles[name];
    parts.titles[name].name.textContent = title;
    parts.titles[name].below.textContent = below;
  }
  parts.sign.textContent = data.sign;
  writeMarks(root, colours.attention);
  if (parts.says) paintPredictions(root);
  const notes = [
    t("Scores: orange to brown is negative, blue positive, at full strength ±{most}.", {
      most: number(most, 1),
    }),
    tensors.visible.values.includes(0) && t("Hatched: −∞."),
    data.says
      ? t("The line is the mask's edge; the cell just right of it is the word to predict.")
      : t("The line is the mask's edge."),
    data.says?.some(({ masked }) => masked !== null) &&
      t("Ticks on the bars show the probability with the mask."),
  ];
  parts.legend.textContent = notes.filter(Boolean).join(" ");
  paintCell(root);
}

/**
 * The mask's edge in all maps, −∞ where a score is masked, weights where they fit.
 *
 * @type {(root: Root, attention: Scale) => void}
 */
function writeMarks({ tensors, parts, values, size: { pitch } }, attention) {
  const n = tensors.mask.shape[0],
    { weights, hidden } = values;
  const path = edge(tensors.mask, pitch);
  for (const { marks } of Object.values(parts.maps)) {
    marks.replaceChildren();
    svg("path", { d: path, class: "edge" }, marks);
  }
  if (pitch < SIGNS_FROM) return;
  /** @type {(name: MapName, i: number, j: number, text: string, more?: Attributes) => void} */
  const write = (name, i, j, text, more) =>
    svg(
      "text",
      { x: (j + 0.5) * pitch, y: (i + 0.5) * pitch + 4, ...more },
      parts.maps[name].marks,
      text,
    );
  times(n, (i) =>
    times(n, (j) => {
      if (!hidden(i, j)) return;
      write("masked", i, j, "−∞");
      write("weights", i, j, "0", { class: "zero" });
    }),
  );
  if (pitch < roomOfWeight()) return;
  for (const { row, column, weight, text } of writtenWeights(weights)) {
    write("weights", row, column, text, { style: `fill: ${ink(attention(weight))}` });
  }
}

/**
 * The line between what may be seen and what may not.
 *
 * @type {(mask: Tensor, pitch: number) => string}
 */
function edge(mask, pitch) {
  const n = mask.shape[0];
  /** @type {(i: number, j: number) => boolean} */
  const seen = (i, j) => cell(mask, i, j) > 0;
  let path = "";
  times(n * n, (at) => {
    const i = Math.floor(at / n),
      j = at % n,
      [x, y] = [j * pitch, i * pitch];
    if (j && seen(i, j - 1) !== seen(i, j)) path += `M${x} ${y}v${pitch}`;
    if (i && seen(i - 1, j) !== seen(i, j)) path += `M${x} ${y}h${pitch}`;
  });
  return path;
}

/** @type {(root: Root) => void} */
function paintPredictions({ data, parts }) {
  parts.says?.forEach(({ token, bar, tick, number: shown }, i) => {
    if (!data.says) return;
    const { text, special, p, masked } = data.says[i];
    token.textContent = token.title = text;
    token.classList.toggle("special", special);
    bar.style.width = `${p * 100}%`;
    tick.hidden = masked === null;
    if (masked !== null) tick.style.left = `${masked * 100}%`;
    shown.textContent = number(p, 3);
  });
}

/**
 * Ring the cell that is pointed at, or else the chosen one, in all three maps; say its numbers.
 *
 * @param {Root} root
 */
export function paintCell(root) {
  const {
    parts,
    size: { pitch, side, every },
  } = root;
  const { row: i, column: j } = root.hover ?? root.now;
  for (const { rings } of Object.values(parts.maps)) {
    rings.replaceChildren();
    svg(
      "rect",
      { x: 0.75, y: i * pitch, width: side - 1.5, height: pitch, class: "across" },
      rings,
    );
    svg("rect", { x: j * pitch, y: i * pitch, width: pitch, height: pitch, class: "ring" }, rings);
  }
  parts.columns.forEach((names) => mark(names, j, every));
  mark(parts.rows, i, every);
  parts.says?.forEach(({ line }, place) => line.classList.toggle("chosen", place === i));
  paintChain(root, i, j);
}

/**
 * The name that is looked at is always there; if names are left out, its neighbours give way.
 *
 * @type {(names: (HTMLElement | SVGElement)[], chosen: number, every: number) => void}
 */
function mark(names, chosen, every) {
  names.forEach((name, i) => {
    const kept = i === chosen || (i % every === 0 && Math.abs(i - chosen) >= every);
    name.style.visibility = kept ? "visible" : "hidden";
    name.classList.toggle("chosen", i === chosen);
  });
}

/**
 * One cell as a chain of numbers: score, masked score, power of e, row sum, weight.
 *
 * @type {(root: Root, i: number, j: number) => void}
 */
function paintChain({ data, parts: { chain }, values: { scores, weights, hidden } }, i, j) {
  const masked = hidden(i, j),
    score = cell(scores, i, j);
  const seen = Array.from(rowOf(scores, i)).filter((_, k) => !hidden(i, k));
  chain.replaceChildren();
  /** @type {(text: string) => HTMLElement} */
  const say = (text) => element("span", { class: "word" }, chain, text);
  /** @type {(text: string, name: string) => HTMLElement} */
  const box = (text, name) => element("span", { class: "value", "data-value": name }, chain, text);
  const pair = { query: data.rows[i].text, key: data.columns[j].text };
  say(
    data.says && j === i + 1
      ? t("“{query}” and “{key}”, the token to predict: score", pair)
      : t("“{query}” attends to “{key}”: score", pair),
  );
  box(number(score, 3), "score");
  say(`${data.sign} →`);
  box(masked ? "−∞" : number(score, 3), "masked");
  const power = say("e");
  element("sup", {}, power, "x");
  power.append(" =");
  box(masked ? "0" : exponential(score), "power");
  say(t("÷ row sum"));
  box(exponential(logOfSum(seen)), "sum");
  say("=");
  box(masked ? "0" : number(cell(weights, i, j), 3), "weight");
}
