// The next token: at the left a dot product, at the right the distribution and what sampling does.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { cellUnder, element, writeInto } from "../../../../ui/views/library/dom.js";
import { DOWN, lines, moved, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack, within } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { distribution, drawRest, sliders } from "./next_token_sampling.js";

/** @import { Candidate, Data, Grid, Vector, View } from "./types.d.ts" */
/** @import { Palette } from "../../../../ui/views/library/colours.js" */

/** @type {Vector[]} */
const VECTORS = ["x", "row", "products"];
const GRID = 32; // components in a row of the small pictures

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".next_token");
  const view = (root.view ??= build(root));
  Object.assign(view, { data, tell: setTriggerValue });
  view.x = unpack(data.x).values;
  view.rows = unpack(data.rows);
  view.logits = unpack(data.logits).values;
  const signature = JSON.stringify([data.version, data.candidates]);
  const fresh = view.signature !== signature;
  view.signature = signature;
  if (view.choices.news(data.chosen) || fresh) view.chosen = data.chosen;
  if (view.samplings.news(JSON.stringify(data.sampling))) view.sampling = data.sampling;
  if (fresh) drawList(view);
  repaint(view);
}

/** @type {(root: HTMLElement) => View} */
function build(root) {
  const exchanges = { choices: makeExchange(), samplings: makeExchange() };
  const view = /** @type {View} */ ({ root, ...exchanges });
  view.repaint = () => repaint(view);
  const product = element("section", { class: "product" }, root);
  view.title = element("h4", {}, product);
  view.grids = VECTORS.map((name) => grid(view, product, name));
  view.sum = element("p", { class: "sum" }, product);
  view.cell = element("p", { class: "cell", "aria-live": "polite" }, product);
  const right = element("section", { class: "distribution" }, root);
  view.sliders = sliders(view, element("div", { class: "sliders" }, right));
  view.list = element(
    "div",
    { role: "radiogroup", "aria-label": t("Candidate"), class: "list" },
    right,
  );
  walk(
    view.list,
    (key) => moved(view.chosen, key, view.lines.length, { keys: DOWN, around: true }),
    (place) => pick(view, place),
  );
  view.rest = element("div", { class: "line rest" }, right);
  view.summary = element("p", { class: "summary", "aria-live": "polite" }, right);
  view.place = 0;
  return view;
}

/**
 * One vector as a small picture, whose cells can be pointed at or walked with the arrow keys.
 *
 * @type {(view: View, parent: Element, name: Vector) => Grid}
 */
function grid(view, parent, name) {
  const box = element("div", { class: `grid ${name}` }, parent);
  const caption = element("div", { class: "caption" }, box);
  const canvas = element("canvas", { tabindex: 0, role: "img" }, box);
  const mark = element("span", { class: "mark" }, box);
  const follow = (/** @type {PointerEvent} */ event) => {
    const { row, column } = cellUnder(canvas, event, [canvas.height, GRID]);
    point(view, row * GRID + column);
  };
  canvas.onpointermove = canvas.onpointerdown = follow;
  walk(
    canvas,
    (key) => moved(view.place, key, view.x.length, { keys: lines(GRID) }),
    (place) => point(view, place),
  );
  return { name, caption, canvas, mark };
}

/**
 * Show the two numbers of one component and their product.
 *
 * @type {(view: View, place: number) => void}
 */
function point(view, place) {
  const size = view.x.length;
  view.place = within(place, 0, size - 1);
  const row = slice(view.rows, view.chosen).values;
  const [x, e] = [view.x[view.place], row[view.place]];
  view.cell.textContent = t("component {place} of {size}: {x} × {e} = {product}", {
    place: view.place + 1,
    size,
    x: number(x, 3),
    e: number(e, 3),
    product: number(x * e, 3),
  });
  for (const { canvas, mark } of view.grids) {
    const [w, h] = [canvas.offsetWidth / canvas.width, canvas.offsetHeight / canvas.height];
    Object.assign(mark.style, {
      width: `${w}px`,
      height: `${h}px`,
      left: `${canvas.offsetLeft + (view.place % GRID) * w}px`,
      top: `${canvas.offsetTop + Math.floor(view.place / GRID) * h}px`,
    });
  }
}

