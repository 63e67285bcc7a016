// X times W, so that all lines up: a cell stands below its column of W and beside its row of X.

import {
  board,
  forget,
  heatMap,
  letter,
  nameRows,
  ring,
  under,
  wipe,
} from "../../../../ui/views/library/board.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { largest, number, unpack } from "../../../../ui/views/library/numbers.js";
import { lookInside, point } from "./inside.js";

const ROLES = ["Q", "K", "V"];
export const NAMES = 76, HEAD = 24, W_HEIGHT = 256; // room for the tokens, for letters; one px for a row

// From which width on: width of X, of the large and the small matrices, gaps, side by side.
const SIZES = [
  [1072, 512, 224, 96, 20, true], [928, 512, 160, 64, 14, true],
  [600, 512, 224, 96, 20, false], [0, 256, 192, 32, 12, false],
];

/** Where everything stands. */
function plan(width, groups, matrix) {
  const [, inner, large, small, gap, wide] = SIZES.find(([from]) => width >= from);
  const count = groups.reduce((sum, group) => sum + group.tokens.length, 0);
  const pitch = count <= 11 ? 18 : count <= 22 ? 16 : 14;
  const columns = {}, tops = [];
  let x = wide ? 2 : NAMES, y = 0;
  for (const role of ROLES) {
    columns[role] = { x, width: role === matrix ? large : small };
    x += columns[role].width + gap;
  }
  for (const { tokens } of groups) {
    tops.push(y + HEAD);
    y += HEAD + tokens.length * pitch + 8;
  }
  return { inner, wide, pitch, columns, tops, bottom: y, right: x - gap + 4 };
}

function build(root) {
  const cell = element("section", { class: "inside" }, root);
  const heading = element("h3", { "aria-live": "polite" }, cell);
  const slider = { role: "slider", "aria-label": "The products of this cell", "aria-valuemin": 1 };
  const strips = board(cell, "strips", { tabindex: 0, ...slider });
  const parts = {
    heading, product: element("p", { class: "product" }, cell),
    sum: element("p", { class: "sum", "aria-live": "polite" }, cell),
    most: element("p", { class: "most" }, cell),
  };
  const weights = board(root, "weights");
  const rows = element("div", { class: "rows" }, root);
  const inputs = board(rows, "inputs");
  const outputs = board(rows, "outputs", { tabindex: 0, role: "application" });
  const note = element("p", { class: "note" }, root);
  return { root, ...parts, note, rowsNode: rows, boards: { strips, weights, inputs, outputs } };
}

export const active = (view) => view.groups.findIndex((one) => one.roles.includes(view.matrix));

function drawWeights(view) {
  const { weights } = view.boards, { columns, right } = view.plan;
  wipe(weights, right, HEAD + W_HEIGHT + 4);
  for (const role of ROLES) {
    const box = { x: columns[role].x, y: HEAD, width: columns[role].width, height: W_HEIGHT };
    const shape = role === view.matrix ? view.weights[role].shape.join(" × ") : "";
    heatMap(weights, role, box, view.weights[role], role, view.colours.signed);
    letter(weights, box.x, HEAD - 10, role, { text: "W", below: role, shape });
  }
}

function drawRows(view) {
  const { inner, wide, pitch, tops, columns, bottom, right } = view.plan;
  const { inputs, outputs } = view.boards, { signed } = view.colours;
  wipe(inputs, NAMES + inner + 2, bottom);
  wipe(outputs, right, bottom);
  view.groups.forEach(({ tokens, name, origin, roles, x }, group) => {
    const y = tops[group], height = tokens.length * pitch;
    heatMap(inputs, `X${group}`, { x: NAMES, y, width: inner, height }, x, "X", signed, { group });
    letter(inputs, NAMES, y - 10, "X", { text: name, shape: x.shape.join(" × "), plain: origin });
    nameRows(inputs, tokens, y, pitch, group);
    if (!wide) nameRows(outputs, tokens, y, pitch, group);
    for (const role of roles) {
      const box = { x: columns[role].x, y, width: columns[role].width, height };
      const shape = role === view.matrix ? view.results[role].shape.join(" × ") : "";
      heatMap(outputs, role, box, view.results[role], role, signed, { group });
      letter(outputs, box.x, y - 10, role, { text: role, shape });
    }
  });
  forget(inputs, view.groups.map((_, group) => `X${group}`));
  if (wide && view.groups.length > 1) {
    const place = { x: columns.K.x, y: tops[0] + 14, class: "plain" };
    svg("text", place, outputs.frames, "K and V: from the memory, below");
  }
}

