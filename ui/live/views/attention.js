// What the views inside one attention are given: the same as the Python of their pages sends.

import { t } from "../../views/library/messages.js";
import { ATTENTIONS, axes, pack, range, take, tellingHead, tellingWord } from "./tensors.js";

/** @import { Glass, Reading, Token } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */
/** @import { Attention, Site } from "./tensors.js" */

/**
 * Which attention is looked at; places count from 0.
 *
 * @typedef {{kind: Attention, layer: number, head: number}} Place
 */

/**
 * A number that was chosen, from 1, as a place from 0; what makes no sense now is forgotten.
 *
 * @param {string | undefined} chosen
 * @param {number} most
 * @param {number} usual
 */
export function placeOf(chosen, most, usual) {
  const value = Number(chosen ?? 0);
  return Number.isInteger(value) && value >= 1 && value <= most ? value - 1 : usual;
}

/**
 * The attention that is looked at; at first a head in which a telling word reads another.
 *
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 * @returns {Place}
 */
export function attentionPlace(reading, choices, site, glass) {
  const kind = /** @type {Attention} */ (
    (choices.attention ?? "") in ATTENTIONS ? choices.attention : "encoder"
  );
  const count = glass.network.layers[kind === "encoder" ? "encoder" : "decoder"];
  const layer = placeOf(choices.layer, count, 0);
  const usual = tellingHead(reading, kind, layer, site);
  return { kind, layer, head: placeOf(choices.head, glass.network.config.h, usual) };
}

/** @type {(place: Place) => Record<string, string>} */
export const chosenPlace = ({ kind, layer, head }) => ({
  attention: kind,
  layer: `${layer + 1}`,
  head: `${head + 1}`,
});

/**
 * The word that is looked at; at first a telling one.
 *
 * @param {Reading} reading
 * @param {Token[]} tokens
 * @param {string} language "source" or "target"
 * @param {string | undefined} chosen
 * @param {Site} site
 */
export function wordPlace({ from, language: to }, tokens, language, chosen, site) {
  const code = language === "source" ? (from ?? "") : to;
  return placeOf(chosen, tokens.length, tellingWord(tokens, site.pronouns[code] ?? []));
}

/**
 * Both views of scaled dot-product attention: one layer, all heads.
 *
 * @param {Reading} reading
 * @param {Place} place
 * @param {Record<string, string>} choices
 * @param {Site} site
 */
export function attentionSteps(reading, { kind, layer, head }, choices, site) {
  const name = ATTENTIONS[kind].replace("{}", `${layer}`);
  const [queries, keys] = axes(reading, kind);
  const side = kind === "encoder" ? "source" : "target";
  /** @type {Record<string, SentTensor>} */
  const tensors = {};
  for (const one of ["q", "k", "v", "weights", "heads"])
    tensors[one] = pack(reading.trace[`${name}.${one}`]);
  return {
    ...tensors,
    visible: pack(visibleOf(reading.trace[`${name}.visible`], kind)),
    silenced: range(reading.trace[`${name}.heads`].shape[0]).map(() => false),
    queries,
    keys,
    word: wordPlace(reading, queries, side, choices.word, site),
    key: placeOf(choices.key, keys.length, -1),
    head,
    divide: choices.divide !== "False",
  };
}

/**
 * One row where all queries may look at the same keys.
 *
 * @type {(t: Tensor, k: Attention) => Tensor}
 */
function visibleOf({ shape, values }, kind) {
  const matrix = { shape: shape.slice(1), values };
  return kind === "decoder" ? matrix : take(matrix, 0, [0]);
}

/** @typedef {{name: string, letter: string, origin: string, tokens: Token[], x: Tensor,
 *   roles: string[], key: string, side: string}} Projected */

/**
 * What one attention projects: in cross-attention two tensors, else one.
 *
 * @param {Reading} reading
 * @param {Place} place
 * @returns {Projected[]}
 */
