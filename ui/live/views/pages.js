// What each page of the live edition shows: data for its views, one after the other.

import { t } from "../../views/library/messages.js";
import { beamSearch, chanceOf, sample } from "../engine/search.js";
import { attentionPlace, attentionSteps, chosenPlace, projections } from "./attention.js";
import { memoryViews, saw } from "./cross_attention.js";
import { chosen, DRAWS, methodCards, rankingTable, searchTree } from "./decoding.js";
import { nextToken, stepPlace } from "./next_token.js";
import { diagram } from "./overview.js";
import { range } from "./tensors.js";

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
  async *overview(reading, { choices, site, glass }) {
    yield { key: "diagram", data: diagram(reading, choices, site, glass) };
  },

  async *queries_keys_values(reading, { choices, site, glass }) {
    const place = attentionPlace(reading, choices, site, glass);
    const { projection, strips, asked } = projections(reading, place, choices, site, glass);
    yield { chosen: { ...chosenPlace(place), matrix: projection.chosen.matrix } };
    yield { key: "word", data: picker(asked.key, t("Word"), asked.tokens, asked.place) };
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
      const chance = chanceOf(sampling.seed);
      const network = glass.network;
      const found = await steps(sample(network, source, start, DRAWS, chance, sampling, prefix));
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
