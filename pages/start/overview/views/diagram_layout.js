// Where everything of the diagram stands: blocks, streams and frames, on wide and narrow screens.

export const TOKEN_ROWS = {
  source_tokens: "source",
  target_tokens: "target",
  output_tokens: "output",
};
export const THIN = new Set([
  "encoder_norm_1",
  "encoder_norm_2",
  "decoder_norm_1",
  "decoder_norm_2",
  "decoder_norm_3",
]);

// [top, height] of each row of blocks. Feed-forward of the encoder is level with cross-attention.
export const WIDE = {
  narrow: false,
  width: 1100,
  height: 790,
  encoder: 300,
  decoder: 800,
  card: 284,
  fork: 46,
  outside: 18,
  overhang: 34,
  sheets: [12, 6],
  frame: [298, 176, 586],
  plus: 616,
  waves: [128, 58],
  chip: 26,
  output: 2,
  softmax: [46, 44],
  linear: [106, 44],
  norm_3: [198, 26],
  feed_forward: [230, 60],
  norm_2: [320, 26],
  cross: [352, 60],
  norm_1: [450, 26],
  self: [482, 60],
  embedding: [646, 60],
  tokens: 730,
  memory: { x: 568, y: 264, down: 18 },
};
export const NARROW = {
  narrow: true,
  width: 362,
  height: 890,
  encoder: 88,
  decoder: 274,
  card: 136,
  fork: 26,
  outside: 10,
  overhang: 20,
  sheets: [4],
  frame: [374, 246, 652],
  plus: 678,
  waves: [30, 30],
  chip: 22,
  output: 52,
  softmax: [98, 56],
  linear: [168, 56],
  norm_3: [262, 26],
  feed_forward: [294, 62],
  norm_2: [388, 26],
  cross: [420, 62],
  norm_1: [518, 26],
  self: [550, 62],
  embedding: [706, 62],
  tokens: 788,
  memory: { x: 181, y: 352, down: 14 },
};

const middle = ([top, height]) => top + height / 2;
const bottom = ([top, height]) => top + height;

/** The box [x, y, width, height] of each block that is a card. */
export function boxesOf(l) {
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

/** A line beside a sub-layer: from the dot on the axis into the side of Add & Norm. */
function residual(l, axis, side, from, norm) {
  const x = axis + side * (l.card / 2 + l.outside),
    y = middle(norm);
  return (
    `M${axis} ${from}H${x - side * 6}Q${x} ${from} ${x} ${from - 6}V${y + 6}` +
    `Q${x} ${y} ${x - side * 6} ${y}H${axis + side * (l.card / 2 + 2)}`
  );
}

/** The streams of both stacks: {to, path, colour, width, arrow}; `to`: the blocks they enter. */
export function linesOf(l) {
  const lines = [];
  const line = (to, path, { colour = "muted", width = 1.5, arrow = true } = {}) =>
    lines.push({ to: [to].flat(), path, colour, width, arrow });
  const plain = { arrow: false };
  const sides = [
    [l.encoder, -1, "source", "encoder"],
    [l.decoder, 1, "target", "decoder"],
  ];
  for (const [axis, side, source, stack] of sides) {
    const fork = l.frame[2] - 20,
      under = bottom(l.self) + 3;
    line(`${source}_embedding`, `M${axis} ${l.tokens - 4}V${bottom(l.embedding) + 3}`);
    line("sum", `M${axis} ${l.embedding[0]}V${l.plus + 13}`);
    const from = l.narrow ? axis + side * 47 : side < 0 ? l.waves[0] : l.width - l.waves[0];
    line(`${source}_positions`, `M${from} ${l.plus}H${axis + side * 14}`);
    line(`${stack}_self`, `M${axis} ${l.plus - 12}V${fork}`, plain);
    line(`${stack}_norm_1`, residual(l, axis, side, fork, l.norm_1));
    line(`${stack}_self`, `M${axis} ${fork}H${axis - l.fork}V${under}`, { colour: "V", width: 2 });
    line(`${stack}_self`, `M${axis} ${fork}H${axis + l.fork}V${under}`, { colour: "Q", width: 2 });
    line(`${stack}_self`, `M${axis} ${fork}V${under}`, { colour: "K", width: 2 });
    line(`${stack}_norm_1`, `M${axis} ${l.self[0]}V${bottom(l.norm_1)}`, plain);
    line(`${stack}_norm_2`, `M${axis} ${l.cross[0]}V${bottom(l.norm_2)}`, plain);
  }
  const level = (l.norm_1[0] + bottom(l.cross)) / 2;
  line("encoder_feed_forward", `M${l.encoder} ${l.norm_1[0]}V${bottom(l.cross) + 3}`);
  line("encoder_norm_2", residual(l, l.encoder, -1, level, l.norm_2));
  crossing(l, line);
  const x = l.decoder,
    above = (l.norm_2[0] + bottom(l.feed_forward)) / 2;
  line("decoder_feed_forward", `M${x} ${l.norm_2[0]}V${bottom(l.feed_forward) + 3}`);
  line("decoder_norm_3", residual(l, x, 1, above, l.norm_3));
  line("decoder_norm_3", `M${x} ${l.feed_forward[0]}V${bottom(l.norm_3)}`, plain);
  line("linear", `M${x} ${l.norm_3[0]}V${bottom(l.linear) + 3}`);
  line("softmax", `M${x} ${l.linear[0]}V${bottom(l.softmax) + 3}`);
  line("output_tokens", `M${x} ${l.softmax[0]}V${l.output + l.chip + 5}`);
  return lines;
}

/** Cross-attention: queries from the decoder's own stream, keys and values from the memory. */
function crossing(l, line) {
  const x = l.decoder,
    own = l.norm_1[0] - 9,
    under = bottom(l.cross) + 3;
  const { x: mx, y: my, down } = l.memory,
    bus = bottom(l.cross) + down;
  line("cross", `M${x} ${l.norm_1[0]}V${own}`, { arrow: false });
  line("decoder_norm_2", residual(l, x, 1, own, l.norm_2));
  line("cross", `M${x + l.fork} ${own}V${under}`, { colour: "Q", width: 2.4 });
  const rise = `M${l.encoder} ${l.norm_2[0]}V${my + 10}Q${l.encoder} ${my} ${l.encoder + 10} ${my}`;
  const fall =
    `H${mx - 10}Q${mx} ${my} ${mx} ${my + 10}` + `V${bus - 10}Q${mx} ${bus} ${mx + 10} ${bus}`;
  const green = { colour: "X", width: l.narrow ? 2.4 : 3, arrow: false };
  line(["memory", "cross"], `${rise}${fall}H${x - l.fork}`, green);
  line("cross", `M${x - l.fork} ${bus}V${under}`, { colour: "V", width: 2.4 });
  line("cross", `M${x - l.fork} ${bus}H${x}V${under}`, { colour: "K", width: 2.4 });
}

/** Where a stream divides: [x, y, colour]. */
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

/** The letters at the forks: [x, y, role]. */
export function lettersOf(l) {
  const roles = [
    ["V", -l.fork],
    ["K", 0],
    ["Q", l.fork],
  ];
  return [
    [l.encoder, l.self],
    [l.decoder, l.self],
    [l.decoder, l.cross],
  ].flatMap(([axis, row]) =>
    roles.map(([role, away]) => [
      axis + away + (l.narrow ? 5 : 6),
      bottom(row) + (row === l.cross ? 13 : 15),
      role,
    ]),
  );
}