export function rowsToProject(reading, { kind, layer }) {
  const { trace, source } = reading;
  if (kind === "cross") {
    const { target } = reading;
    const x = trace[`decoder.layers.${layer}.add_and_norm_1.output`];
    const decoder = { name: "X", letter: "x", origin: t("rows of the decoder"), tokens: target, x };
    const memory = {
      name: t("memory"),
      letter: "m",
      origin: t("the encoder's output"),
      tokens: source,
      x: trace.memory,
    };
    return [
      { ...decoder, roles: ["Q"], key: "word", side: "target" },
      { ...memory, roles: ["K", "V"], key: "memory_word", side: "source" },
    ];
  }
  const norm = kind === "encoder" ? "add_and_norm_2" : "add_and_norm_3";
  const x =
    trace[layer ? `${kind}.layers.${layer - 1}.${norm}.output` : `${kind}.embedding.output`];
  let origin = t("embedding + position");
  if (layer && kind === "encoder") origin = t("output of encoder layer {layer}", { layer });
  else if (layer) origin = t("output of decoder layer {layer}", { layer });
  const [tokens, side] = kind === "encoder" ? [source, "source"] : [reading.target, "target"];
  return [{ name: "X", letter: "x", origin, tokens, x, roles: ["Q", "K", "V"], key: "word", side }];
}

/**
 * The products X W of one head, and the same word in all heads.
 *
 * @param {Reading} reading
 * @param {Place} place
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 */
export function projections(reading, place, choices, site, glass) {
  const { d_model, h } = glass.network.config,
    d_k = d_model / h;
  const name = ATTENTIONS[place.kind].replace("{}", `${place.layer}`);
  const roles = ["Q", "K", "V"];
  const matrix = roles.includes(choices.matrix) ? choices.matrix : "Q";
  const groups = rowsToProject(reading, place).map((group) => {
    const row = wordPlace(reading, group.tokens, group.side, choices[group.key], site);
    return { ...group, place: row };
  });
  /** @type {(make: (role: string) => unknown) => Record<string, any>} */
  const ofRoles = (make) => Object.fromEntries(roles.map((role) => [role, make(role)]));
  const results = ofRoles((role) =>
    take(reading.trace[`${name}.${role.toLowerCase()}`], 0, [place.head]),
  );
  const groupOf = ofRoles((role) => groups.find((group) => group.roles.includes(role)));
  const vectors = ofRoles((role) => {
    const { shape, values } = take(reading.trace[`${name}.${role.toLowerCase()}`], 1, [
      groupOf[role].place,
    ]);
    return { shape: [shape[0], shape[2]], values };
  });
  const projection = {
    groups: groups.map(({ name, letter, origin, tokens, x, roles }) => ({
      name,
      letter,
      origin,
      tokens,
      x: pack(x),
      roles,
    })),
    weights: ofRoles((role) =>
      pack(columnsOf(glass.network.weights[`${name}.W_${role}.weight`], place.head * d_k, d_k)),
    ),
    results: ofRoles((role) =>
      pack({ shape: results[role].shape.slice(1), values: results[role].values }),
    ),
    chosen: {
      matrix,
      dimension: placeOf(choices.dimension, d_k, 0),
      rows: groups.map((group) => group.place),
    },
  };
  const strips = {
    vectors: ofRoles((role) => pack(vectors[role])),
    lengths: ofRoles((role) =>
      range(h).map((head) =>
        Math.hypot(...vectors[role].values.subarray(head * d_k, (head + 1) * d_k)),
      ),
    ),
    words: ofRoles((role) => groupOf[role].tokens[groupOf[role].place]),
    head: place.head,
  };
  const [word] = groups;
  const match = {
    query: word.tokens[word.place],
    keys: groupOf.K.tokens,
    q: pack({ shape: [d_k], values: take(results.Q, 1, [word.place]).values }),
    k: projection.results.K,
    v: projection.results.V,
    visible: range(groupOf.K.tokens.length).map(
      (key) => place.kind !== "decoder" || key <= word.place,
    ),
    weight: Math.max(
      ...take(take(reading.trace[`${name}.weights`], 0, [place.head]), 1, [word.place]).values,
    ),
  };
  return { match, projection, strips, word };
}

/** Some rows of W as columns: x W. @type {(W: Tensor, from: number, count: number) => Tensor} */
function columnsOf({ shape: [, inputs], values }, from, count) {
  const result = new Float32Array(inputs * count);
  for (let i = 0; i < inputs; i++)
    for (let j = 0; j < count; j++) result[i * count + j] = values[(from + j) * inputs + i];
  return { shape: [inputs, count], values: result };
}
