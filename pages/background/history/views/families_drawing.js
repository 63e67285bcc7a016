// The parts of the drawing in families.js: edges, nodes and the names of tokens.

import { svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { within } from "../../../../ui/views/library/numbers.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";

/** @import { Token } from "../../../../ui/views/library/tokens.js" */
/** @import { View } from "./types.d.ts" */

/**
 * All edges into a node that look the same.
 *
 * @typedef {{kind: number, step: number, ways: string[]}} Wire
 */

const RADIUS = 8;
export const CHAIN = 1,
  LANE = 2,
  BRIDGE = 3,
  BACK = 4; // how an edge is drawn; any other is a thin line

/**
 * Draw the edges, those that end in the same node at the same step as one path.
 *
 * @param {View} view
 */
export function drawEdges(view) {
  /** @type {Map<string, Wire>} */
  const groups = new Map();
  view.shown.edges.forEach(([from, to, kind]) => {
    const step = view.shown.nodes[to][2],
      name = `${kind} ${to}`;
    const group = groups.get(name) ?? { kind, step, ways: [] };
    group.ways.push(way(view, from, to, kind));
    groups.set(name, group);
  });
  if (view.shown.looks_back)
    view.shown.outputs.forEach((node, later) =>
      groups.set(`back ${node}`, { kind: BACK, step: view.shown.steps, ways: arcs(view, later) }),
    );
  /** @type {Record<number, string>} */
  const names = { [CHAIN]: "chain", [LANE]: "lane", [BRIDGE]: "bridge", [BACK]: "back" };
  view.wires = [...groups.values()].map(({ kind, step, ways }) => {
    const path = svg(
      "path",
      { d: ways.join(""), class: `wire ${names[kind] ?? "thin"}` },
      view.picture,
    );
    const crowd = kind === BACK ? view.shown.outputs.length : ways.length; // the more, the lighter
    path.style.setProperty("--crowd", String(within(10 / crowd ** 1.5, 0.02, 1)));
    if (kind === BRIDGE) nameBridge(view, path);
    return { path, step };
  });
}

/**
 * The way of an edge; arrows stop at the node that they lead to.
 *
 * @param {View} view
 * @param {number} from
 * @param {number} to
 * @param {number} kind
 * @returns {string}
 */
export function way(view, from, to, kind) {
  const [x0, y0] = view.at[from],
    [x1, y1] = view.at[to];
  if (kind === CHAIN || kind === LANE) {
    const end = x1 - RADIUS - 2;
    return `M${x0 + RADIUS} ${y0}H${end}m-5 -4l5 4l-5 4`;
  }
  if (kind === BRIDGE) {
    const middle = (y0 + y1) / 2;
    return (
      `M${x0} ${y0 - RADIUS}V${middle + 12}q0 -12 -12 -12` +
      `H${x1 + 12}q-12 0 -12 -12V${y1 + RADIUS + 2}` +
      "m-4 5l4 -5l4 5"
    );
  }
  return `M${x0} ${y0}L${x1} ${y1}`;
}

/**
 * One word of the decoder looks back at those before it, in arcs above their row.
 *
 * @type {(view: View, later: number) => string[]}
 */
function arcs(view, later) {
  const ends = view.shown.outputs.map((node) => view.at[node]);
  const whole = ends[ends.length - 1][0] - ends[0][0],
    [x1, y] = ends[later];
  return ends.slice(0, later).map(([x0]) => {
    const height = 8 + 42 * ((x1 - x0) / whole) ** 0.7;
    const [foot, top] = [y - RADIUS, y - RADIUS - height];
    return `M${x0} ${foot}C${x0} ${top} ${x1} ${top} ${x1} ${foot}`;
  });
}

/** @type {(view: View, path: SVGGraphicsElement) => void} */
function nameBridge(view, path) {
  const { x, y, width, height } = path.getBBox();
  svg(
    "text",
    { x: x + width / 2, y: y + height / 2 - 8, class: "name-bridge" },
    view.picture,
    t("one vector of fixed size"),
  );
}

/**
 * Draw the nodes, and what stands on their lanes.
 *
 * @param {View} view
 */
export function drawNodes(view) {
  view.dots = view.shown.nodes.flatMap(([, row, step], node) => {
    const [cx, cy] = view.at[node];
    if (!row) return [];
    return { step, dot: svg("circle", { cx, cy, r: RADIUS, class: "node" }, view.picture) };
  });
  view.shown.edges.forEach(([from, to, kind]) => {
    // the gates of a cell stand on its lane
    if (kind !== LANE) return;
    const x = (view.at[from][0] + view.at[to][0]) / 2 - 1,
      y = view.at[to][1];
    svg("circle", { cx: x, cy: y, r: 6, class: "gate" }, view.picture);
    svg(
      "path",
      { d: `M${x - 2.6} ${y - 2.6}l5.2 5.2m0 -5.2l-5.2 5.2`, class: "times" },
      view.picture,
    );
  });
}

/**
 * Write the names of tokens above and below, slanted where they are close.
 *
 * @param {View} view
 * @param {boolean} slanted
 * @param {number} pitch
 */
export function drawNames(view, slanted, pitch) {
  /** @type {(token: Token, at: number[], above: boolean, word: number | null) => SVGElement} */
  const write = (token, [x, y], above, word) => {
    const turn = slanted ? `rotate(-40 ${x} ${y})` : null;
    const anchor = slanted ? (above ? "start" : "end") : "middle";
    const longest = slanted ? 9 : Math.max(9, Math.floor(pitch / 8));
    const short = cut(token.text, longest);
    const node = svg(
      "text",
      {
        x,
        y: y + 5,
        transform: turn,
        "text-anchor": anchor,
        class: classesOf("token", token),
        "data-word": word,
        lang: token.lang,
      },
      view.picture,
      short,
    );
    svg("title", {}, node, token.text);
    return node;
  };
  view.names = view.data.source.map((token, place) => {
    const [x, y] = view.at[place];
    svg("circle", { cx: x, cy: y, r: 3.5, class: "input" }, view.picture);
    return write(token, [x, y + (slanted ? 12 : 20)], false, place);
  });
  const rise = view.shown.looks_back ? 52 : 22;
  view.shown.outputs.forEach((node, place) => {
    const [x, y] = view.at[node];
    write(view.data.target[place], [x, y - rise], true, null);
  });
}