/** @type {(candidate: Candidate) => string} */
const shown = (candidate) => (candidate.joined ? "‿" : "") + candidate.text;

/**
 * Paint the vector, the row of E and their products.
 *
 * @type {(view: View, colours: Palette) => void}
 */
function drawProduct(view, colours) {
  const candidate = view.data.candidates[view.chosen];
  const row = slice(view.rows, view.chosen).values;
  const products = view.x.map((value, i) => value * row[i]);
  const logit = view.logits[candidate.rank];
  const token = shown(candidate);
  view.title.textContent = t("The logit of “{token}” is a dot product", { token });
  const captions = {
    x: t("the decoder's vector x"),
    row: t("row {row} of E, “{token}”", { row: candidate.id, token }),
    products: t("their products, component by component"),
  };
  const vectors = { x: view.x, row, products };
  for (const { name, caption, canvas } of view.grids) {
    const values = vectors[name],
      most = largest({ values });
    caption.textContent = captions[name];
    caption.append(element("span", {}, null, `±${number(most, 2)}`));
    canvas.setAttribute("aria-label", captions[name]);
    const shape = [Math.ceil(values.length / GRID), GRID];
    dots(canvas, { shape, values }, (value) => colours.signed(value / most));
  }
  view.sum.replaceChildren();
  writeInto(view.sum, t("they add up to the logit {logit}"), {
    logit: element("b", {}, null, number(logit, 3)),
  });
  point(view, view.place);
}

/**
 * Make one row for each candidate; a new step or sentence brings others.
 *
 * @type {(view: View) => void}
 */
function drawList(view) {
  const { candidates } = view.data;
  const focused = view.list.contains(document.activeElement);
  view.list.replaceChildren();
  view.lines = candidates.map((candidate, place) => {
    const line = element("button", { type: "button", role: "radio", class: "line" }, view.list);
    element("span", { class: "rank" }, line, candidate.rank + 1);
    const kind = candidate.said ? "name said" : "name";
    const lang = candidate.special ? null : view.data.langs.target;
    const about = { class: classesOf(kind, candidate), title: candidate.text, lang };
    element("span", about, line, shown(candidate));
    element("span", { class: "logit" }, line, number(view.logits[candidate.rank], 2));
    const rail = element("span", { class: "rail" }, line);
    const [own, bar] = ["own", "bar"].map((name) => element("span", { class: name }, rail));
    const p = element("span", { class: "p" }, line);
    line.onclick = () => pick(view, place);
    return { line, own, bar, p };
  });
  if (focused) view.lines[view.chosen].line.focus({ preventScroll: true });
}

/** @type {(view: View, place: number) => void} */
function pick(view, place) {
  view.chosen = place;
  repaint(view);
  view.lines[place].line.focus();
  view.choices.told(place);
  view.tell("pick", view.data.candidates[place].id);
}

/** @type {(view: View) => void} */
function repaint(view) {
  const { candidates } = view.data;
  const own = distribution(view.logits, { temperature: 1, top_k: 0, top_p: 1 });
  const now = distribution(view.logits, view.sampling);
  candidates.forEach((candidate, place) => {
    const { line, own: outline, bar, p } = view.lines[place];
    const value = now[candidate.rank];
    outline.style.width = `${own[candidate.rank] * 100}%`;
    bar.style.width = `${value * 100}%`;
    p.textContent = number(value, 3);
    line.classList.toggle("dropped", value === 0);
    line.setAttribute("aria-checked", place === view.chosen);
    line.tabIndex = place === view.chosen ? 0 : -1;
    line.setAttribute(
      "aria-label",
      t("{token}, rank {rank}, probability {p}", {
        token: shown(candidate),
        rank: candidate.rank + 1,
        p: number(value, 3),
      }),
    );
  });
  drawRest(view, own, now);
  view.sliders.draw();
  drawProduct(view, palette(view.root));
}
