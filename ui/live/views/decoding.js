// What the views of decoding are given: the same as pages/output/decoding/views/*.py send.

import { t } from "../../views/library/messages.js";
import { path, ranking } from "../engine/search.js";

/** @import { Glass, Reading } from "../engine/reading.js" */
/** @import { Candidate, Sampling } from "../engine/search.js" */

export const DRAWS = 4;

/**
 * How the page searches.
 *
 * @typedef {{method: "greedy" | "beam" | "sampling", width: number, prefix: number[],
 *   sampling: Sampling}} Method
 */

/**
 * What is chosen, as links of the app name it.
 *
 * @param {Record<string, string>} choices
 * @param {(text: string) => number[]} cut
 * @returns {Method & {state: Record<string, number>}}
 */
export function chosen(choices, cut) {
  /** @type {(name: string, usual: number, least?: number, most?: number) => number} */
  const number = (name, usual, least = 0, most = Infinity) => {
    const value = Number(choices[name] ?? usual);
    return Number.isFinite(value) && value >= least && value <= most ? value : usual;
  };
  // The limits are those of ui/choices/controls.py.
  const sampling = {
    temperature: number("temperature", 1, 0.1, 3),
    top_k: Math.round(number("top_k", 0, 0, 50)),
    top_p: number("top_p", 1, 0.05, 1),
    seed: number("seed", 1),
  };
  const method =
    choices.method === "greedy" || choices.method === "sampling" ? choices.method : "beam";
  return {
    method,
    width: Math.round(number("beams", 4, 1, 8)),
    prefix: cut(choices.begin ?? ""),
    sampling,
    state: {
      step: number("search", 0),
      alpha: number("alpha", 0.6),
      pruned: number("pruned", 0),
      ...sampling,
    },
  };
}

/**
 * The tree of a search.
 *
 * @param {Reading} reading
 * @param {Candidate[][]} steps
 * @param {Method & {state: Record<string, number>}} how
 * @param {Glass} glass
 */
export function searchTree(reading, steps, { method, width, prefix, state }, glass) {
  const flat = steps.flat();
  const numbers = new Map(flat.map((candidate, place) => [candidate, place]));
  const ids = [...new Set(flat.map(({ token }) => token))].sort((a, b) => a - b);
  const places = new Map(ids.map((id, place) => [id, place]));
  const searched = [reading.source_ids, reading.target_ids[0], method, width, prefix];
  const drawn = method === "sampling" ? state : {};
  return {
    version: [...searched, { ...drawn, step: 0, alpha: 0, pruned: 0 }].map((one) =>
      JSON.stringify(one),
    ),
    method,
    width: method === "beam" ? width : 1,
    forced: prefix.length,
    ...state,
    start: { ...tokensOf(glass, [reading.target_ids[0]])[0], special: true, joined: false },
    tokens: tokensOf(glass, ids),
    steps: steps.map((step) =>
      step.map((one) => ({
        id: numbers.get(one),
        parent: one.parent?.parent ? numbers.get(one.parent) : -1,
        token: places.get(one.token),
        p: Math.exp(one.log),
        log: one.log,
        total: one.total,
        fate: one.fate,
      })),
    ),
  };
}

/**
 * The finished hypotheses, best first, and what the slider of α is at.
 *
 * @param {Candidate[][]} steps
 * @param {number} alpha
 * @param {Glass} glass
 */
export const rankingTable = (steps, alpha, { tokenizer }) => ({
  endings: ranking(steps, alpha).map((one) => ({
    text: tokenizer.decode(path(one).map(({ token }) => token)),
    total: one.total,
    length: path(one).length,
    fate: one.fate,
  })),
  alpha,
});

/**
 * A card for each method.
 *
 * @param {{greedy: Candidate[][], beam: Candidate[][], draws: Candidate[][][]}} found
 * @param {Method & {state: Record<string, number>}} how
 * @param {Glass} glass
 */
export function methodCards({ greedy, beam, draws }, { method, width, sampling, state }, glass) {
  const { alpha } = state;
  const drawn = draws.map((steps) => ranking(steps, 0)[0]);
  /** @type {[string, string, Candidate[]][]} */
  const cards = [
    ["greedy", t("Greedy"), ranking(greedy, alpha)],
    ["beam", t("Beam search"), ranking(beam, alpha)],
    ["sampling", t("Sampling"), drawn],
  ];
  return {
    cards: cards.map(([name, title, endings]) => ({
      method: name,
      title,
      endings: endings.map((one) => ending(one, glass)),
    })),
    width,
    alpha,
    sampling,
    chosen: method,
  };
}

/** @type {(candidate: Candidate, glass: Glass) => object} */
function ending(candidate, glass) {
  const nodes = path(candidate);
  const tokens = tokensOf(
    glass,
    nodes.map(({ token }) => token),
  );
  return {
    tokens: tokens.map((token, i) => ({ ...token, p: Math.exp(nodes[i].log) })),
    total: candidate.total,
    length: tokens.length,
    fate: candidate.fate,
  };
}

/** @type {(glass: Glass, ids: number[]) => object[]} */
const tokensOf = (glass, ids) =>
  // The first token of a text never continues a word, so each has one before it.
  ids.map((id) => {
    const [, { lang: _, ...token }] = glass.targetTokens([id, id], null);
    return { ...token, id };
  });
