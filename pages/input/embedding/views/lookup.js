// The row of E that an id picks: with the rows next to it, and with those that point the same way.

import { board, heatMap, letter, ring, wipe } from "../../../../ui/views/library/board.js";
import { listen } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack, whole } from "../../../../ui/views/library/numbers.js";
import { writePiece } from "./pieces.js";

/** @import { Board, Box } from "../../../../ui/views/library/board.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * Around each token's row a window of rows begins at starts; every step-th row stands for E. The
 * nearest rows begin with the token's own.
 *
 * @typedef {{tokens: Token[], ids: number[], chosen: number, vocabulary: number, step: number,
 *   starts: number[], names: string[][], near_names: string[][]}} Told
 */

/** @typedef {Told & {overview: SentTensor, windows: SentTensor, near: SentTensor}} Data */

/** Boxes of E and of the two parts; names stand on the left of a part. */
/** @typedef {{names: number, whole: Box, parts: Box[]}} Plan */

/**
 * @typedef {HTMLElement & {board: Board, data: Told & {tensors: {overview: Tensor, windows:
 *   Tensor, near: Tensor}}, chosen: number, observer: ResizeObserver}} Root
 */

const PITCH = 24,
  TOP = 26,
  LOWER = 42, // from one picture to the one below
  E_WIDTH = 180,
  COSINES = 52, // on the right of a part
  FAN = 40;

/**
 * From which width on: width of names and of a part, and where E and the parts are, in columns and
 * rows.
 *
 * @type {{from: number, names: number, width: number, at: [number, number][]}[]}
 */
const PLANS = [
  // biome-ignore format: a table
  { from: 1080, names: 134, width: 234, at: [[0, 0], [1, 0], [2, 0]] },
  // biome-ignore format: a table
  { from: 1020, names: 134, width: 204, at: [[0, 0], [1, 0], [2, 0]] },
  // biome-ignore format: a table
  { from: 640, names: 150, width: 212, at: [[0, 0], [1, 0], [1, 1]] },
  // biome-ignore format: a table
  { from: 0, names: 122, width: 184, at: [[0, 0], [0, 1], [0, 2]] },
];

// Where everything stands.
/** @type {(room: number, data: Root["data"]) => Plan} */
function plan(room, data) {
  const { names, width, at } = PLANS.find(({ from }) => room >= from) ?? PLANS[0];
  const rows = data.tensors.windows.shape[1],
    high = Math.max(data.tensors.overview.shape[0], rows * PITCH);
  const parts = at
    .slice(1)
    .map(([column, row]) => ({
      x: names + (column ? E_WIDTH + FAN + (column - 1) * (names + width + COSINES + FAN / 2) : 0),
      y: TOP + row * (high + LOWER),
      width,
      height: rows * PITCH,
    }));
  return { names, whole: { x: 1, y: TOP, width: E_WIDTH, height: high }, parts };
}

/** @type {(root: Root) => void} */
function draw(root) {
  const { data, board, chosen } = root;
  if (!root.clientWidth) return; // not laid out yet: the observer calls again
  const { names, whole: all, parts } = plan(root.clientWidth, data),
    { overview, windows, near } = data.tensors,
    { signed } = palette(root);
  const id = data.ids[chosen],
    lit = [id - data.starts[chosen], 0];
  const right = Math.max(...parts.map(({ x, width }) => x + width)),
    bottom = Math.max(...parts.map(({ y, height }) => y + height));
  wipe(board, right + COSINES, bottom + 4);
  heatMap(board, "E", all, overview, "X", signed, { most: largest(overview) });
  const shown = [slice(windows, chosen), slice(near, chosen)],
    most = largest(shown[0]);
  shown.forEach((rows, i) => {
    heatMap(board, i ? "near" : "rows", parts[i], rows, "X", signed, { most });
  });
  letter(board, 1, all.y - 11, "X", {
    text: "E",
    plain: t("{count} rows, one per token", { count: whole(data.vocabulary) }),
  });
  for (const [i, title] of [t("next to it on the list"), t("rows most like it")].entries()) {
    const { x, y } = parts[i];
    svg("text", { x: x - names, y: y - 11, class: "title" }, board.frames, title);
    cosines(board, parts[i], shown[i], lit[i]);
    (i ? data.near_names : data.names)[chosen].forEach((piece, row) => {
      const id = i ? "" : String(data.starts[chosen] + row);
      nameRow(board, { ...parts[i], names }, row, piece, id, row === lit[i]);
    });
  }
  fan(board, all, parts, { names, at: id / data.vocabulary, lit });
  board.node.setAttribute(
    "aria-label",
    t("{piece} has id {id}, so it picks row {id} of E. The nearest rows are those of {others}.", {
      piece: data.near_names[chosen][0],
      id,
      others: data.near_names[chosen].slice(1).join(", "),
    }),
  );
}

