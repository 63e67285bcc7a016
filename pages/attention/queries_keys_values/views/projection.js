// X times W, so that all lines up: a cell stands below its column of W and beside its row of X.

import { ring } from "../../../../ui/views/library/board.js";
import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  columnOf,
  largest,
  number,
  rowOf,
  unpack,
  within,
} from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html, noChange, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { inside } from "./inside.js";
import { HEAD, NAMES, planOf, ROLES, W_HEIGHT } from "./projection_layout.js";
import { sheet } from "./projection_sheet.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { ChosenCell, ProjectionData, ProjectionEvents } from "./data.d.ts" */
/** @import { Role } from "./projection_layout.js" */
/** @import { Area } from "./projection_sheet.js" */

/** A product by its place, a number in words. */
/** @typedef {{place?: number | undefined, note?: string}} Over */
/** What is pointed at belongs to the data, the product that is kept in sight to a cell. */
/**
 * @typedef {{chosen: ChosenCell, hover?: (Over & {data: ProjectionData}) | null,
 *   kept?: {chosen: ChosenCell, place: number} | null}} Now
 */
/** @typedef {View<ProjectionData, Now, ProjectionEvents>} Projection */
/** All that is drawn, and what it can do. @typedef {ReturnType<typeof sceneOf>} Scene */
/** Another cell, and the product to keep in sight. */
/** @typedef {{matrix?: Role, row?: number, dimension?: number, place?: number}} Change */

export default defineView(
  "projection",
  { chosen: ({ groups }) => groups.map(({ tokens }) => tokens) },
  render,
);

/** @param {Projection} view */
function sceneOf({ data, now, width, colours, set, choose }) {
  const { groups } = data,
    { chosen } = now,
    { matrix, dimension, rows } = chosen;
  const groupOf = (/** @type {Role} */ role) =>
    groups.findIndex(({ roles }) => roles.includes(role));
  const here = groupOf(matrix),
    row = rows[here],
    [x, w] = [unpack(groups[here].x), unpack(data.weights[matrix])];
  const line = rowOf(x, row),
    column = columnOf(w, dimension),
    products = Array.from(line, (value, i) => value * column[i]),
    order = [...products.keys()].sort((a, b) => Math.abs(products[b]) - Math.abs(products[a]));
  const hover = now.hover?.data === data ? now.hover : null,
    kept = now.kept?.chosen === chosen ? now.kept.place : order[0];
  return {
    ...{ data, colours, chosen, matrix, dimension, row, here, x, w, line, column, products, order },
    plan: planOf(width, groups, matrix),
    token: groups[here].tokens[row].text,
    symbol: groups[here].letter,
    sum: rowOf(unpack(data.results[matrix]), row)[dimension],
    note: hover?.note,
    place: hover?.place ?? kept,
    over: (/** @type {Over | null} */ found) => {
      if (found?.place === hover?.place && found?.note === hover?.note) return; // the same cell
      set({ hover: found && { ...found, data } });
    },
    pin: (/** @type {number} */ place) => set({ hover: null, kept: { chosen, place } }),
    /** @type {(change: Change) => void} */
    pick: ({ place, ...change }) => {
      const to = { matrix, dimension, ...change },
        group = groupOf(to.matrix),
        at = change.row ?? rows[group];
      const next = { matrix: to.matrix, dimension: to.dimension, rows: rows.with(group, at) },
        cell = { matrix: to.matrix, row: at + 1, dimension: to.dimension + 1 };
      const stays = place === undefined ? null : { chosen: next, place };
      choose({ chosen: next, kept: stays }, "cell", cell, 150); // not each of a held arrow key
    },
  };
}

/** @param {Projection} view */
function render(view) {
  const { data, now, root, width, once } = view;
  if (!width) return noChange; // not laid out yet: drawn when it has a width
  const scene = sceneOf(view),
    { matrix, row, dimension, token, plan } = scene,
    { inner, right, bottom } = plan,
    [rows, columns] = data.results[matrix].shape;
  root.classList.toggle("wide", plan.wide);
  root.style.setProperty("--left", `${NAMES + inner + 2}px`);
  const seen = once("seen", () => ({ chosen: /** @type {ChosenCell | null} */ (null) }));
  if (seen.chosen !== now.chosen) queueMicrotask(() => reveal(root, scene));
  seen.chosen = now.chosen;
  const label = t(
    "{matrix}, {rows} rows and {columns} columns. Chosen: “{token}”, dimension {dimension}, " +
      "{value}. Arrow keys move.",
    { matrix, rows, columns, token, dimension: dimension + 1, value: number(scene.sum, 3) },
  );
  const walk = onKey(
    (key) => movedOver([row, dimension], key, [rows, columns]),
    ([to, beside]) => {
      now.hover = null;
      scene.pick({ row: to, dimension: beside });
    },
  );
  return html`${inside(scene)}
    <div class="board weights" style="width: ${right}px; height: ${HEAD + W_HEIGHT + 4}px"
      >${weights(scene)}</div>
    <div class="rows"><div class="board inputs"
      style="width: ${NAMES + inner + 2}px; height: ${bottom}px">${inputs(scene)}</div
      ><div class="board outputs" tabindex="0" role="application" aria-label=${label}
      style="width: ${right}px; height: ${bottom}px" @keydown=${walk}>${outputs(scene)}</div></div>
    <p class="note">${scene.note ?? legend(scene)}</p>`;
}

