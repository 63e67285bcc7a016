// What the views of the embedding are given: the same as pages/input/embedding sends.

import { t, tn } from "../../views/library/messages.js";
import { number, percent, whole } from "../../views/library/numbers.js";
import { largest } from "../engine/search.js";
import { placeOf } from "./attention.js";
import { cosines, meanCosine, plane, withoutMean } from "./neighbours.js";
import { longestWholeWord, pack, range, rows, saidIds, strip, strips } from "./tensors.js";

/** @import { Glass, Reading, Token } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */
/** @import { Site } from "./tensors.js" */

const ROWS = 7, // of the part that is enlarged
  PIXELS = 168, // rows of the whole matrix that there is room for
  LISTED = 10, // nearest rows in a list
  WORDS = 8; // that a person may add to the map

/** The token that is looked at. @type {(reading: Reading, chosen?: string) => number} */
export const embeddedPlace = ({ source }, chosen) =>
  placeOf(chosen, source.length, longestWholeWord(source));

/**
 * Which row of E each token picks, with the rows next to it and the nearest ones.
 *
 * @param {Reading} reading
 * @param {number} chosen
 * @param {Glass} glass
 */
export function lookup({ source, source_ids: ids }, chosen, { network, tokenizer }) {
  const E = network.weights["E.weight"];
  const [count] = E.shape;
  const starts = ids.map((id) =>
    Math.min(Math.max(0, id - Math.floor(ROWS / 2)), Math.max(0, count - ROWS)),
  );
  const own = ids.map((id) => withoutMean(network, rows(E, [id]).values));
  const nearest = cosines(network, own).map((cosine, i) =>
    [ids[i], ...largest(cosine, ROWS).filter((row) => row !== ids[i])].slice(0, ROWS),
  );
  /** @type {(found: number[][]) => SentTensor} */
  const without = (found) => {
    const values = found.flat().map((row) => withoutMean(network, rows(E, [row]).values));
    const shape = [ids.length, ROWS, E.shape[1]];
    return pack({ shape, values: Float32Array.from(values.flatMap((row) => [...row])) });
  };
  return {
    tokens: source,
    ids,
    chosen,
    vocabulary: count,
    overview: pack(rows(E, range(count, Math.ceil(count / PIXELS)))),
    starts,
    windows: without(starts.map((start) => range(ROWS).map((i) => start + i))),
    names: starts.map((start) => tokenizer.pieces.slice(start, start + ROWS)),
    near: without(nearest),
    near_names: nearest.map((found) => found.map((row) => tokenizer.pieces[row])),
  };
}

/**
 * From the row of E to what enters the first layer.
 *
 * @param {Reading} reading
 * @param {number} word
 * @param {Glass} glass
 */
export function rowToInput({ trace, source }, word, { network }) {
  const { d_model } = network.config;
  const of = (/** @type {string} */ name) => rows(trace[`encoder.embedding.${name}`], [word]);
  const root = Math.sqrt(d_model);
  return strips(
    [
      strip(t("its row of E"), of("rows"), "X"),
      strip(
        t("{root} times longer", { root: number(root, root % 1 ? 4 : 0) }),
        of("embedding"),
        "X",
      ),
      strip(t("its position"), of("positions"), null, "+"),
      strip(t("into layer 1"), of("output"), "X", "="),
    ],
    t("From the row of “{token}” to the input of the first layer", { token: source[word].text }),
  );
}

/** @typedef {{id: number, token: Token, source: number[], target: number[],
 *   difference: number}} Use */

/**
 * The pieces of sentence and translation, and where their rows are at work.
 *
 * @param {Reading} reading
 * @param {Glass} glass
 * @returns {Use[]}
 */
function uses({ trace, source, source_ids, target, target_ids }, { network }) {
  const E = network.weights["E.weight"];
  const tokens = new Map(
    [...source, ...target].map((token, i) => [[...source_ids, ...target_ids][i], token]),
  );
  return [...tokens].map(([id, token]) => {
    const at = (/** @type {number[]} */ ids) => range(ids.length).filter((i) => ids[i] === id);
    const places = { encoder: at(source_ids), decoder: at(target_ids) };
    const row = rows(E, [id]).values;
    let difference = 0;
    for (const [stack, found] of Object.entries(places))
      rows(trace[`${stack}.embedding.rows`], found).values.forEach((value, i) => {
        difference = Math.max(difference, Math.abs(value - row[i % row.length]));
      });
    const shown = { ...token, joined: false };
    return { id, token: shown, source: places.encoder, target: places.decoder, difference };
  });
}

