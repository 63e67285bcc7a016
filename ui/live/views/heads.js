// What the view of all heads is given: the same as pages/attention/multi_head sends.

import { t } from "../../views/library/messages.js";
import { attentionPlace, wordPlace } from "./attention.js";
import { ATTENTIONS, axes, entropy, ofRows, pack, range, stack, take } from "./tensors.js";

/** @import { Glass, Reading } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */
/** @import { Attention, Site } from "./tensors.js" */

const OUTPUTS = {
  encoder: "encoder.layers.{}.add_and_norm_1.sublayer",
  decoder: "decoder.layers.{}.add_and_norm_1.sublayer",
  cross: "decoder.layers.{}.add_and_norm_2.sublayer",
};

/**
 * All heads of one attention, in all layers.
 *
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 */
export function headView(reading, choices, site, glass) {
  const place = attentionPlace(reading, choices, site, glass),
    { kind } = place;
  const [queries, keys] = axes(reading, kind);
  const side = kind === "encoder" ? "source" : "target";
  const weights = stack(reading.trace, `${ATTENTIONS[kind]}.weights`);
  const heads = stack(reading.trace, `${ATTENTIONS[kind]}.heads`);
  const outputs = stack(reading.trace, OUTPUTS[kind]);
  const [layers] = weights.shape;
  const data = {
    queries,
    keys,
    causal: kind === "decoder" && queries.length > 1,
    layer: place.layer,
    head: place.head,
    word: wordPlace(reading, queries, side, choices.word, site),
    silenced: [],
    hint: t("In the full app, you can switch heads off and translate again without them."),
    result: null,
    version: [reading.text, kind, ...(kind === "encoder" ? [] : reading.target_ids)],
    weights: pack(weights),
    heads: pack(heads),
    outputs: pack(outputs),
    shares: range(layers).map((layer) =>
      headShares(
        part(heads, layer),
        part(outputs, layer),
        glass.network.weights[`${ATTENTIONS[kind].replace("{}", `${layer}`)}.W_O.weight`],
      ),
    ),
    habits: [
      ...habits(weights, kind).map(({ name, values }) => ({
        before: `${name} `,
        after: "",
        values,
        places: 2,
      })),
      keysRead(weights, kind),
    ],
  };
  return { place, data };
}

/** One place of the first axis. @type {(tensor: Tensor, place: number) => Tensor} */
function part(tensor, place) {
  const { shape, values } = take(tensor, 0, [place]);
  return { shape: shape.slice(1), values };
}

/**
 * How much of the output each head makes up; see model/measures/heads.py.
 *
 * What a head adds, z W_O, points along the output as far as z points along output W_Oᵀ.
 *
 * @param {Tensor} heads
 * @param {Tensor} output
 * @param {Tensor} W_O
 */
function headShares({ shape: [h, queries, d_k], values: z }, { values: output }, { values: W_O }) {
  const d_model = h * d_k;
  const along = range(h).map(() => 0);
  for (let query = 0; query < queries; query++) {
    const turned = new Float64Array(d_model);
    for (let d = 0; d < d_model; d++) {
      const value = output[query * d_model + d];
      for (let i = 0; i < d_model; i++) turned[i] += value * W_O[d * d_model + i];
    }
    for (let head = 0; head < h; head++)
      for (let i = 0; i < d_k; i++)
        along[head] += z[(head * queries + query) * d_k + i] * turned[head * d_k + i];
  }
  const total = along.reduce((a, b) => a + b, 0);
  return along.map((one) => (total > 0 ? one / total : 0));
}

/** A share of each head, by layer. @typedef {{name: string, values: (number | null)[][]}} Habit */

const CLEAR = 0.35, // shares from which on a habit is named: of the weight,
  HALF = 0.5; // and of the rows

/**
 * The habits that heads clearly have: zero where one is weak, or not that of most rows.
 *
 * @param {Tensor} weights layer, head, query, key
 * @param {Attention} kind
 * @returns {Habit[]}
 */
export function clearHabits(weights, kind) {
  const width = weights.shape[3];
  const strongest = new Float32Array(weights.values.length);
  for (let at = 0; at < strongest.length; at += width) {
    const row = weights.values.subarray(at, at + width);
    strongest[at + row.indexOf(Math.max(...row))] = 1;
  }
  const ofRows = habits({ shape: weights.shape, values: strongest }, kind);
  return habits(weights, kind).map(({ name, values }, i) => ({
    name,
    values: values.map((heads, layer) =>
      heads.map((share, head) =>
        (share ?? 0) >= CLEAR && (ofRows[i].values[layer][head] ?? 0) > HALF ? share : 0,
      ),
    ),
  }));
}

/**
 * How much of its weight each head puts where, on average over the rows.
 *
 * @param {Tensor} weights layer, head, query, key
 * @param {Attention} kind
 * @returns {Habit[]}
 */
function habits(weights, kind) {
  const [, , queries, keys] = weights.shape;
  const first = Number(kind === "decoder" && queries > 1); // row 0 sees one token only
  /** @type {(name: string, key: (query: number) => number) => Habit} */
  const habit = (name, key) => ({
    name,
    values: ofMaps(weights, (map) => {
      const rows = range(queries).filter((q) => q >= first && key(q) >= 0 && key(q) < keys);
      const sum = rows.reduce((total, query) => total + map[query * keys + key(query)], 0);
      return rows.length ? sum / rows.length : null;
    }),
  });
  const end = habit(t("end token"), () => keys - 1);
  if (kind === "cross") return [end];
  const before = habit(t("previous token"), (query) => query - 1);
  const same = habit(t("same token"), (query) => query);
  if (kind === "decoder") return [before, same, habit(t("start token"), () => 0)];
  return [before, same, habit(t("next token"), (query) => query + 1), end];
}

/**
 * How many keys a row reads, two to the power of its entropy: the mean of rows that have a choice.
 *
 * @param {Tensor} weights
 * @param {Attention} kind
 */
function keysRead(weights, kind) {
  const [, , queries, keys] = weights.shape;
  const visible = (/** @type {number} */ query) => (kind === "decoder" ? query + 1 : keys);
  const several = range(queries).filter((query) => visible(query) > 1);
  const read = ofRows(weights, (row) => 2 ** entropy(row));
  const [before] = t("attends to {value} keys on average").split("{value}");
  const after = t("attends to {value} keys on average").slice(before.length + "{value}".length);
  return {
    before,
    after,
    places: 1,
    values: ofMaps({ shape: [...read.shape, 1], values: read.values }, (counts) =>
      several.length ? several.reduce((sum, q) => sum + counts[q], 0) / several.length : 1,
    ),
  };
}

/**
 * What a function makes of each map, by layer and head.
 *
 * @type {(t: Tensor, make: (map: Float32Array) => number | null) => (number | null)[][]}
 */
function ofMaps({ shape: [layers, heads, rows, columns], values }, make) {
  const size = rows * columns;
  return range(layers).map((layer) =>
    range(heads).map((head) => {
      const at = (layer * heads + head) * size;
      return make(values.subarray(at, at + size));
    }),
  );
}