/** @param {Scene} scene */
function weights(scene) {
  const { data, matrix, plan, products, place } = scene,
    { x, width } = plan.columns[matrix],
    y = HEAD + ((place + 0.5) / products.length) * W_HEIGHT;
  /** @type {Area[]} */
  const areas = ROLES.map((role) => ({
    ...{ name: role, role, ...plan.columns[role], y: HEAD, height: W_HEIGHT },
    matrix: unpack(data.weights[role]),
    title: { text: "W", below: role, shape: shapeOf(scene, role, data.weights) },
    change: (cell) => ({ matrix: role, dimension: cell.column, place: cell.row }),
  }));
  return sheet(scene, areas, { marks: [rings(scene, areas), wedge(x + width + 1, y, "l6 -4v8z")] });
}

/** @param {Scene} scene */
function inputs(scene) {
  const { data, here, products, place, plan } = scene,
    { inner, pitch, tops } = plan;
  /** @type {Area[]} */
  const areas = data.groups.map(({ name, origin, tokens, roles, x }, group) => ({
    ...{ name: `X${group}`, role: "X", group, tokens, matrix: unpack(x) },
    ...{ x: NAMES, y: tops[group], width: inner, height: tokens.length * pitch },
    title: { text: name, shape: x.shape.join(" × "), plain: origin },
    change: ({ row, column }) => ({ ...rowIn(scene, roles, row), place: column }),
  }));
  const at = NAMES + ((place + 0.5) / products.length) * inner;
  const marks = [rings(scene, areas), wedge(at, tops[here] - 1, "l-4 -5h8z")];
  return sheet(scene, areas, { names: names(scene), marks });
}

/** @param {Scene} scene */
function outputs(scene) {
  const { data, plan } = scene,
    { columns, tops, pitch, wide } = plan;
  /** @type {Area[]} */
  const areas = data.groups.flatMap(({ tokens, roles }, group) =>
    roles.map((role) => ({
      ...{ name: role, role, group, tokens, matrix: unpack(data.results[role]) },
      ...{ ...columns[role], y: tops[group], height: tokens.length * pitch },
      title: { text: role, shape: shapeOf(scene, role, data.results) },
      change: ({ row, column }) => ({ matrix: role, row, dimension: column }),
    })),
  );
  const lines =
    wide && data.groups.length > 1
      ? svg`<text x=${columns.K.x} y=${tops[0] + 14} class="plain">${t(
          "K and V: from the memory, below",
        )}</text>`
      : nothing;
  return sheet(scene, areas, {
    names: wide ? nothing : names(scene),
    lines,
    marks: rings(scene, areas),
  });
}

/** Only that of the large matrix has room. */
/** @type {(scene: Scene, role: Role, all: Record<string, SentTensor>) => string} */
const shapeOf = ({ matrix }, role, all) => (role === matrix ? all[role].shape.join(" × ") : "");

/** @type {(x: number, y: number, d: string) => unknown} */
const wedge = (x, y, d) => svg`<path d="M${x} ${y}${d}" class="wedge"></path>`;

/**
 * Rings around the chosen row and column, wherever they stand.
 *
 * @type {(scene: Scene, areas: Area[]) => unknown}
 */
const rings = ({ matrix, dimension, row, here }, areas) =>
  areas.map(({ x, y, width, height, role, group, matrix: { shape } }) => {
    const [high, across] = [height / shape[0], width / shape[1]];
    return [
      group === here ? ring(x, y + row * high, width, high) : nothing,
      role === matrix ? ring(x + dimension * across, y, across, height) : nothing,
    ];
  });

/**
 * The tokens of all rows; a line joins the pieces of one word.
 *
 * @param {Scene} scene
 */
function names(scene) {
  const { tops, pitch } = scene.plan,
    size = `height: ${pitch}px; line-height: ${pitch}px; font-size: ${within(pitch - 2, 12, 14)}px`;
  return scene.data.groups.map(({ tokens, roles }, group) =>
    tokens.map((token, i) => {
      const kind = group === scene.here && i === scene.row ? "name chosen" : "name";
      return html`<span class=${classesOf(kind, token)} title=${token.text}
        lang=${ifAny(token.lang)} translate="no" style="top: ${tops[group] + i * pitch}px; ${size}"
        @click=${() => scene.pick(rowIn(scene, roles, i))}>${token.text}</span>`;
    }),
  );
}

/**
 * The cell in a row of X: of the matrix that is chosen, if it is computed from there.
 *
 * @type {(scene: Scene, roles: Role[], row: number) => Change}
 */
const rowIn = ({ matrix }, roles, row) => ({
  matrix: roles.includes(matrix) ? matrix : roles[0],
  row,
});

/**
 * What the colours mean.
 *
 * @param {Scene} scene
 */
function legend({ data, matrix }) {
  const most = (/** @type {SentTensor} */ sent) => `±${number(largest(unpack(sent)), 2)}`;
  const scales = [
    ...data.groups.map(({ name, x }) => `${name} ${most(x)}`),
    t("this W {range}", { range: most(data.weights[matrix]) }),
    ...ROLES.map((role) => `${role} ${most(data.results[role])}`),
  ];
  return t(
    "Click a cell, or move with the arrow keys. Orange to brown is negative, blue is positive, " +
      "and each matrix has its own scale: {scales}.",
    { scales: scales.join(", ") },
  );
}

/**
 * Long sentences scroll inside the view: bring the chosen row into sight.
 *
 * @type {(root: HTMLElement, scene: Scene) => void}
 */
function reveal(root, { row, here, plan: { pitch, tops } }) {
  const box = /** @type {HTMLElement} */ (root.querySelector(".rows")),
    top = tops[here] + row * pitch;
  if (top < box.scrollTop) box.scrollTop = top - HEAD;
  if (top + pitch > box.scrollTop + box.clientHeight) {
    box.scrollTop = Math.min(tops[here] - HEAD, top - pitch);
    if (top + pitch > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }
}
