// The picture: X, the three W and their products, the chosen row and column in rings.

import {
  forget,
  heatMap,
  letter,
  nameRows,
  ring,
  wipe,
} from "../../../../ui/views/library/board.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number } from "../../../../ui/views/library/numbers.js";
import { lookInside } from "./inside.js";
import { active, HEAD, NAMES, plan, ROLES, W_HEIGHT } from "./projection_layout.js";

/** @import { Area, NameNode } from "../../../../ui/views/library/board.js" */
/** @import { View } from "./types.d.ts" */

/** @type {(view: View) => void} */
function drawWeights(view) {
  const { weights } = view.boards,
    { columns, right } = view.plan;
  wipe(weights, right, HEAD + W_HEIGHT + 4);
  for (const role of ROLES) {
    const box = { x: columns[role].x, y: HEAD, width: columns[role].width, height: W_HEIGHT };
    const shape = role === view.matrix ? view.weights[role].shape.join(" × ") : "";
    heatMap(weights, role, box, view.weights[role], role, view.colours.signed);
    letter(weights, box.x, HEAD - 10, role, { text: "W", below: role, shape });
  }
}

/** @type {(view: View) => void} */
function drawRows(view) {
  const { inner, wide, pitch, tops, columns, bottom, right } = view.plan;
  const { inputs, outputs } = view.boards,
    { signed } = view.colours;
  wipe(inputs, NAMES + inner + 2, bottom);
  wipe(outputs, right, bottom);
  view.groups.forEach(({ tokens, name, origin, roles, x }, group) => {
    const y = tops[group],
      height = tokens.length * pitch;
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
  forget(
    inputs,
    view.groups.map((_, group) => `X${group}`),
  );
  if (wide && view.groups.length > 1) {
    const place = { x: columns.K.x, y: tops[0] + 14, class: "plain" };
    svg("text", place, outputs.frames, t("K and V: from the memory, below"));
  }
}

/**
 * Long sentences scroll inside the view: bring the chosen row into sight.
 *
 * @type {(view: View) => void}
 */
function reveal(view) {
  const { pitch, tops } = view.plan,
    here = active(view),
    box = view.rowsNode;
  const top = tops[here] + view.rows[here] * pitch;
  if (top < box.scrollTop) box.scrollTop = top - HEAD;
  if (top + pitch > box.scrollTop + box.clientHeight) {
    box.scrollTop = Math.min(tops[here] - HEAD, top - pitch);
    if (top + pitch > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }
}

/**
 * Ring the chosen row and column wherever they stand, and look inside the cell they share.
 *
 * @param {View} view
 */
export function mark(view) {
  const here = active(view),
    { x, tokens } = view.groups[here],
    w = view.weights[view.matrix];
  const row = view.rows[here],
    [size, count] = w.shape;
  for (const each of [view.boards.weights, view.boards.inputs, view.boards.outputs]) {
    each.marks.replaceChildren();
    for (const area of each.areas) {
      const high = area.height / area.rows,
        across = area.width / area.columns;
      if (area.group === here) ring(each.marks, area.x, area.y + row * high, area.width, high);
      if (area.role !== view.matrix) continue;
      ring(each.marks, area.x + view.dimension * across, area.y, across, area.height);
    }
    const names = /** @type {Iterable<NameNode>} */ (each.names.children);
    for (const name of names) {
      name.classList.toggle("chosen", name.group === here && name.row === row);
    }
  }
  const cell = {
    line: x.values.subarray(row * size, (row + 1) * size),
    column: Float32Array.from({ length: size }, (_, i) => w.values[i * count + view.dimension]),
    sum: view.results[view.matrix].values[row * count + view.dimension],
    token: tokens[row].text,
    letter: view.groups[here].letter,
    x,
    w,
  };
  lookInside(view, cell);
  reveal(view);
}

/**
 * Draw the whole picture for the width that it has now.
 *
 * @param {View} view
 */
export function draw(view) {
  const { clientWidth } = view.root;
  if (!clientWidth) return; // not laid out yet: the observer calls again
  view.plan = plan(clientWidth, view.groups, view.matrix);
  view.root.classList.toggle("wide", view.plan.wide);
  view.root.style.setProperty("--left", `${NAMES + view.plan.inner + 2}px`);
  drawWeights(view);
  drawRows(view);
  mark(view);
  note(view);
}

/**
 * One number in words, or what the colours mean.
 *
 * @param {View} view
 * @param {(Area & {row: number, column: number}) | null} [found]
 */
export function note(view, found = null) {
  if (found) {
    const { group, role, row, column } = found,
      own = group === undefined;
    const value = number(found.matrix.values[row * found.columns + column], 3);
    const cell = { role, row: row + 1, dimension: column + 1, value };
    view.note.textContent = own
      ? t("W of {role}, row {row}, dimension {dimension}: {value}", cell)
      : t("{role}, “{token}”, dimension {dimension}: {value}", {
          ...cell,
          token: view.groups[group].tokens[row].text,
        });
    return;
  }
  /** @type {(tensor: Matrix) => string} */
  const most = (tensor) => `±${number(largest(tensor), 2)}`;
  const scales = view.groups.map((one) => `${one.name} ${most(one.x)}`);
  scales.push(t("this W {range}", { range: most(view.weights[view.matrix]) }));
  for (const role of ROLES) scales.push(`${role} ${most(view.results[role])}`);
  view.note.textContent = t(
    "Click a cell, or move with the arrow keys. Brown is negative, blue is positive, and each " +
      "matrix has its own scale: {scales}.",
    { scales: scales.join(", ") },
  );
}
