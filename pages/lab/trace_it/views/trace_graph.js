// The picture: ribbons, nodes, tokens and m.

import { t } from "../../../../ui/views/library/messages.js";
import { number, within } from "../../../../ui/views/library/numbers.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";
import { at, layOut } from "./trace_layout.js";
import { chain, neighbour, through } from "./trace_ways.js";

/** @import { TraceNode, TraceWay } from "./data.d.ts" */
/** @import { Laid } from "./trace_layout.js" */
/** @import { Trace } from "./trace_view.js" */

const WIDEST = 16, // pixels of the strongest ribbon
  FAINT = 0.1, // of the strongest node's part: what has less is not named
  LABELS = 3, // nodes that are named in the picture
  AWAY = 18, // from a node to its name
  BELOW = 15, // its name, where ribbons arrive beside it
  BESIDE = 88; // from m to the name of a stack, its letters included

/** @type {(value: number) => string} */
export const plus = (value) => (value > 0 ? "+" : "") + number(value);

/** @type {(value: number) => string} */
export const sign = (value) => (value < 0 ? "minus" : "plus");

/**
 * A node and the token that it is at, in words.
 *
 * @param {TraceNode} node
 * @returns {string}
 */
export function nodeAt({ full, kind, token }) {
  if (kind === "token") return token;
  const gaps = { node: full, token };
  return kind === "position" ? t("{node} of “{token}”", gaps) : t("{node} at “{token}”", gaps);
}

/**
 * What is shown now; the ways through a node that is pointed at stand out.
 *
 * @param {Trace} view
 * @param {number} width
 */
