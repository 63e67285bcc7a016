// One head's map in the unbroken model and in the broken one; a click chooses a row, whose weights
// are sliders beside the maps.

import { board, heatMap, nameRows, ring, under, wipe } from "../../../../ui/views/library/board.js";
import { makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { DOWN, moved, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, unpack } from "../../../../ui/views/library/numbers.js";
import { columnNames } from "./row_columns.js";
import { fillSliders, paintSliders, pin, pinned } from "./row_sliders.js";

/** @import { Cell } from "../../../../ui/views/library/attention_map.js" */
/** @import { NameNode } from "../../../../ui/views/library/board.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { RowEditorData } from "./data.d.ts" */
/** @import { Parts, Root } from "./types.d.ts" */

const SIDE = 300,
  NAMES = 76,
  GAP = 28; // pixels of a map, of its tokens, and between the two
const NAME = 14,
  HIGHEST = 448; // pixels of a row with a name, and of a map with all of them

/** @type {(root: Root) => Parts} */
function build(root) {
  const maps = element("div", { class: "maps" }, root),
    sheet = board(maps, "pair", {
      tabindex: 0,
      role: "group",
      "aria-label": t(
        "Attention maps of the original and the changed model; the arrow keys choose a row",
      ),
    });
  const readout = element("output", { class: "readout" }, maps);
  const side = element("div", { class: "side" }, root),
    heading = element("div", { class: "heading" }, side);
  const title = element("h3", {}, heading);
  const undo = element("button", { type: "button" }, heading, t("Undo this row"));
  const note = element("p", {}, side);
  const list = element("div", { class: "sliders" }, side);
  sheet.node.onpointermove = (event) => point(root, under(sheet, event));
  sheet.node.onpointerleave = () => point(root, null);
  sheet.node.onclick = (event) => {
    const { row } = /** @type {Partial<NameNode>} */ (event.target);
    const place = under(sheet, event)?.row ?? row;
    if (place !== undefined) choose(root, place);
  };
  walk(
    sheet.node,
    (key) => moved(root.row, key, root.data.queries.length, { keys: DOWN }),
    (row) => choose(root, row),
  );
  undo.onclick = () => {
    root.pins.delete(root.row);
    paint(root);
    tell(root);
  };
  return { sheet, readout, title, undo, note, list, sliders: [] };
}

/**
 * Choose a row here at once, and tell Python.
 *
 * @type {(root: Root, row: number) => void}
 */
function choose(root, row) {
  root.row = row;
  sliders(root);
  paint(root);
  clearTimeout(root.timer);
  root.timer = setTimeout(() => {
    root.exchange.told(row);
    root.tell("row", row + 1);
  }, 150);
}

/** @type {(root: Root) => void} */
function tell(root) {
  root.tell("edit", { row: root.row, pins: [...(root.pins.get(root.row) ?? [])] });
}

/** @type {(matrix: Tensor, row: number) => number[]} */
const line = (matrix, row) =>
  Array.from(matrix.values.subarray(row * matrix.shape[1], (row + 1) * matrix.shape[1]));

/**
 * The map as it is now: what the server sent, but the chosen row as it stands on the sliders.
 *
 * @type {(root: Root) => Tensor}
 */
function now(root) {
  const { after, base } = root.tensors,
    own = root.pins.get(root.row);
  const values = after.values.slice();
  values.set(
    own ? pinned(line(base, root.row), own) : line(base, root.row),
    root.row * after.shape[1],
  );
  return { shape: after.shape, values };
}

/** @type {(root: Root) => void} */
function sliders(root) {
  const { parts, data } = root;
  parts.sliders = fillSliders(parts.list, data.keys, {
    drag: (key, weight) => {
      const base = line(root.tensors.base, root.row),
        own = root.pins.get(root.row) ?? new Map();
      root.pins.set(root.row, pin(base, own, key, weight));
      root.dragging = true;
      paint(root);
    },
    release: () => {
      root.dragging = false;
      tell(root);
    },
  });
}

/** @type {(root: Root) => void} */
function paint(root) {
  const { parts, data, tensors, row } = root,
    { queries, keys } = data;
  const side = Math.min(SIDE, (root.clientWidth - NAMES - GAP - 14) / 2); // both maps fit a phone
  const step = Math.max(4, Math.floor(side / Math.max(queries.length, keys.length, 8)));
  const pitch = queries.length * NAME > HIGHEST ? step : Math.max(step, NAME);
  const width = step * keys.length,
    height = pitch * queries.length,
    { sheet } = parts;
  const most = Math.max(...keys.map((token) => Math.min(9, [...token.text].length)));
  const top = 26 + most * 7,
    colours = palette(root);
  wipe(sheet, NAMES + 2 * width + GAP, top + height + 2);
  root.broken = now(root);
  [t("original model"), t("changed model")].forEach((title, i) => {
    const x = NAMES + i * (width + GAP),
      matrix = i ? root.broken : tensors.before;
    const name = i ? "after" : "before";
    heatMap(sheet, name, { x, y: top, width, height }, matrix, "line2", colours.attention, {
      most: 1,
      name,
    });
    svg("text", { x, y: 14, class: "letter" }, sheet.frames, title);
    columnNames(sheet, keys, x, top, step);
  });
  nameRows(sheet, queries, top, pitch, "queries");
  Object.assign(root, { step, pitch, top, width });
  const own = root.pins.get(row) ?? new Map();
  parts.title.textContent = t("Row {row}: “{token}” attends to", {
    row: row + 1,
    token: queries[row].text,
  });
  parts.undo.hidden = !own.size;
  parts.note.textContent =
    line(tensors.visible, row).filter(Boolean).length < 2
      ? t("This row can attend to only one token, which gets a weight of 1.")
      : t("Drag a weight, or use the arrow keys. The lines mark the original model.");
  paintSliders(parts.sliders, {
    weights: line(root.broken, row),
    before: line(tensors.before, row),
    visible: line(tensors.visible, row),
    pins: own,
  });
  point(root, null);
}

/**
 * Ring the chosen row in both maps, and the cell that is pointed at; say its two weights.
 *
 * @type {(root: Root, cell: Cell | null) => void}
 */
function point(root, cell) {
  const {
    parts: { sheet, readout },
    data,
    tensors,
    step,
    pitch,
    top,
    width,
    row,
  } = root;
  sheet.marks.replaceChildren();
  const at = cell?.row ?? row;
  [0, 1].forEach((i) => {
    const x = NAMES + i * (width + GAP);
    ring(sheet.marks, x, top + row * pitch, width, pitch);
    if (cell) ring(sheet.marks, x + cell.column * step, top + cell.row * pitch, step, pitch);
  });
  const names = /** @type {Iterable<NameNode>} */ (sheet.names.children);
  for (const name of names) name.classList.toggle("chosen", name.row === at);
  const before = line(tensors.before, at),
    after = line(root.broken, at);
  const column = cell?.column ?? after.indexOf(Math.max(...after));
  readout.textContent = t(
    "{query} → {key}: {before} in the original model, {now} in the changed one",
    {
      query: data.queries[at].text,
      key: data.keys[column].text,
      before: number(before[column], 3),
      now: number(after[column], 3),
    },
  );
}

/** @param {ViewCall<RowEditorData, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  // at each change of data or theme
  const root = parentElement.querySelector(".row_editor");
  root.parts ??= build(root);
  root.observer ??= atNewWidth(root, () => paint(root));
  root.exchange ??= makeExchange();
  const signature = JSON.stringify([data.queries, data.keys]);
  const fresh = root.exchange.news(data.row) || signature !== root.signature;
  if (fresh) root.row = data.row;
  Object.assign(root, {
    data,
    signature,
    tell: setTriggerValue,
    tensors: {
      before: unpack(data.before),
      base: unpack(data.base),
      after: unpack(data.after),
      visible: unpack(data.visible),
    },
  });
  if (!root.dragging) {
    // an answer to an earlier move changes nothing under the hand
    root.pins = new Map(
      Object.entries(data.pins).map(([row, pins]) => [Number(row), new Map(pins)]),
    );
  }
  if (fresh) sliders(root);
  paint(root);
}
