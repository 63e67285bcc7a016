// Where everything of the diagram stands: blocks, streams and frames.

/** @import { WIDE } from "./diagram_sizes.js" */

/**
 * Left, top, width, height.
 *
 * @typedef {number[]} Box
 */

/** @typedef {typeof WIDE} Layout */

/** @typedef {"source_tokens" | "target_tokens" | "output_tokens"} TokenRow */

/**
 * A stream, and the blocks that it enters; a road passes a sub-layer and is added behind it.
 *
 * @typedef {{to: string[], path: string, colour: string, width: number, arrow: boolean, road:
 *   boolean}} Line
 */

/**
 * @typedef {(to: string | string[], path: string, look?: {colour?: string, width?: number, arrow?:
 *   boolean, road?: boolean}) => void} DrawLine
 */

/**
 * Top and height of a row of blocks.
 *
 * @typedef {number[]} Row
 */

/** @type {Record<TokenRow, "source" | "target" | "output">} */
export const TOKEN_ROWS = {
  source_tokens: "source",
  target_tokens: "target",
  output_tokens: "output",
};

/**
 * Whether a block is a row of tokens.
 *
 * @param {string} name
 * @returns {name is TokenRow}
 */
export const isTokenRow = (name) => name in TOKEN_ROWS;

export const THIN = new Set([
  "encoder_norm_1",
  "encoder_norm_2",
  "decoder_norm_1",
  "decoder_norm_2",
  "decoder_norm_3",
]);

/** @type {(row: Row) => number} */
const middle = ([top, height]) => top + height / 2;
/** @type {(row: Row) => number} */
const bottom = ([top, height]) => top + height;

/**
 * The box [x, y, width, height] of each block that is a card.
 *
 * @param {Layout} l
 * @returns {Record<string, Box>}
 */
export function boxesOf(l) {
  /** @type {Record<string, [axis: number, row: Row]>} */
  const cards = {
    source_embedding: [l.encoder, l.embedding],
    encoder_self: [l.encoder, l.self],
    encoder_norm_1: [l.encoder, l.norm_1],
    encoder_feed_forward: [l.encoder, l.cross],
    encoder_norm_2: [l.encoder, l.norm_2],
    target_embedding: [l.decoder, l.embedding],
    decoder_self: [l.decoder, l.self],
    decoder_norm_1: [l.decoder, l.norm_1],
    cross: [l.decoder, l.cross],
    decoder_norm_2: [l.decoder, l.norm_2],
    decoder_feed_forward: [l.decoder, l.feed_forward],
    decoder_norm_3: [l.decoder, l.norm_3],
    linear: [l.decoder, l.linear],
    softmax: [l.decoder, l.softmax],
  };
  /** @type {Record<string, Box>} */
  const boxes = {};
  for (const [name, [axis, [top, height]]] of Object.entries(cards)) {
    boxes[name] = [axis - l.card / 2, top, l.card, height];
  }
  const [width, height] = l.waves;
  const y = l.plus - height / 2;
  boxes.source_positions = [l.narrow ? l.encoder - 62 - width / 2 : 0, y, width, height];
  boxes.target_positions = [
    l.narrow ? l.decoder + 62 - width / 2 : l.width - width,
    y,
    width,
    height,
  ];
  return boxes;
}

// A line beside a sub-layer: from the dot on the axis into the side of Add & Norm.
/** @type {(l: Layout, axis: number, side: number, from: number, norm: Row) => string} */
function residual(l, axis, side, from, norm) {
  const x = axis + side * (l.card / 2 + l.outside),
    y = middle(norm);
  return (
    `M${axis} ${from}H${x - side * 6}Q${x} ${from} ${x} ${from - 6}V${y + 6}` +
    `Q${x} ${y} ${x - side * 6} ${y}H${axis + side * (l.card / 2 + 2)}`
  );
}

/**
 * The streams of both stacks: {to, path, colour, width, arrow, road}; `to`: the blocks they enter.
 *
 * @param {Layout} l
 * @returns {Line[]}
 */
