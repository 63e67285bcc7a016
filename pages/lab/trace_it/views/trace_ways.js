// Which ways are shown: the widest that lead to m, until they explain a share of it.

/** @import { TraceData, TraceNode, TraceWay } from "./data.d.ts" */

const FIRST = 40; // ways at most, so that a picture can be read
const USUAL = 80; // percent; whoever asks for more gets more ways

/**
 * The strongest ways that lead to m: as wide as the narrowest that is needed for a share of the
 * flow into m, or fewer, if that would be too many to see.
 *
 * @param {Pick<TraceData, "ways" | "into">} data ways strongest first
 * @param {number} share in percent
 * @returns {TraceWay[]}
 */
export function shownWays({ ways, into }, share) {
  let sum = 0,
    least = Infinity;
  for (const way of ways) {
    if (way.end !== "m") continue;
    if (sum >= (share / 100) * into) break;
    sum += Math.abs(way.flow);
    least = Math.abs(way.flow);
  }
  const most = Math.round(FIRST * 2 ** (Math.max(0, share - USUAL) / 5));
  const wide = ways.filter((way) => Math.abs(way.flow) >= least).slice(0, most);
  return leading(wide);
}

/**
 * How much of the flow into m goes through some ways, in whole percent.
 *
 * @param {TraceWay[]} shown
 * @param {number} into the flow into m of all ways
 * @returns {number}
 */
export function shareOf(shown, into) {
  let sum = 0;
  for (const { end, flow } of shown) if (end === "m") sum += Math.abs(flow);
  return Math.floor((100 * sum) / (into || 1));
}

/**
 * Those that lead to m, directly or through others.
 *
 * @type {(ways: TraceWay[]) => TraceWay[]}
 */
function leading(ways) {
  const reached = new Set(["m"]);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const { begin, end } of ways) if (reached.has(end)) reached.add(begin);
  }
  return ways.filter(({ end }) => reached.has(end));
}

/**
 * All ways that pass through a node, down to the tokens and up to m.
 *
 * @param {TraceWay[]} ways
 * @param {string} id
 * @returns {Set<TraceWay>}
 */
export function through(ways, id) {
  const found = new Set();
  /** @type {(from: "begin" | "end", to: "begin" | "end") => void} */
  const spread = (from, to) => {
    const seen = new Set([id]);
    for (const here of seen) {
      for (const way of ways) {
        if (way[from] !== here) continue;
        found.add(way);
        seen.add(way[to]);
      }
    }
  };
  spread("begin", "end");
  spread("end", "begin");
  return found;
}

/**
 * The way from a token to m whose last step this is, by the strongest step at each node.
 *
 * @param {TraceWay[]} ways strongest first
 * @param {TraceWay} last
 * @returns {string[]} ids, the token's first
 */
export function chain(ways, last) {
  const ids = [last.begin];
  for (let step; (step = ways.find((way) => way.end === ids[0])); ) ids.unshift(step.begin);
  return ids;
}

/**
 * Where a key leads in the picture: up along the strongest way, down along it, or to a neighbour.
 *
 * @param {TraceWay[]} ways strongest first
 * @param {TraceNode[]} nodes in the order in which they stand
 * @param {string} id
 * @param {string} key
 * @returns {string | undefined}
 */
export function neighbour(ways, nodes, id, key) {
  if (key === "ArrowUp") return ways.find((way) => way.begin === id && way.end !== "m")?.end;
  if (key === "ArrowDown") return ways.find((way) => way.end === id)?.begin;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step) return undefined;
  const place = nodes.findIndex((node) => node.id === id);
  return nodes[(place + step + nodes.length) % nodes.length]?.id;
}
