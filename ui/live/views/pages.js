// What each page of the live edition shows: data for its views, one after the other.

import { t } from "../../views/library/messages.js";
import { beamSearch, randomNumbers, sample } from "../engine/search.js";
import { attentionPlace, attentionSteps, chosenPlace, placeOf, projections } from "./attention.js";
import { memoryViews, saw } from "./cross_attention.js";
import { lens, sublayers } from "./decoder_stack.js";
import { chosen, DRAWS, methodCards, rankingTable, searchTree } from "./decoding.js";
import { embeddedPlace, lookup, rowToInput, sharedRow, wordMap } from "./embedding.js";
import { headView } from "./heads.js";
import { maskMaps } from "./masking.js";
import { nextToken, stepPlace } from "./next_token.js";
import { diagram } from "./overview.js";
import { positionViews } from "./positions.js";
import { story } from "./story.js";
import { range } from "./tensors.js";
import { tokenizationViews } from "./tokenization.js";

/** @import { Glass, Reading, Token } from "../engine/reading.js" */
/** @import { Site } from "./tensors.js" */

/**
 * What a page has at hand: steps lets a search run, and stops it once something newer is asked.
 *
 * @typedef {{glass: Glass, site: Site, choices: Record<string, string>,
 *   read: (to: string) => Promise<Reading>,
 *   steps: <Step>(search: Generator<Step>) => Promise<Step[]>}} Desk
 */

/**
 * Data for a view; or tensors that several views share; or what is chosen where nobody chose.
 *
 * @typedef {{key?: string, data?: object, tensors?: object, chosen?: Record<string, string>}} Shown
 */