export function linesOf(l) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {DrawLine} */
  const line = (to, path, { colour = "muted", width = 1.5, arrow = true, road = false } = {}) => {
    lines.push({ to: [to].flat(), path, colour, width, arrow, road });
  };
  const plain = { arrow: false };
  /** @type {[axis: number, side: number, source: string, stack: string][]} */
  const sides = [
    [l.encoder, -1, "source", "encoder"],
    [l.decoder, 1, "target", "decoder"],
  ];
  for (const [axis, side, source, stack] of sides) {
    const fork = l.frame[2] - 20,
      under = bottom(l.self) + 3;
    line(`${source}_embedding`, `M${axis} ${l.tokens - 4}V${bottom(l.embedding) + 3}`);
    line(`${source}_sum`, `M${axis} ${l.embedding[0]}V${l.plus + 13}`);
    const from = l.narrow ? axis + side * 47 : side < 0 ? l.waves[0] : l.width - l.waves[0];
    line(`${source}_positions`, `M${from} ${l.plus}H${axis + side * 14}`);
    line(`${stack}_self`, `M${axis} ${l.plus - 12}V${fork}`, plain);
    line(`${stack}_norm_1`, residual(l, axis, side, fork, l.norm_1), { road: true });
    line(`${stack}_self`, `M${axis} ${fork}H${axis - l.fork}V${under}`, { colour: "V", width: 2 });
    line(`${stack}_self`, `M${axis} ${fork}H${axis + l.fork}V${under}`, { colour: "Q", width: 2 });
    line(`${stack}_self`, `M${axis} ${fork}V${under}`, { colour: "K", width: 2 });
    line(`${stack}_norm_1`, `M${axis} ${l.self[0]}V${bottom(l.norm_1)}`, plain);
    line(`${stack}_norm_2`, `M${axis} ${l.cross[0]}V${bottom(l.norm_2)}`, plain);
  }
  const level = (l.norm_1[0] + bottom(l.cross)) / 2;
  line("encoder_feed_forward", `M${l.encoder} ${l.norm_1[0]}V${bottom(l.cross) + 3}`);
  line("encoder_norm_2", residual(l, l.encoder, -1, level, l.norm_2), { road: true });
  crossing(l, line);
  const x = l.decoder,
    above = (l.norm_2[0] + bottom(l.feed_forward)) / 2;
  line("decoder_feed_forward", `M${x} ${l.norm_2[0]}V${bottom(l.feed_forward) + 3}`);
  line("decoder_norm_3", residual(l, x, 1, above, l.norm_3), { road: true });
  line("decoder_norm_3", `M${x} ${l.feed_forward[0]}V${bottom(l.norm_3)}`, plain);
  line("linear", `M${x} ${l.norm_3[0]}V${bottom(l.linear) + 3}`);
  line("softmax", `M${x} ${l.linear[0]}V${bottom(l.softmax) + 3}`);
  line("output_tokens", `M${x} ${l.softmax[0]}V${l.output + l.chip + 5}`);
  return lines;
}

// Cross-attention: queries from the decoder's own stream, keys and values from the memory.
/** @type {(l: Layout, line: DrawLine) => void} */
function crossing(l, line) {
  const x = l.decoder,
    own = l.norm_1[0] - 9,
    under = bottom(l.cross) + 3;
  const { x: mx, y: my, down } = l.memory,
    bus = bottom(l.cross) + down;
  line("cross", `M${x} ${l.norm_1[0]}V${own}`, { arrow: false });
  line("decoder_norm_2", residual(l, x, 1, own, l.norm_2), { road: true });
  line("cross", `M${x + l.fork} ${own}V${under}`, { colour: "Q", width: 2.4 });
  const rise = `M${l.encoder} ${l.norm_2[0]}V${my + 10}Q${l.encoder} ${my} ${l.encoder + 10} ${my}`;
  const fall =
    `H${mx - 10}Q${mx} ${my} ${mx} ${my + 10}` + `V${bus - 10}Q${mx} ${bus} ${mx + 10} ${bus}`;
  const green = { colour: "X", width: l.narrow ? 2.4 : 3, arrow: false };
  line(["memory", "cross"], `${rise}${fall}H${x - l.fork}`, green);
  line("cross", `M${x - l.fork} ${bus}V${under}`, { colour: "V", width: 2.4 });
  line("cross", `M${x - l.fork} ${bus}H${x}V${under}`, { colour: "K", width: 2.4 });
}

/**
 * Where a stream divides: [x, y, colour].
 *
 * @param {Layout} l
 * @returns {[x: number, y: number, colour: string][]}
 */
export function dotsOf(l) {
  const fork = l.frame[2] - 20,
    bus = bottom(l.cross) + l.memory.down;
  return [
    [l.encoder, fork, "muted"],
    [l.decoder, fork, "muted"],
    [l.decoder + l.fork, l.norm_1[0] - 9, "muted"],
    [l.encoder, (l.norm_1[0] + bottom(l.cross)) / 2, "muted"],
    [l.decoder, (l.norm_2[0] + bottom(l.feed_forward)) / 2, "muted"],
    [l.decoder - l.fork, bus, "X"],
  ];
}

/**
 * The letters at the forks: [x, y, role].
 *
 * @param {Layout} l
 * @returns {[x: number, y: number, role: string][]}
 */
export function lettersOf(l) {
  /** @type {[role: string, away: number][]} */
  const roles = [
    ["V", -l.fork],
    ["K", 0],
    ["Q", l.fork],
  ];
  /** @type {[axis: number, row: Row][]} */
  const forks = [
    [l.encoder, l.self],
    [l.decoder, l.self],
    [l.decoder, l.cross],
  ];
  return forks.flatMap(([axis, row]) => {
    const y = bottom(row) + (row === l.cross ? 13 : 15);
    return roles.map(([role, away]) => [axis + away + (l.narrow ? 5 : 6), y, role]);
  });
}