export function graph(view, width) {
  const { data, now } = view,
    laid = layOut(data, now.share, width),
    { height, spots, ways } = laid;
  const widest = Math.max(...ways.map(({ flow }) => Math.abs(flow)), 1e-9);
  const lit = now.lit ? through(ways, now.lit) : null;
  const last = ways.find(({ end }) => end === "m"),
    road = last ? [...chain(ways, last), "m"] : [];
  /** @type {(way: TraceWay) => string} */
  const weight = (way) => {
    if (lit) return lit.has(way) ? "" : "dim";
    return road[road.indexOf(way.begin) + 1] === way.end ? "road" : "back";
  };
  const ribbons = ways.map((way) => {
    const a = at(spots, { id: way.begin }),
      b = at(spots, { id: way.end }),
      middle = (a.y + b.y) / 2,
      wide = Math.max(1.2, (WIDEST * Math.abs(way.flow)) / widest);
    return svg`<path d="M${a.x} ${a.y}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.y}"
      class="${sign(way.flow)} ${weight(way)}" stroke-width=${wide}
      ><title>${plus(way.flow)}</title></path>`;
  });
  return html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="group"
    aria-label=${t("Paths of the decision")}>${ground(laid)}<g class="ribbons">${ribbons}</g
    >${margin(view, laid)}${nodes(view, laid)}${labels(view, laid)}</svg>`;
}

/** @type {(laid: Laid) => unknown} */
function ground({ boxes, rows, top }) {
  const names = { encoder: t("Encoder"), decoder: t("Decoder") };
  return boxes.map(({ stack, x, y, width, height }) => {
    const left = Math.min(x + 10, top.x - BESIDE); // ribbons lead to m
    const [end, anchor] = stack === "encoder" ? [x - 6, "end"] : [x + width + 6, "start"];
    return svg`<rect x=${x} y=${y} width=${width} height=${height} rx="8" class="stack"></rect>
      <text x=${left} y=${y - 6} class="stack-name">${names[stack]}</text>
      ${rows
        .filter((row) => row.stack === stack)
        .map(
          (row) => svg`<text x=${end} y=${row.y + 4} text-anchor=${anchor} class="layer"
            >${row.layer}</text>`,
        )}`;
  });
}

/** @type {(view: Trace, laid: Laid) => unknown} */
function margin({ data }, { top, width }) {
  const { said, rival } = data,
    m = number(data.m);
  const text = data.mean
    ? t("“{said}” above the mean of all: {m}", { said, m })
    : t("lead of “{said}” over {rival}: {m}", { said, rival, m });
  const wide = Math.min(width, Math.max(170, 7.8 * text.length + 26));
  const x = within(top.x - wide / 2, 0, width - wide);
  return svg`<rect x=${x} y=${top.y - 34} width=${wide} height="34" rx="8" class="m"></rect>
    <text x=${x + wide / 2} y=${top.y - 12} text-anchor="middle" class="m-text">${text}</text>`;
}

/**
 * Nodes and tokens; each can be clicked and has the arrow keys.
 *
 * @type {(view: Trace, laid: Laid) => unknown}
 */
function nodes({ now, root, set, choose }, laid) {
  const strongest = Math.max(...laid.nodes.map(({ part }) => Math.abs(part)), 1e-9);
  const shown = laid.nodes.some(({ id }) => id === now.chosen);
  return laid.nodes.map((node, i) => {
    const { id, kind, part } = node,
      chosen = id === now.chosen,
      label = `${nodeAt(node)}: ${plus(part)}`,
      { x, y } = at(laid.spots, node);
    const r = kind === "position" ? 4 : 4.5 + 9 * Math.sqrt(Math.abs(part) / strongest);
    const pick = () => choose({ chosen: id }, "choose", id);
    const light = () => set({ lit: id }),
      dark = () => set({ lit: null });
    const press = (/** @type {KeyboardEvent} */ event) => {
      const to = neighbour(laid.ways, laid.nodes, id, event.key);
      if (event.key === "Enter" || event.key === " ") pick();
      else if (to !== undefined) {
        /** @type {SVGElement | null} */ (root.querySelector(`[data-id="${to}"]`))?.focus();
      } else return;
      event.preventDefault();
    };
    return svg`<g class="node ${id === now.lit ? "lit" : ""}" data-id=${id} role="button"
      tabindex=${(shown ? chosen : i === 0) ? 0 : -1} aria-label=${label} aria-pressed=${chosen}
      @click=${pick} @mouseenter=${light} @focus=${light} @mouseleave=${dark} @blur=${dark}
      @keydown=${press}><title>${label}</title>${
        kind === "token"
          ? tokenBox(laid, node)
          : svg`<circle cx=${x} cy=${y} r="12" class="hit"></circle
            ><circle cx=${x} cy=${y} r=${r} class=${sign(part)}></circle>`
      }</g>`;
  });
}

/** @type {(laid: Laid, node: TraceNode) => unknown} */
function tokenBox({ columns, height }, node) {
  const column = columns.find((one) => one.node === node);
  if (!column) return "";
  const { x, width } = column,
    narrow = width < 24,
    y = height - 56,
    middle = x + width / 2;
  const room = Math.max(1, Math.floor((width - 8) / 7.4));
  const text = node.token.length > room ? `${node.token.slice(0, room - 1)}…` : node.token;
  return svg`<rect x=${x + (narrow ? 1 : 2)} y=${y} width=${Math.max(4, width - (narrow ? 2 : 4))}
    height="28" rx=${narrow ? 2 : 6} class="token"></rect>${
      narrow
        ? ""
        : svg`<text x=${middle} y=${y + 19} text-anchor="middle">${text}</text
          ><text x=${middle} y=${y + 46} text-anchor="middle" class="part ${sign(node.part)}"
          >${plus(node.part)}</text>`
    }`;
}

/**
 * Name the strongest nodes, and the chosen one, where there is room.
 *
 * @type {(view: Trace, laid: Laid) => unknown[]}
 */
function labels({ now }, laid) {
  const inner = laid.nodes.filter(({ layer, id }) => layer > 0 && id !== now.chosen);
  inner.sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const least = FAINT * Math.abs(inner[0]?.part ?? 0);
  const chosen = laid.nodes.filter(({ layer, id }) => layer > 0 && id === now.chosen);
  /** @type {{x: number, y: number, width: number}[]} */
  const taken = laid.nodes
    .filter(({ layer }) => layer > 0)
    .map((node) => ({ x: at(laid.spots, node).x - 8, y: at(laid.spots, node).y, width: 16 }));
  /** @type {(place: {start: number, y: number}, width: number) => boolean} */
  const isFree = ({ start, y }, width) =>
    start >= 0 &&
    start + width <= laid.width &&
    taken.every(
      (one) =>
        Math.abs(one.y - y) >= 16 || start >= one.x + one.width + 4 || one.x >= start + width + 4,
    );
  return [...chosen, ...inner].slice(0, LABELS).map((node) => {
    if (Math.abs(node.part) < least) return "";
    const { x, y } = at(laid.spots, node),
      text = `${node.name} ${plus(node.part)}`,
      width = 7 * text.length;
    const below = node.kind === "cross" ? y + BELOW : y; // ribbons arrive from above
    const left = { x: x - AWAY, start: x - AWAY - width, y: below, anchor: "end" },
      right = { x: x + AWAY, start: x + AWAY, y, anchor: "start" },
      above = { x, start: x - width / 2, y: y - AWAY, anchor: "middle" };
    const sides = [left, right, above];
    const free = sides.find((side) => isFree(side, width));
    if (!free) return "";
    taken.push({ x: free.start, y: free.y, width });
    return svg`<text x=${free.x} y=${free.y + 4} text-anchor=${free.anchor} class="label"
      >${text}</text>`;
  });
}