/** Long sentences scroll inside the view: bring the chosen row into sight. */
function reveal(view) {
  const { pitch, tops } = view.plan, here = active(view), box = view.rowsNode;
  const top = tops[here] + view.rows[here] * pitch;
  if (top < box.scrollTop) box.scrollTop = top - HEAD;
  if (top + pitch > box.scrollTop + box.clientHeight) {
    box.scrollTop = Math.min(tops[here] - HEAD, top - pitch);
    if (top + pitch > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }
}

/** Ring the chosen row and column wherever they stand, and look inside the cell they share. */
function mark(view) {
  const here = active(view), { x, tokens } = view.groups[here], w = view.weights[view.matrix];
  const row = view.rows[here], [size, count] = w.shape;
  for (const each of [view.boards.weights, view.boards.inputs, view.boards.outputs]) {
    each.marks.replaceChildren();
    for (const area of each.areas) {
      const high = area.height / area.rows, across = area.width / area.columns;
      if (area.group === here) ring(each.marks, area.x, area.y + row * high, area.width, high);
      if (area.role !== view.matrix) continue;
      ring(each.marks, area.x + view.dimension * across, area.y, across, area.height);
    }
    for (const name of each.names.children) {
      name.classList.toggle("chosen", name.group === here && name.row === row);
    }
  }
  view.cell = {
    line: x.values.subarray(row * size, (row + 1) * size),
    column: Float32Array.from({ length: size }, (_, i) => w.values[i * count + view.dimension]),
    sum: view.results[view.matrix].values[row * count + view.dimension],
    token: tokens[row].text, letter: view.groups[here].letter, x, w,
  };
  lookInside(view);
  reveal(view);
}

function draw(view) {
  if (!(view.width = view.root.clientWidth)) return; // not laid out yet: the observer calls again
  view.plan = plan(view.width, view.groups, view.matrix);
  view.root.classList.toggle("wide", view.plan.wide);
  view.root.style.setProperty("--left", `${NAMES + view.plan.inner + 2}px`);
  drawWeights(view);
  drawRows(view);
  mark(view);
  note(view);
}

/** One number in words, or what the colours mean. */
function note(view, found = null) {
  if (found) {
    const { group, role, row, column } = found, own = group === undefined;
    const where = own ? `row ${row + 1}` : `“${view.groups[group].tokens[row].text}”`;
    const value = number(found.matrix.values[row * found.columns + column], 3);
    const letter = own ? `W of ${role}` : role;
    view.note.textContent = `${letter}, ${where}, dimension ${column + 1}: ${value}`;
    return;
  }
  const most = (tensor) => `±${number(largest(tensor), 2)}`;
  const scales = view.groups.map((one) => `${one.name} ${most(one.x)}`);
  scales.push(`this W ${most(view.weights[view.matrix])}`);
  for (const role of ROLES) scales.push(`${role} ${most(view.results[role])}`);
  view.note.textContent = "Click a cell or walk with the arrow keys. Brown is negative, blue is "
    + `positive, each matrix on its own scale: ${scales.join(", ")}.`;
}

/** Choose a cell: here at once, then tell the page, which writes it into the link. */
function choose(view, { matrix = view.matrix, row, dimension = view.dimension }) {
  const redraw = matrix !== view.matrix;
  Object.assign(view, { matrix, dimension, pinned: null });
  const here = active(view);
  if (row !== undefined) view.rows[here] = row;
  (redraw ? draw : mark)(view);
  clearTimeout(view.timer);
  view.timer = setTimeout(() => { // not for every step of a held arrow key
    view.timer = null;
    view.told = { until: performance.now() + 1000, chosen: key(view) };
    view.tell("cell", { matrix, row: view.rows[here] + 1, dimension: dimension + 1 });
  }, 150);
}

function wire(view) {
  const { strips, weights, inputs, outputs } = view.boards;
  const listen = (each, hover, pick) => {
    each.node.onpointermove = (event) => {
      const found = under(each, event);
      note(view, each === strips ? null : found);
      point(view, found && hover(found));
    };
    each.node.onpointerleave = () => { note(view); point(view); };
    each.node.onclick = (event) => {
      const found = under(each, event);
      if (found) pick(found);
    };
  };
  const pin = (i) => { view.pinned = i; point(view); };
  listen(weights, (at) => at.row, (at) => {
    choose(view, { matrix: at.role, dimension: at.column });
    pin(at.row);
  });
  listen(inputs, (at) => at.column, (at) => {
    const { roles } = view.groups[at.group];
    choose(view, { matrix: roles.includes(view.matrix) ? view.matrix : roles[0], row: at.row });
    pin(at.column);
  });
  listen(outputs, () => null, (at) =>
    choose(view, { matrix: at.role, row: at.row, dimension: at.column }));
  listen(strips, (at) => at.column, (at) => pin(at.column));
  walk(view, pin);
}

/** Arrow keys: over the cells of the result, and over the products inside one. */
function walk(view, pin) {
  const { strips, outputs } = view.boards;
  const within = (value, count) => Math.min(count - 1, Math.max(0, value));
  strips.node.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    pin(within((view.pinned ?? view.cell.order[0]) + step, view.cell.line.length));
  };
  outputs.node.onkeydown = (event) => {
    const step = {
      ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0],
    }[event.key];
    if (!step) return;
    event.preventDefault();
    const [rows, columns] = view.results[view.matrix].shape;
    choose(view, {
      row: within(view.rows[active(view)] + step[0], rows),
      dimension: within(view.dimension + step[1], columns),
    });
  };
}

const key = ({ matrix, dimension, rows }) => JSON.stringify([matrix, dimension, rows]);

/** Take over the page's choice, unless the person is already further than this answer. */
function adopt(view, chosen) {
  const waiting = view.told?.until > performance.now() && view.told.chosen !== key(chosen);
  const fits = view.rows?.length === view.groups.length
    && view.rows.every((row, i) => row < view.groups[i].tokens.length);
  if ((view.timer || waiting) && fits) return;
  if (!view.rows || key(chosen) !== key(view)) view.pinned = null;
  Object.assign(view, { ...chosen, rows: [...chosen.rows], told: null });
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".projection");
  const view = (root.view ??= build(root));
  if (!view.observer) {
    wire(view);
    view.observer = new ResizeObserver(() => root.clientWidth !== view.width && draw(view));
    view.observer.observe(root);
  }
  const unpacked = (all) => Object.fromEntries(ROLES.map((role) => [role, unpack(all[role])]));
  Object.assign(view, {
    groups: data.groups.map((group) => ({ ...group, x: unpack(group.x) })),
    weights: unpacked(data.weights), results: unpacked(data.results), tell: setTriggerValue,
  });
  view.colours?.release();
  view.colours = palette(root);
  adopt(view, data.chosen);
  draw(view);
  return () => { if (!root.isConnected) view.observer.disconnect(); };
}