/** @type {Record<string, (reading: Reading, desk: Desk) => AsyncGenerator<Shown>>} */
export const PAGES = {
  async *story(reading, { site, glass }) {
    yield { key: "story", data: story(reading, site, glass) };
  },

  async *overview(reading, { choices, site, glass }) {
    yield { key: "diagram", data: diagram(reading, choices, site, glass) };
  },

  async *tokenization(reading, { choices, site, glass }) {
    for (const [key, data] of tokenizationViews(reading, choices, site, glass)) yield { key, data };
  },

  async *embedding(reading, { choices, site, glass }) {
    const word = embeddedPlace(reading, choices.word);
    yield { key: "word", data: picker("word", t("Token"), reading.source, word) };
    yield { key: "lookup", data: lookup(reading, word, glass) };
    yield { key: "sum", data: rowToInput(reading, word, glass) };
    const { pieces, shared_row, logit } = sharedRow(reading, choices, site, glass);
    yield { key: "piece", data: picker("piece", t("Piece"), pieces.tokens, pieces.chosen) };
    yield { key: "shared_row", data: shared_row };
    yield { key: "logit", data: logit };
    yield { key: "word_map", data: wordMap(reading, word, choices, glass) };
  },

  async *positional_encoding(reading, { choices, glass }) {
    const { d_model } = glass.network.config;
    const { word, positions, layouts } = positionViews(reading, choices, d_model);
    yield { key: "word", data: picker("word", t("Position of"), word.tokens, word.chosen) };
    yield { key: "positions", data: positions };
    yield { key: "layouts", data: layouts };
  },

  async *queries_keys_values(reading, { choices, site, glass }) {
    const place = attentionPlace(reading, choices, site, glass);
    const { match, projection, strips, word } = projections(reading, place, choices, site, glass);
    yield { chosen: { ...chosenPlace(place), matrix: projection.chosen.matrix } };
    yield { key: "match", data: match };
    yield { key: "word", data: picker("word", t("Word"), word.tokens, word.place) };
    yield { key: "projection", data: projection };
    yield { key: "head_strips", data: strips };
  },

  async *scaled_dot_product(reading, { choices, site, glass }) {
    const place = attentionPlace(reading, choices, site, glass);
    const data = attentionSteps(reading, place, choices, site);
    yield { chosen: chosenPlace(place) };
    yield { key: "word", data: picker("word", t("Word"), data.queries, data.word) };
    yield { key: "steps", data };
    yield { key: "matrices", data };
  },

  async *multi_head(reading, { choices, site, glass }) {
    const { place, data } = headView(reading, choices, site, glass);
    yield { chosen: chosenPlace(place) };
    yield { key: "heads", data };
  },

  async *masking(reading, { choices, site, glass }) {
    const { place, data } = maskMaps(reading, choices, site, glass);
    const { layer, head } = chosenPlace(place);
    yield { chosen: { layer, head } };
    yield { key: "causal_maps", data };
  },

  async *decoder_stack(reading, { choices, glass }) {
    const layer = placeOf(choices.layer, glass.network.layers.decoder, 0);
    const data = lens(reading, choices.step, layer, glass),
      { step } = data;
    yield { chosen: { layer: `${layer + 1}` } };
    yield { key: "step", data: picker("step", t("Step"), reading.output, step) };
    yield { key: "lens", data };
    yield { key: "sublayers", data: sublayers(reading, step, layer) };
  },

  async *next_token(reading, { choices, glass }) {
    const step = stepPlace(reading, choices.step);
    yield { key: "step", data: picker("step", t("Step"), reading.output, step) };
    yield { key: "next_token", data: nextToken(reading, step, choices, glass) };
  },

  async *cross_attention(reading, { choices, site, glass, read }) {
    const others = Object.keys(site.names).filter((one) => one !== reading.language);
    const usual = others.find((one) => saw(site, reading.from, one)) ?? "none";
    const other = choices.compare ?? usual;
    yield { chosen: { compare: other } };
    const readings = others.includes(other) ? [reading, await read(other)] : [reading];
    const { memory, back, tensors } = memoryViews(readings, choices, site, glass);
    yield { tensors };
    yield { key: "memory", data: memory };
    yield { key: "look_back", data: back };
  },

  async *decoding(reading, { choices, glass, steps }) {
    const how = chosen(choices, (text) => readPrefix(glass, text));
    const { method, width, prefix, sampling } = how;
    const source = reading.source_ids,
      [start] = reading.target_ids;
    const search = (/** @type {number} */ beams) =>
      beams === 4 && !prefix.length
        ? Promise.resolve(reading.steps)
        : steps(beamSearch(glass.network, source, start, beams, prefix));
    const drawAll = async () => {
      const random = randomNumbers(sampling.seed);
      const network = glass.network;
      const found = await steps(sample(network, source, start, DRAWS, random, sampling, prefix));
      return range(DRAWS).map((draw) =>
        found.map((step) => step.get(draw) ?? []).filter((one) => one.length),
      );
    };
    yield { chosen: { begin: writePrefix(glass, prefix) } };
    const drawn = method === "sampling" ? await drawAll() : undefined;
    const shown = drawn?.[0] ?? (await search(method === "greedy" ? 1 : width));
    yield { key: "tree", data: searchTree(reading, shown, how, glass) };
    const beam = method === "beam" ? shown : await search(width);
    yield { key: "ranking", data: rankingTable(beam, how.state.alpha, glass) };
    const greedy = method === "greedy" ? shown : await search(1);
    const found = { greedy, beam, draws: drawn ?? (await drawAll()) };
    yield { key: "methods", data: methodCards(found, how, glass) };
  },
};

/** A row of tokens of which one is chosen. @type {(key: string, label: string, tokens: Token[],
 *   chosen: number) => object} */
const picker = (key, label, tokens, chosen) => ({ key, label, tokens, chosen });

const IDS = "ids "; // before a beginning that a click in the tree fixed

/**
 * The ids of a beginning: of words that were typed, or of the tokens of a click.
 *
 * @param {Glass} glass
 * @param {string} text
 */
export function readPrefix({ tokenizer }, text) {
  if (!text.startsWith(IDS)) return tokenizer.encode(text.trim()).map(({ id }) => id);
  const ids = text.slice(IDS.length).split(" ").map(Number);
  return ids.filter((id) => Number.isInteger(id) && id >= 0 && id < tokenizer.pieces.length);
}

/**
 * The words that `readPrefix` turns into these ids again, or else the ids.
 *
 * @param {Glass} glass
 * @param {number[]} ids
 */
export function writePrefix(glass, ids) {
  const words = glass.tokenizer.decode(ids);
  const same = readPrefix(glass, words).join() === ids.join();
  return same ? words : IDS + ids.join(" ");
}
