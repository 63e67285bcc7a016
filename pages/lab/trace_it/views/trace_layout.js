// Where everything stands: tokens below, both stacks above them, m at the top.

import { within } from "../../../../ui/views/library/numbers.js";
import { shownWays } from "./trace_ways.js";

/** @import { TraceData, TraceNode, TraceWay } from "./data.d.ts" */

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {TraceNode["stack"]} Stack */

/**
 * What the picture shows now, and where.
 *
 * @typedef {{width: number, height: number, top: Spot, ways: TraceWay[], nodes: TraceNode[],
 *   spots: Map<string, Spot>, columns: {x: number, width: number, node: TraceNode}[],
 *   boxes: {stack: Stack, x: number, y: number, width: number, height: number}[],
 *   rows: {stack: Stack, layer: number, y: number}[]}} Laid
 */

const HEIGHT = 460,
  ABOVE = 92, // the box of m, and room below it
  BELOW = 58, // the tokens and their numbers
  BETWEEN = 56, // the two stacks
  SIDE = 30, // names of layers
  NARROW = 13, // pixels of a token that nothing shown begins at, where room is short
  APART = 17, // nodes that stand side by side, where their token is wide enough
  NEAR = 9; // and where it is not
const SUBLAYERS = { encoder: 2, decoder: 3 };
/** @type {Record<string, number>} */
const ORDER = { encoder: 0, decoder: 0, cross: 1 };

/**
 * Lay out what is shown.
 *
 * @param {TraceData} data
 * @param {number} share
 * @param {number} width
 * @returns {Laid}
 */
export function layOut(data, share, width) {
  const ways = shownWays(data, share);
  const ids = new Set(ways.flatMap(({ begin, end }) => [begin, end]));
  const nodes = data.nodes.filter(({ id, kind }) => kind === "token" || ids.has(id));
  const used = new Set(nodes.filter(({ id }) => ids.has(id)).map(placeOf));
  const tokens = nodes.filter(({ kind }) => kind === "token");
  const columns = place(tokens, used, width);
  const by = new Map(columns.map((column) => [placeOf(column.node), column]));
  const { rows, boxes } = stacks(data, columns);
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const group of together(nodes)) {
    const column = by.get(placeOf(group[0]));
    const box = boxes.find(({ stack }) => stack === group[0].stack);
    if (!column || !box) continue;
    const apart = within(column.width / group.length, NEAR, APART);
    const half = ((group.length - 1) / 2) * apart;
    const slack = Math.max(0, box.width / 2 - half - NEAR);
    const middle = box.x + box.width / 2;
    const x = within(column.x + column.width / 2, middle - slack, middle + slack) - half;
    group.forEach((node, i) => {
      spots.set(node.id, { x: x + i * apart, y: rowOf(data, node) });
    });
  }
  const last = columns[columns.length - 1];
  const top = { x: last.x + last.width / 2, y: 44 };
  spots.set("m", top);
  nodes.sort((a, b) => at(spots, a).x - at(spots, b).x || at(spots, b).y - at(spots, a).y);
  return { width, height: HEIGHT, top, ways, nodes, spots, columns, boxes, rows };
}

/** @type {(node: TraceNode) => string} */
const placeOf = ({ stack, position }) => `${stack} ${position}`;

/** @type {(spots: Map<string, Spot>, node: {id: string}) => Spot} */
export const at = (spots, { id }) => spots.get(id) ?? { x: 0, y: 0 };

/**
 * Give every token its width: as much as it needs, or little where nothing shown begins.
 *
 * @type {(tokens: TraceNode[], used: Set<string>, width: number) => Laid["columns"]}
 */
function place(tokens, used, width) {
  const room = width - BETWEEN - 2 * SIDE;
  const natural = tokens.map(({ token }) => within(7.6 * token.length + 22, 44, 104));
  const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);
  let widths = natural;
  if (sum(natural) > room) {
    widths = natural.map((wide, i) => (used.has(placeOf(tokens[i])) ? wide : NARROW));
  }
  const scale = Math.min(1.3, room / sum(widths));
  let x = SIDE + (room - scale * sum(widths)) / 2;
  return tokens.map((node, i) => {
    if (i && node.stack !== tokens[i - 1].stack) x += BETWEEN;
    const column = { x, width: widths[i] * scale, node };
    x += column.width;
    return column;
  });
}

/** @type {(data: TraceData, node: TraceNode) => number} */
function rowOf({ layers }, { stack, kind, layer }) {
  const bottom = HEIGHT - BELOW;
  if (layer < 1) return bottom - 4;
  const count = SUBLAYERS[stack];
  const inside = kind === "feed-forward" ? count - 1 : ORDER[kind];
  return rowAt(layers[stack] * count, (layer - 1) * count + inside);
}

/** @type {(rows: number, row: number) => number} */
const rowAt = (rows, row) => {
  const [low, high] = [HEIGHT - BELOW - 44, ABOVE + 22];
  return low - (row / Math.max(1, rows - 1)) * (low - high);
};

/**
 * Nodes of one place, side by side.
 *
 * @type {(nodes: TraceNode[]) => TraceNode[][]}
 */
function together(nodes) {
  /** @type {Map<string, TraceNode[]>} */
  const groups = new Map();
  for (const node of nodes) {
    const kind = node.layer < 1 ? "input" : node.kind;
    const key = `${placeOf(node)} ${kind} ${node.layer}`;
    groups.set(key, [...(groups.get(key) ?? []), node]);
  }
  return [...groups.values()];
}

/** @type {(data: TraceData, columns: Laid["columns"]) => Pick<Laid, "rows" | "boxes">} */
function stacks({ layers }, columns) {
  /** @type {Laid["boxes"]} */
  const boxes = [];
  /** @type {Laid["rows"]} */
  const rows = [];
  for (const stack of /** @type {const} */ (["encoder", "decoder"])) {
    const own = columns.filter(({ node }) => node.stack === stack);
    const last = own[own.length - 1];
    const x = own[0].x - 10;
    boxes.push({
      stack,
      x,
      y: ABOVE - 6,
      width: last.x + last.width - x + 10,
      height: HEIGHT - BELOW - ABOVE - 8,
    });
    const count = SUBLAYERS[stack];
    for (let layer = 1; layer <= layers[stack]; layer++) {
      const all = layers[stack] * count;
      const y = (rowAt(all, (layer - 1) * count) + rowAt(all, layer * count - 1)) / 2;
      rows.push({ stack, layer, y });
    }
  }
  return { boxes, rows };
}
