// What the overview's diagram is given: the same as pages/start/overview/views/diagram.py sends.

import { t, tc, tn } from "../../views/library/messages.js";
import { largest } from "../engine/search.js";
import { SPACE } from "../engine/tokenizer.js";
import { softmax } from "../engine/transformer.js";
import { ATTENTIONS, pack, range, stack, take, tellingHead } from "./tensors.js";

/** @import { Glass, Reading } from "../engine/reading.js" */
/** @import { Config, Tensor } from "../engine/transformer.js" */
/** @import { Attention, Site } from "./tensors.js" */

const MOST = 40; // rows or columns of a thumbnail
const NAMED = 8, // next tokens of each step: with their names, and as bars
  BARS = 24;
const TIE = "\u203f"; // written before a piece that continues a word

const OF_LAYERS = {
  encoder_norm_1: "encoder.layers.{}.add_and_norm_1.output",
  encoder_feed_forward: "encoder.layers.{}.feed_forward.hidden",
  encoder_norm_2: "encoder.layers.{}.add_and_norm_2.output",
  decoder_norm_1: "decoder.layers.{}.add_and_norm_1.output",
  decoder_norm_2: "decoder.layers.{}.add_and_norm_2.output",
  decoder_feed_forward: "decoder.layers.{}.feed_forward.hidden",
  decoder_norm_3: "decoder.layers.{}.add_and_norm_3.output",
  encoder_self: `${ATTENTIONS.encoder}.weights`,
  decoder_self: `${ATTENTIONS.decoder}.weights`,
  cross: `${ATTENTIONS.cross}.weights`,
};
const OF_STACKS = {
  source_embedding: "encoder.embedding.embedding",
  target_embedding: "decoder.embedding.embedding",
  memory: "memory",
};
const WAVES = { source_positions: "encoder", target_positions: "decoder" };
/** @type {Record<string, Attention>} */
const OF_HEADS = { encoder_self: "encoder", decoder_self: "decoder", cross: "cross" };

/**
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 */
export function diagram(reading, choices, site, glass) {
  const { config, layers } = glass.network;
  const names = { source: site.names[reading.from ?? ""], target: site.names[reading.language] };
  const texts = Object.entries(site.texts.overview).map(([block, text]) => [
    block,
    fill(text, names),
  ]);
  return {
    sentence: [reading.text, reading.language, ...reading.target_ids],
    layers,
    layer: Number(choices.layer ?? 1),
    step: Math.min(Number(choices.step ?? reading.output.length), reading.output.length),
    blocks: blocks(reading, config),
    texts: Object.fromEntries(texts),
    captions: captions(reading, site),
    widths: { model: config.d_model, hidden: config.d_ff },
    opens: site.opens,
    source: reading.source,
    target: reading.target,
    output: reading.output,
    ids: { source: reading.source_ids, target: reading.target_ids },
    tensors: thumbnails(reading.trace),
    heads: Object.fromEntries(
      Object.entries(OF_HEADS).map(([block, kind]) => {
        const count = layers[kind === "encoder" ? "encoder" : "decoder"];
        const shown = range(count).map((layer) => tellingHead(reading, kind, layer, site));
        return [block, { shown, silent: shown.map(() => []) }];
      }),
    ),
    next: nextTokens(reading, glass),
  };
}

/** @type {(text: string, values: Record<string, string>) => string} */
const fill = (text, values) => text.replace(/\{(source|target)\}/g, (_, name) => values[name]);

/** @type {(trace: Record<string, Tensor>) => Record<string, SentTensor>} */
function thumbnails(trace) {
  /** @type {Record<string, SentTensor>} */
  const result = {};
  for (const [block, name] of Object.entries(OF_LAYERS))
    result[block] = pack(thin(stack(trace, name)));
  for (const [block, name] of Object.entries(OF_STACKS)) result[block] = pack(thin(trace[name]));
  for (const [block, name] of Object.entries(WAVES)) {
    const positions = trace[`${name}.embedding.positions`];
    const step = Math.floor((positions.shape[1] * 3) / 64) * 2; // even: the sines
    const rows = take(positions, 0, range(Math.min(MOST, positions.shape[0])));
    result[block] = pack(take(rows, 1, [0, step, 2 * step]));
  }
  return result;
}

/** @type {(tensor: Tensor) => Tensor} */
function thin(tensor) {
  const axis = tensor.shape.length - 2;
  const places = (/** @type {number} */ length) => range(length, Math.ceil(length / MOST));
  return take(
    take(tensor, axis, places(tensor.shape[axis])),
    axis + 1,
    places(tensor.shape[axis + 1]),
  );
}