/**
 * One row of E at work in three places; its pieces to choose from; and how a logit comes about.
 *
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 */
export function sharedRow(reading, choices, site, glass) {
  const { network, tokenizer } = glass;
  const E = network.weights["E.weight"];
  const found = uses(reading, glass);
  const both = found.findIndex(({ source, target }) => source.length && target.length);
  const chosen = placeOf(choices.piece, found.length, Math.max(0, both));
  const at = placeOf(choices.at, reading.output.length, -1);
  const { logits } = reading.trace;
  const steps = range(reading.output.length).map((step) => rows(logits, [step]).values);
  const best = steps.map((row) => largest(row, 1)[0]);
  const own = steps.map((row) => row[found[chosen].id]);
  const step = at >= 0 ? at : own.indexOf(Math.max(...own));
  const { id } = found[chosen];
  const x = rows(
    reading.trace[`decoder.layers.${network.layers.decoder - 1}.add_and_norm_3.output`],
    [step],
  );
  const row = rows(E, [id]);
  const products = x.values.map((value, i) => value * row.values[i]);
  const count = network.config.d_model;
  const opens = { source: "source_positions", target: "target_positions", projection: "linear" };
  return {
    pieces: { tokens: found.map(({ token }) => token), chosen },
    shared_row: {
      uses: found,
      rows: pack(
        rows(
          E,
          found.map((use) => use.id),
        ),
      ),
      chosen,
      at,
      source: reading.source,
      target: reading.target,
      output: reading.output,
      logits: pack({
        shape: [steps.length, found.length],
        values: Float32Array.from(steps.flatMap((row) => found.map((use) => row[use.id]))),
      }),
      best: pack({
        shape: [steps.length],
        values: Float32Array.from(steps, (row, i) => row[best[i]]),
      }),
      winners: best.map((id) => tokenizer.pieces[id]),
      opens: Object.fromEntries(
        Object.entries(opens).map(([place, block]) => [place, site.opens[block] ?? null]),
      ),
    },
    logit: strips(
      [
        strip(t("decoder, step {step}", { step: step + 1 }), x),
        strip(t("row {row} of E", { row: whole(id) }), row, "X", "×"),
        strip(
          tn("{count} product", "{count} products", count),
          { shape: x.shape, values: products },
          null,
          "=",
        ),
      ],
      t("The products that add up to the logit"),
      false,
    ),
  };
}

/**
 * The pieces of the sentence among the rows nearest to them.
 *
 * @param {Reading} reading
 * @param {number} word
 * @param {Record<string, string>} choices
 * @param {Glass} glass
 */
export function wordMap(reading, word, choices, { network, tokenizer }) {
  const E = network.weights["E.weight"];
  const count = ["2", "8"].includes(choices.around) ? Number(choices.around) : 4;
  const said = saidIds(reading);
  const { extra, means } = addedWords(choices.also ?? "", E, tokenizer);
  const own = [...new Set([...reading.source_ids, ...extra])];
  const stacked = (/** @type {number[]} */ ids) =>
    [...ids.map((id) => rows(E, [id]).values), ...means.values()].map((vector) =>
      withoutMean(network, vector),
    );
  const nearest = (/** @type {number[]} */ ids, /** @type {number} */ most) =>
    cosines(network, stacked(ids)).map((cosine, i) =>
      largest(cosine, most + 1)
        .filter((row) => row !== ids[i])
        .slice(0, most)
        .map((row) => ({ row, cosine: cosine[row] })),
    );
  const around = nearest(own, count).map((found) => found.map(({ row }) => row));
  const all = [...new Set([...own, ...around.flat(), ...said])];
  const names = [...means.keys()];
  const links = new Map([...own, ...names].map((one, i) => [one, around[i]]));
  const lists = nearest(all, LISTED);
  const vectors = stacked(all);
  const { places, share } = plane(vectors);
  const special = (/** @type {number} */ row) => row < tokenizer.firstPiece;
  /** @type {[string, number[]][]} */
  const kinds = [
    ["source", reading.source_ids],
    ["added", extra],
    ["said", said],
  ];
  return {
    points: [...all, ...names].map((one, i) => ({
      text: typeof one === "number" ? tokenizer.pieces[one] : one,
      kind:
        typeof one === "number"
          ? (kinds.find(([, ids]) => ids.includes(one))?.[0] ?? "near")
          : "mean",
      near: lists[i].map(({ row, cosine }) => ({
        text: tokenizer.pieces[row],
        cosine,
        special: special(row),
        note: "",
        kind: "",
      })),
      links: (links.get(one) ?? []).map((row) => all.indexOf(row)),
      special: typeof one === "number" && special(one),
    })),
    places: pack(places),
    tokens: reading.source_ids.map((id) => [...new Set(reading.source_ids)].indexOf(id)),
    chosen: word,
    chance: meanCosine(network),
    note: t(
      "The map shows {count} tokens. Filled points come from your sentence or were added; " +
        "squares come from the translation. A flat map keeps only {share} of the differences " +
        "between their directions (PCA), so points can look close without being similar. Trust " +
        "the lines and the list. In the list, bars run from 0 to 1, and the dotted line marks " +
        "the " +
        "average of two random rows.",
      { count: vectors.length, share: percent(share) },
    ),
  };
}

/**
 * Rows of E for words of one piece; for longer words, the mean of their pieces' rows.
 *
 * @param {string} typed
 * @param {Tensor} E
 * @param {import("../engine/tokenizer.js").Tokenizer} tokenizer
 */
function addedWords(typed, E, tokenizer) {
  /** @type {Map<string, Float32Array>} */
  const means = new Map();
  /** @type {number[]} */
  const extra = [];
  for (const one of new Set(typed.split(/\s+/).filter(Boolean).slice(0, WORDS))) {
    const ids = tokenizer.encode(one).map(({ id }) => id);
    if (ids.length === 1) extra.push(ids[0]);
    else if (ids.length) means.set(one, mean(ids.map((id) => rows(E, [id]).values)));
  }
  return { extra, means };
}

/** @type {(vectors: Float32Array[]) => Float32Array} */
const mean = (vectors) =>
  vectors[0].map((_, i) => vectors.reduce((sum, one) => sum + one[i], 0) / vectors.length);
