// The drawing of an architecture, unrolled over a sentence: edges, nodes and the names of tokens.

import { ifAny } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { within } from "../../../../ui/views/library/numbers.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";
import { html, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { FamiliesData, Label, SentenceFlow } from "./data.d.ts" */

const LEFT = 84,
  RIGHT = 26,
  HEIGHT = 318,
  NARROWEST = 27,
  SLANTED = 44,
  RADIUS = 8; // pixels around the drawing, of it, of a column, for slanted names, of a node
const CHAIN = 1,
  LANE = 2,
  BRIDGE = 3,
  BACK = 4; // how an edge is drawn; any other is a thin line
/** @type {Record<number, string>} */
const KINDS = { [CHAIN]: "chain", [LANE]: "lane", [BRIDGE]: "bridge", [BACK]: "back" };

/** @typedef {[x: number, y: number]} Spot where a node is */

/**
 * The drawing, as wide as there is room, or wider; the way from a word to the end stands out.
 *
 * @param {FamiliesData} data
 * @param {SentenceFlow} flow
 * @param {number} room
 * @param {{word: number, step: number, spoken: string}} now
 */
export function drawing({ source, target }, flow, room, { word, step, spoken }) {
  const last = Math.max(1, ...flow.nodes.map(([column]) => column)),
    pitch = Math.max(NARROWEST, (room - LEFT - RIGHT - 4) / last),
    longest = Math.max(...[...source, ...target].map(({ text }) => text.length)),
    slanted = longest * 7.4 + 8 > pitch,
    below = slanted ? SLANTED + 14 : 30,
    top = flow.outputs.length ? below + (flow.looks_back ? 44 : 14) : 26,
    apart = (HEIGHT - top - below - 6) / (flow.rows.length - 1);
  /** @type {Spot[]} */
  const at = flow.nodes.map(([x, row]) => [LEFT + x * pitch, HEIGHT - below - 6 - row * apart]);
  /** @type {(own: number) => string} */
  const when = (own) => (own > step ? "later" : own === step && step < flow.steps ? "now" : "done");
  const fan = flow.edges.filter(([from]) => from === word).map(([, to]) => line(at[word], at[to]));
  const rise = flow.looks_back ? 52 : 22;
  return html`<svg width=${LEFT + RIGHT + pitch * last} height=${HEIGHT} role="img"
    aria-label=${spoken}>
    ${flow.rows.map(
      (name, row) =>
        svg`<text x="0" y=${HEIGHT - below - 2 - row * apart} class="row">${name}</text>`,
    )}
    ${wires(flow, at, when)}
    <path class="fan" d=${fan.join("")}></path>
    <path class="lit" d=${path(flow, at, word, step)}></path>
    ${flow.nodes.map(([, row, own], node) => {
      const [x, y] = at[node];
      return row
        ? svg`<circle cx=${x} cy=${y} r=${RADIUS} class="node ${when(own)}"></circle>`
        : "";
    })}
    ${flow.edges.filter(([, , kind]) => kind === LANE).map(([from, to]) => gate(at[from], at[to]))}
    ${source.map((token, i) => {
      const [x, y] = at[i];
      return svg`<circle cx=${x} cy=${y} r="3.5" class="input"></circle>${name(
        token,
        [x, y + (slanted ? 12 : 20)],
        { slanted, pitch, word: i, chosen: i === word },
      )}`;
    })}
    ${flow.outputs.map((node, i) =>
      name(target[i], [at[node][0], at[node][1] - rise], { slanted, pitch }),
    )}</svg>`;
}

/** @type {(from: Spot, to: Spot) => string} */
const line = (from, to) => `M${from}L${to}`;

/**
 * The edges, those that end in the same node at the same step as one path: the more, the lighter.
 *
 * @type {(flow: SentenceFlow, at: Spot[], when: (step: number) => string) => unknown}
 */
function wires({ edges, nodes, outputs, looks_back, steps }, at, when) {
  /** @type {Map<string, {kind: number, step: number, crowd: number, ways: string[]}>} */
  const groups = new Map();
  for (const [from, to, kind] of edges) {
    const key = `${kind} ${to}`,
      group = groups.get(key) ?? { kind, step: nodes[to][2], crowd: 0, ways: [] };
    group.crowd = group.ways.push(way(at[from], at[to], kind));
    groups.set(key, group);
  }
  const back = looks_back ? outputs : [];
  back.forEach((node, i) => {
    const arcs = { kind: BACK, step: steps, crowd: outputs.length, ways: arcsTo(outputs, at, i) };
    groups.set(`back ${node}`, arcs);
  });
  const bridge = edges.find(([, , kind]) => kind === BRIDGE);
  return html`${[...groups.values()].map(
    ({ kind, step, crowd, ways }) => svg`<path d=${ways.join("")}
      class="wire ${KINDS[kind] ?? "thin"} ${when(step)}"
      style="--crowd: ${within(10 / crowd ** 1.5, 0.02, 1)}"></path>`,
  )}${bridge ? nameOfBridge(at[bridge[0]], at[bridge[1]]) : ""}`;
}

/** @type {(from: Spot, to: Spot) => unknown} */
const nameOfBridge = ([x0, y0], [x1, y1]) =>
  svg`<text x=${(x0 + x1 - 4) / 2} y=${(y0 + y1) / 2 - 7} class="name-bridge"
    >${t("one vector of fixed size")}</text>`;

/**
 * The way of an edge; arrows stop at the node that they lead to.
 *
 * @type {(from: Spot, to: Spot, kind: number) => string}
 */
function way([x0, y0], [x1, y1], kind) {
  if (kind === CHAIN || kind === LANE) {
    return `M${x0 + RADIUS} ${y0}H${x1 - RADIUS - 2}m-5 -4l5 4l-5 4`;
  }
  if (kind !== BRIDGE) return `M${x0} ${y0}L${x1} ${y1}`;
  return (
    `M${x0} ${y0 - RADIUS}V${(y0 + y1) / 2 + 12}q0 -12 -12 -12` +
    `H${x1 + 12}q-12 0 -12 -12V${y1 + RADIUS + 2}` +
    "m-4 5l4 -5l4 5"
  );
}

/**
 * One word of the decoder looks back at those before it, in arcs above their row.
 *
 * @type {(outputs: number[], at: Spot[], later: number) => string[]}
 */
function arcsTo(outputs, at, later) {
  const ends = outputs.map((node) => at[node]);
  const whole = ends[ends.length - 1][0] - ends[0][0],
    [x1, y] = ends[later];
  return ends.slice(0, later).map(([x0]) => {
    const height = 8 + 42 * ((x1 - x0) / whole) ** 0.7;
    const [foot, top] = [y - RADIUS, y - RADIUS - height];
    return `M${x0} ${foot}C${x0} ${top} ${x1} ${top} ${x1} ${foot}`;
  });
}

/**
 * The shortest way from a word to the end, as far as it has been computed.
 *
 * @type {(flow: SentenceFlow, at: Spot[], word: number, step: number) => string}
 */
function path({ nodes, edges }, at, word, step) {
  let d = "";
  for (let node = word, to = nodes[word][3]; to >= 0; node = to, to = nodes[node][3]) {
    if (nodes[to][2] > step) break;
    const bridge = edges.some(([a, b, kind]) => a === node && b === to && kind === BRIDGE);
    d += bridge ? way(at[node], at[to], BRIDGE) : line(at[node], at[to]);
  }
  return d;
}

/**
 * The gate of a cell, which stands on its lane.
 *
 * @type {(from: Spot, to: Spot) => unknown}
 */
function gate([x0], [x1, y]) {
  const x = (x0 + x1) / 2 - 1;
  return svg`<circle cx=${x} cy=${y} r="6" class="gate"></circle>
    <path d="M${x - 2.6} ${y - 2.6}l5.2 5.2m0 -5.2l-5.2 5.2" class="times"></path>`;
}

/**
 * The name of a token, slanted where they are close; of a word, it can be clicked.
 *
 * @type {(token: Label, at: Spot, how: {slanted: boolean, pitch: number, word?: number,
 *   chosen?: boolean}) => unknown}
 */
function name(token, [x, y], { slanted, pitch, word, chosen }) {
  const anchor = slanted ? (word === undefined ? "start" : "end") : "middle",
    longest = slanted ? 9 : Math.max(9, Math.floor(pitch / 8));
  return svg`<text x=${x} y=${y + 5} transform=${ifAny(slanted ? `rotate(-40 ${x} ${y})` : null)}
    text-anchor=${anchor} class="${classesOf("token", token)} ${chosen ? "chosen" : ""}"
    data-word=${ifAny(word)} lang=${ifAny(token.lang)} translate="no"
    >${cut(token.text, longest)}<title>${token.text}</title></text>`;
}