/** @type {(reading: Reading, glass: Glass) => object} */
function nextTokens({ trace: { logits }, hypotheses, output }, { tokenizer }) {
  const said = output.map((_, step) => pathOf(hypotheses[0])[step]);
  const width = logits.shape[1];
  const rows = said.map((_, step) => logits.values.slice(step * width, (step + 1) * width));
  const likely = rows.map((row) => softmax(row.slice()));
  const best = rows.map((row) => largest(row, BARS));
  const name = (/** @type {number} */ id) => {
    const piece = tokenizer.pieces[id];
    if (piece.startsWith(SPACE)) return piece.slice(1) || SPACE;
    return piece.startsWith("<") ? piece : `${TIE}${piece}`;
  };
  /** @type {(from: Float32Array[]) => SentTensor} */
  const ofBest = (from) =>
    pack({
      shape: [best.length, best[0].length],
      values: Float32Array.from(best.flatMap((ids, step) => ids.map((id) => from[step][id]))),
    });
  return {
    names: best.map((ids) => ids.slice(0, NAMED).map(name)),
    logits: ofBest(rows),
    probabilities: ofBest(likely),
    said: said.map((id, step) => likely[step][id]),
    rank: said.map((id, step) => best[step].slice(0, NAMED).indexOf(id)),
  };
}

/** @type {(candidate: import("../engine/search.js").Candidate) => number[]} */
const pathOf = (candidate) =>
  candidate.parent ? [...pathOf(candidate.parent), candidate.token] : [];

/** @type {(reading: Reading, site: Site) => Record<string, string>} */
function captions({ source, target, language }, site) {
  return {
    source: tn(
      "{count} source token; {end} marks the end",
      "{count} source tokens; {end} marks the end",
      source.length,
      { end: "</s>" },
    ),
    target: tn(
      "{count} target token, shifted right: {start} stands for {language}",
      "{count} target tokens, shifted right: {start} stands for {language}",
      target.length,
      { start: target[0].text, language: site.names[language] },
    ),
    source_short: t("your sentence"),
    target_short: t("shifted right"),
  };
}

/**
 * Name and shapes of each block for this sentence, in the order of the data flow.
 *
 * @param {Reading} reading
 * @param {Config} config
 */
function blocks({ source, target, output }, config) {
  const { d_model: width, h, vocab_size, d_ff } = config;
  const n = source.length,
    m = target.length;
  const x = `${n} × ${width}`,
    y = `${m} × ${width}`,
    vocab = `${m} × ${vocab_size}`;
  /** @type {(name: string, title: string, ...sizes: [string, number, number]) => object} */
  const heads = (name, title, into, rows, columns) => {
    const shape = tn(
      "{count} head of {rows} × {columns}",
      "{count} heads of {rows} × {columns}",
      h,
      { rows, columns },
    );
    return block(name, title, shape, [into, into], `${h} × ${rows} × ${columns}`);
  };
  /** @type {(name: string, rows: number) => object} */
  const feedForward = (name, rows) => {
    const end = `${rows} × ${width}`;
    return block(name, t("Feed-forward"), `${rows} × ${d_ff} → ${width}`, [end, end]);
  };
  /** @type {(name: string, size: string) => object} */
  const norm = (name, size) => block(name, t("Add & Norm"), size, [`${size} + ${size}`, size]);
  const layers = (/** @type {number} */ count) => t("{count} of them", { count });
  return [
    block("source_tokens", t("Source tokens"), tokens(n), [t("text"), ids(n)]),
    block("source_embedding", t("Input embedding"), x, [ids(n), x]),
    block("source_positions", t("Positional encoding"), x, [positions(n), x]),
    block("encoder_stack", t("Encoder layer"), layers(config.N), [x, x]),
    heads("encoder_self", t("Self-attention"), x, n, n),
    norm("encoder_norm_1", x),
    feedForward("encoder_feed_forward", n),
    norm("encoder_norm_2", x),
    block("memory", t("Memory"), x, [x, x]),
    block("target_tokens", t("Target tokens"), tokens(m), [t("text"), ids(m)]),
    block("target_embedding", t("Output embedding"), y, [ids(m), y]),
    block("target_positions", t("Positional encoding"), y, [positions(m), y]),
    block("decoder_stack", t("Decoder layer"), layers(config.decoder_N || config.N), [y, y]),
    heads("decoder_self", t("Masked self-attention"), y, m, m),
    norm("decoder_norm_1", y),
    heads("cross", t("Cross-attention"), y, m, n),
    norm("decoder_norm_2", y),
    feedForward("decoder_feed_forward", m),
    norm("decoder_norm_3", y),
    block("linear", t("Linear"), vocab, [y, vocab]),
    block("softmax", t("Softmax"), vocab, [vocab, vocab]),
    block("output_tokens", t("Translation"), tokens(output.length), [vocab, t("text")]),
  ];
}

/** @type {(count: number) => string} */
const tokens = (count) => tn("{count} token", "{count} tokens", count);
/** @type {(count: number) => string} */
const ids = (count) => tn("{count} id", "{count} ids", count);
/** @type {(count: number) => string} */
const positions = (count) => tn("{count} position", "{count} positions", count);

/**
 * @type {(name: string, title: string, shape: string, ends: string[],
 *   short?: string) => object}
 */
function block(name, title, shape, ends, short = shape) {
  const spoken = shape
    .replaceAll("×", tc("4 by 256", "by"))
    .replaceAll("→", tc("256 to 1024", "to"));
  return { name, title, shape, short, label: `${title}, ${spoken}`, flow: ends.join(" → ") };
}
