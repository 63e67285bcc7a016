// One-hot times E: of all rows, the one with the 1 beside it is what remains.

import { board, heatMap, letter, ring, wipe } from "../../../../ui/views/library/board.js";
import { listen } from "../../../../ui/views/library/choices.js";
import { ink, palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, slice, unpack, whole } from "../../../../ui/views/library/numbers.js";
import { writePiece } from "./pieces.js";

/** @import { Board, Box } from "../../../../ui/views/library/board.js" */
/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * Around each token's row a window of rows begins at starts; every step-th row stands for E.
 *
 * @typedef {{tokens: Token[], ids: number[], chosen: number, vocabulary: number, step: number,
 *   starts: number[], names: string[][]}} Told
 */

/** @typedef {Told & {overview: SentTensor, windows: SentTensor}} Data */

/**
 * @typedef {{wide: boolean, whole: Box, digits: Box, part: Box, left: number, right: number,
 *   bottom: number}} Plan
 */

/**
 * @typedef {HTMLElement & {board: Board, data: Told & {tensors: {overview: Tensor, windows:
 *   Tensor}}, chosen: number, plan: Plan, observer: ResizeObserver}} Root
 */

const PITCH = 24,
  TOP = 26,
  HOT = 12,
  GAP = 8;

/**
 * @typedef {[number, number, number, number, number, boolean]} Size
 * @type {Size[]}
 */
// From which width on: width of E, of the fan, of names, pixels of a component, all side by side.
const SIZES = [
  [1070, 256, 40, 136, 2, true],
  [820, 256, 32, 124, 1, true],
  [0, 256, 0, 74, 1, false],
];

// Where everything stands.
/** @type {(width: number, data: Root["data"]) => Plan} */
function plan(width, data) {
  const [, inner, fan, names, cell, wide] = SIZES.find(([from]) => width >= from) ?? SIZES[0];
  const [, rows, columns] = data.tensors.windows.shape,
    high = data.tensors.overview.shape[0];
  const whole = { x: HOT + GAP, y: TOP, width: inner, height: high };
  const top = wide ? TOP : TOP + high + 42,
    left = wide ? whole.x + inner + fan : 0;
  const digits = { x: left + names, y: top, width: wide ? 24 : 16, height: rows * PITCH };
  const part = {
    x: digits.x + digits.width + (wide ? 24 : 8),
    y: top,
    width: columns * cell,
    height: rows * PITCH,
  };
  return {
    wide,
    whole,
    digits,
    part,
    left,
    right: part.x + part.width,
    bottom: top + rows * PITCH + 4,
  };
}

/** @type {(root: Root) => void} */
function draw(root) {
  const { data, board, chosen } = root;
  if (!root.clientWidth) return; // not laid out yet: the observer calls again
  const place = (root.plan = plan(root.clientWidth, data)),
    { tensors } = data,
    colours = palette(root);
  const id = data.ids[chosen],
    lit = id - data.starts[chosen],
    rows = tensors.windows.shape[1];
  const most = largest(tensors.overview);
  wipe(board, place.right + (place.wide ? 84 : 2), place.bottom);
  /** @type {(size: number, one: number) => Matrix} */
  const column = (size, one) => ({
    shape: [size, 1],
    values: Float32Array.from({ length: size }, (_, i) => Number(i === one)),
  });
  const whole = column(tensors.overview.shape[0], Math.floor(id / data.step));
  heatMap(board, "hot", { ...place.whole, x: 0, width: HOT }, whole, "line2", colours.attention, {
    most: 1,
  });
  heatMap(board, "E", place.whole, tensors.overview, "X", colours.signed, { most });
  heatMap(board, "digits", place.digits, column(rows, lit), "line2", colours.attention, {
    most: 1,
  });
  heatMap(board, "rows", place.part, slice(tensors.windows, chosen), "X", colours.signed, { most });
  captions(root, place);
  rowsOf(root, place, lit, colours);
  fan(board, place, data.vocabulary, id, lit);
  const piece = data.names[chosen][lit];
  board.node.setAttribute(
    "aria-label",
    t(
      "The one-hot vector of {piece} has {count} numbers: a 1 at place {id} and 0 everywhere " +
        "else. Multiplied by E, it gives row {id} of E.",
      { piece, count: data.vocabulary, id },
    ),
  );
}

