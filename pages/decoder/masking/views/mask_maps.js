// Scores, masked scores and weights of one head: three maps of the same cells, linked.

import { pointAtCells } from "../../../../ui/views/library/attention_map.js";
import { followControls, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { movedOver, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { unpack, within } from "../../../../ui/views/library/numbers.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";
import { paint, paintCell } from "./mask_maps_paint.js";

/** @import { Data, FramedMap, Line, MapName } from "./types.d.ts" */
/** @import { Cell } from "../../../../ui/views/library/attention_map.js" */
/** @import { Parts, Prediction, Root, Sizes } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

const WIDTH = 1098,
  NAMES = 88,
  SIGN = 48,
  SAYS = 206; // pixels of the page and of its columns
/** @type {MapName[]} */
const MAPS = ["scores", "masked", "weights"];

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  // at each change of data or theme
  const root = parentElement.querySelector(".mask_maps");
  Object.assign(root, { data, tell: setTriggerValue });
  const [scores, weights] = [unpack(data.scores), unpack(data.weights)];
  root.tensors = { scores, weights, visible: unpack(data.visible), mask: unpack(data.mask) };
  const signature = JSON.stringify([data.rows, data.columns, Boolean(data.says)]);
  if (root.signature !== signature) {
    Object.assign(root, { signature, exchange: makeExchange(), hover: null });
    build(root, data);
  }
  // A quick hand is ahead of the server: an answer to an older choice changes nothing.
  const { row: asks, column, head } = data;
  if (root.exchange.news([asks, column, head].join())) root.now = { row: asks, column, head };
  listen(
    root,
    ({ head: chosen = root.now.head }) => chosen !== root.now.head && now(root, { head: chosen }),
  );
  followControls();
  paint(root);
}

/**
 * Choose here at once.
 *
 * @type {(root: Root, change: Partial<Root["now"]>) => void}
 */
function now(root, change) {
  Object.assign(root.now, change);
  const { row: asks, column, head } = root.now;
  root.exchange.told([asks, column, head].join());
  paint(root);
}

/**
 * Choose a cell here at once and tell Python soon after; keys held down are told once.
 *
 * @type {(root: Root, cell: Cell, delay?: number) => void}
 */
function pick(root, cell, delay = 0) {
  now(root, cell);
  clearTimeout(root.timer);
  root.timer = setTimeout(() => root.tell("pick", [root.now.row + 1, root.now.column + 1]), delay);
}

/**
 * Side of a cell, and how many tokens share a name where there is no room for each.
 *
 * @type {(data: Data) => Sizes}
 */
function sizes({ rows, says }) {
  const room = (WIDTH - NAMES - 2 * SIGN - (says ? SAYS : 0)) / 3;
  const pitch = within(Math.floor(room / rows.length), 3, 40);
  return { pitch, side: pitch * rows.length, every: Math.ceil(13 / pitch) };
}

/** @type {(root: Root, data: Data) => void} */
function build(root, data) {
  const size = (root.size = sizes(data)),
    { says } = data;
  root.replaceChildren();
  const sheet = element("div", { class: "sheet" }, element("div", { class: "scroll" }, root));
  const tracks = [
    `${NAMES}px`,
    ...MAPS.flatMap((_, i) => (i ? [`${SIGN}px`, "max-content"] : ["max-content"])),
  ];
  sheet.style.gridTemplateColumns = [...tracks, ...(says ? [`${SAYS}px`] : [])].join(" ");
  const parts = /** @type {Parts} */ ({ maps: {}, titles: {} });
  root.parts = parts;
  // First the row of titles, then the names of the columns, then the cells.
  element("div", { class: "corner" }, sheet);
  MAPS.forEach((name, i) => {
    if (i) element("div", {}, sheet);
    const title = element("div", { class: "title" }, sheet);
    parts.titles[name] = { name: element("h3", {}, title), below: element("span", {}, title) };
  });
  if (says) {
    const title = element("div", { class: "title says" }, sheet);
    element("h3", {}, title, t("predicts"));
    element("span", {}, title, t("with this probability"));
  }
  element("div", { class: "corner asks" }, sheet, t("query ↓  key →"));
  parts.columns = MAPS.map((_, i) => {
    if (i) element("div", {}, sheet);
    return columnNames(sheet, data.columns, size);
  });
  if (says) element("div", {}, sheet);
  parts.rows = rowNames(sheet, data.rows, size);
  MAPS.forEach((name, i) => {
    if (i === 1) parts.sign = sign(sheet);
    if (i === 2) sign(sheet).textContent = t("softmax");
    parts.maps[name] = map(root, sheet, name, size, i === 0);
  });
  if (says) parts.says = predictions(root, sheet, says, size);
  parts.chain = element("div", { class: "chain", "aria-live": "polite" }, root);
  parts.legend = element("p", { class: "legend" }, root);
}

/** @type {(sheet: Element) => HTMLElement} */
function sign(sheet) {
  const box = element("div", { class: "sign" }, sheet),
    text = element("span", {}, box);
  element("span", { class: "arrow" }, box, "→");
  return text;
}

/** @type {(sheet: Element, tokens: Token[], size: Sizes) => SVGTextElement[]} */
function columnNames(sheet, tokens, { pitch, side }) {
  const steep = pitch < 17;
  const box = svg(
    "svg",
    { class: "columns", width: side, height: 54, "aria-hidden": "true" },
    sheet,
  );
  return tokens.map((token, i) => {
    const x = (i + 0.5) * pitch + (steep ? 4 : 3);
    const turn = `translate(${x} 50) rotate(${steep ? -90 : -52})`;
    return svg("text", { transform: turn, class: classesOf("", token) }, box, cut(token.text, 9));
  });
}

/** @type {(sheet: Element, tokens: Token[], size: Sizes) => HTMLElement[]} */
function rowNames(sheet, tokens, { pitch, side }) {
  const box = element("div", { class: "rows", "aria-hidden": "true" }, sheet);
  box.style.height = `${side}px`;
  return tokens.map((token, i) => {
    const about = { class: classesOf("", token), title: token.text, lang: token.lang };
    const name = element("span", about, box, token.text);
    name.style.top = `${(i + 0.5) * pitch}px`;
    name.style.fontSize = `${within(pitch - 4, 12, 15)}px`;
    return name;
  });
}

/**
 * One framed map: a canvas, and above it what is written and ringed.
 *
 * @type {(root: Root, sheet: Element, name: MapName, size: Sizes, first: boolean) => FramedMap}
 */
function map(root, sheet, name, { side }, first) {
  const cells = element("div", { class: `cells ${name}`, "data-map": name }, sheet);
  Object.assign(cells.style, { width: `${side}px`, height: `${side}px` });
  const canvas = element("canvas", { "aria-hidden": "true" }, cells);
  const over = svg("svg", { width: side, height: side, "aria-hidden": "true" }, cells);
  const [marks, rings] = [0, 1].map(() => svg("g", {}, over));
  const shape = () => [root.data.rows.length, root.data.rows.length];
  pointAtCells(
    cells,
    shape,
    (cell) => point(root, cell),
    (cell) => pick(root, cell),
  );
  if (first) {
    cells.tabIndex = 0;
    walk(
      cells,
      (key) => movedOver([root.now.row, root.now.column], key, shape()),
      ([row, column]) => {
        root.hover = null;
        pick(root, { row, column }, 150);
      },
    );
    cells.setAttribute("role", "application");
    const [rows, columns] = [root.data.rows.length, root.data.columns.length];
    cells.setAttribute(
      "aria-label",
      t("Scores, masked scores and weights, {rows} by {columns}; arrow keys choose a cell", {
        rows,
        columns,
      }),
    );
  }
  return { canvas, marks, rings };
}

/**
 * What each row is there to predict, and how probable it finds it; in dense maps, bars only.
 *
 * @type {(root: Root, sheet: Element, says: Prediction[], size: Sizes) => Line[]}
 */
function predictions(root, sheet, says, { pitch, side }) {
  const box = element("div", { class: pitch < 17 ? "says dense" : "says" }, sheet);
  box.style.height = `${side}px`;
  return says.map((_, i) => {
    const line = element("div", { class: "line" }, box);
    line.style.height = `${pitch}px`;
    line.onclick = () => pick(root, { row: i, column: Math.min(i + 1, says.length - 1) });
    const token = element("span", { class: "token" }, line);
    const rail = element("span", { class: "rail" }, line);
    const bar = element("i", {}, rail),
      tick = element("b", { title: t("with the mask") }, rail);
    return { line, token, bar, tick, number: element("span", { class: "number" }, line) };
  });
}

/** @type {(root: Root, cell: Cell | null) => void} */
function point(root, cell) {
  root.hover = cell;
  paintCell(root);
}