/**
 * What stands on the left of an enlarged row: its piece and its id.
 *
 * @param {Board} board
 * @param {Box & {names: number}} part
 * @param {number} row
 * @param {string} piece
 * @param {string} id
 * @param {boolean} lit
 */
function nameRow(board, { x, y, names }, row, piece, id, lit) {
  const kind = lit ? "lit" : "dim";
  const name = element("span", { class: `row-name ${kind}`, title: piece }, board.names);
  writePiece(name, "span", piece);
  Object.assign(name.style, {
    left: `${x - names}px`,
    top: `${y + row * PITCH}px`,
    width: `${names - (id ? 46 : 8)}px`,
  });
  const place = { x: x - 8, y: y + (row + 0.5) * PITCH + 5, "text-anchor": "end" };
  svg("text", { ...place, class: `id ${kind}` }, board.frames, id);
}

/**
 * On the right of an enlarged part: the cosine of each row and the picked one, with a bar.
 *
 * @param {Board} board
 * @param {Box} part
 * @param {Tensor} rows
 * @param {number} lit
 */
function cosines(board, { x, y, width }, rows, lit) {
  const own = slice(rows, lit).values,
    left = x + width + 8,
    of = (/** @type {ArrayLike<number>} */ a) => Math.hypot(...Array.from(a));
  const head = { x: left, y: y - 11, class: "dim" };
  svg("text", head, board.frames, t("alike"));
  for (let row = 0; row < rows.shape[0]; row++) {
    const { values } = slice(rows, row);
    const product = values.reduce((sum, value, i) => sum + value * own[i], 0);
    const cosine = product / Math.max(of(values) * of(own), 1e-12),
      top = y + row * PITCH;
    const place = { x: left + 36, y: top + PITCH / 2 + 3, "text-anchor": "end" };
    const kind = row === lit ? "cosine lit" : "cosine";
    svg("text", { ...place, class: kind }, board.frames, number(cosine, 2));
    const bar = { x: left, y: top + PITCH - 6, width: 36 * Math.max(0, cosine), height: 3 };
    svg("rect", { ...bar, class: "alike" }, board.frames);
  }
}

// From the thin row of the whole matrix to the same row, enlarged.
/**
 * @param {Board} board
 * @param {Box} all
 * @param {Box[]} parts
 * @param {{names: number, at: number, lit: number[]}} found
 */
function fan(board, all, parts, { names, at, lit }) {
  board.marks.replaceChildren();
  const from = all.y + at * all.height,
    right = all.x + all.width,
    high = 3;
  ring(board.marks, 1, from - high / 2, right, high);
  parts.forEach(({ x, y, width }, i) => {
    ring(board.marks, x, y + lit[i] * PITCH, width, PITCH);
  });
  const [{ x, y }] = parts,
    to = x - names - 6,
    middle = y + (lit[0] + 0.5) * PITCH;
  if (to < right) return;
  const path = `M${right + 2} ${from}C${right + 20} ${from} ${to - 20} ${middle} ${to} ${middle}`;
  svg("path", { d: path, class: "fan" }, board.marks);
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".lookup");
  root.board ??= board(root, "looked-up", { role: "img" });
  const tensors = {
    overview: unpack(data.overview),
    windows: unpack(data.windows),
    near: unpack(data.near),
  };
  root.data = { ...data, tensors };
  root.chosen = data.chosen;
  listen(root, ({ word }) => {
    if (word === undefined || !data.ids[word]) return;
    root.chosen = word;
    draw(root);
  });
  root.observer ??= atNewWidth(root, () => draw(root));
  draw(root);
}