/** @type {(root: Root, place: Plan) => void} */
function captions({ board, data }, place) {
  const { whole: all, part } = place,
    y = part.y - 11;
  const size = whole(data.vocabulary);
  svg("text", { x: 0, y: all.y - 11, class: "plain" }, board.frames, t("one-hot ×"));
  letter(board, 62, all.y - 11, "X", {
    text: "E",
    shape: `${size} × ${data.tensors.windows.shape[2]}`,
    plain: t("a row for each token"),
  });
  svg(
    "text",
    { x: place.left, y, class: "plain" },
    board.frames,
    place.wide ? t("piece and id") : t("piece"),
  );
  svg(
    "text",
    { x: place.digits.x + place.digits.width / 2, y, class: "plain", "text-anchor": "middle" },
    board.frames,
    place.wide ? t("one-hot") : t("1-hot"),
  );
  svg(
    "text",
    { x: part.x + (place.wide ? 0 : 12), y, class: "plain" },
    board.frames,
    (place.wide ? "× " : "") +
      t("{count} numbers of the row", { count: data.tensors.windows.shape[2] }),
  );
}

// What stands beside the enlarged rows: their piece, their id, the 0 or 1 and what that makes.
/** @type {(root: Root, place: Plan, lit: number, colours: Palette) => void} */
function rowsOf({ board, data, chosen }, place, lit, colours) {
  const { digits, part } = place;
  data.names[chosen].forEach((piece, i) => {
    const y = part.y + (i + 0.5) * PITCH + 5,
      kind = i === lit ? "lit" : "dim";
    const name = element("span", { class: `row-name ${kind}`, title: piece }, board.names);
    writePiece(name, "span", piece);
    Object.assign(name.style, {
      left: `${place.left}px`,
      top: `${part.y + i * PITCH}px`,
      width: `${digits.x - place.left - (place.wide ? 54 : 6)}px`,
    });
    if (place.wide) {
      svg(
        "text",
        { x: digits.x - 10, y, "text-anchor": "end", class: `id ${kind}` },
        board.frames,
        String(data.starts[chosen] + i),
      );
      svg(
        "text",
        { x: digits.x + digits.width + 12, y, "text-anchor": "middle", class: `id ${kind}` },
        board.frames,
        "×",
      );
      svg(
        "text",
        { x: part.x + part.width + 14, y, class: kind },
        board.frames,
        i === lit ? t("= the row") : "= 0",
      );
    }
    svg(
      "text",
      {
        x: digits.x + digits.width / 2,
        y,
        "text-anchor": "middle",
        class: "digit",
        style: `fill: ${ink(colours.attention(Number(i === lit)))}`,
      },
      board.frames,
      i === lit ? "1" : "0",
    );
    if (i !== lit)
      svg(
        "rect",
        { x: part.x, y: part.y + i * PITCH, width: part.width, height: PITCH, class: "veil" },
        board.frames,
      );
  });
}

// From the thin row of the whole matrix to the same row, enlarged.
/** @type {(board: Board, place: Plan, vocabulary: number, id: number, lit: number) => void} */
function fan(board, { wide, whole, digits, part, left }, vocabulary, id, lit) {
  board.marks.replaceChildren();
  const at = whole.y + (id / vocabulary) * whole.height,
    from = whole.x + whole.width;
  const high = 3;
  ring(board.marks, -1, at - high / 2, from + 2, high);
  const x = left - 6,
    y = part.y + lit * PITCH,
    middle = y + PITCH / 2;
  if (wide) {
    const path = `M${from + 3} ${at}C${from + 24} ${at} ${x - 24} ${middle} ${x} ${middle}`;
    svg("path", { d: path, class: "fan" }, board.marks);
  }
  ring(board.marks, digits.x, y, part.x + part.width - digits.x, PITCH);
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lookup");
  root.board ??= board(root, "looked-up", { role: "img" });
  root.data = {
    ...data,
    tensors: { overview: unpack(data.overview), windows: unpack(data.windows) },
  };
  root.chosen = data.chosen;
  listen(root, ({ word }) => {
    if (word === undefined || !data.ids[word]) return;
    root.chosen = word;
    draw(root);
  });
  root.observer ??= atNewWidth(root, () => draw(root));
  draw(root);
}
