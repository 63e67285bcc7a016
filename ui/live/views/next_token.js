// What the view of the next token is given: the same as pages/output/next_token sends.

import { largest } from "../engine/search.js";
import { softmax } from "../engine/transformer.js";
import { placeOf } from "./attention.js";
import { pack, rows, saidIds, tokenData } from "./tensors.js";

/** @import { Glass, Reading } from "../engine/reading.js" */

const SHOWN = 12;

/**
 * The step that is looked at; at first the one whose piece of a word was least probable.
 *
 * @param {Reading} reading
 * @param {string | undefined} chosen
 */
export function stepPlace(reading, chosen) {
  const said = saidIds(reading);
  const surprisals = reading.output.map(({ special, text }, step) =>
    !special && /\p{L}/u.test(text) ? -Math.log(softmax(logitsOf(reading, step))[said[step]]) : -1,
  );
  const usual = surprisals.indexOf(Math.max(...surprisals));
  return placeOf(chosen, reading.output.length, usual);
}

/** @type {(reading: Reading, step: number) => Float32Array} */
function logitsOf({ trace: { logits } }, step) {
  const width = logits.shape[1];
  return logits.values.slice(step * width, (step + 1) * width);
}

/**
 * @param {Reading} reading
 * @param {number} step
 * @param {Record<string, string>} choices
 * @param {Glass} glass
 */
export function nextToken(reading, step, choices, glass) {
  const { network, tokenizer } = glass;
  const { d_model } = network.config;
  const said = saidIds(reading)[step],
    logits = logitsOf(reading, step);
  const typed = typedToken(choices.token ?? "", glass);
  const ids = [...new Set([...largest(logits, SHOWN), said, ...(typed === null ? [] : [typed])])];
  const ranked = largest(logits, logits.length);
  const last = network.layers.decoder - 1;
  const x = reading.trace[`decoder.layers.${last}.add_and_norm_3.output`];
  const candidate = Number(choices.candidate ?? 0);
  const number = (/** @type {string} */ name, /** @type {number} */ usual) =>
    Number(choices[name] ?? usual);
  return {
    version: JSON.stringify([reading.source_ids, saidIds(reading), step]).split(" "),
    x: pack({ shape: [d_model], values: x.values.slice(step * d_model, (step + 1) * d_model) }),
    rows: pack(rows(network.weights["E.weight"], ids)),
    logits: pack({ shape: [ranked.length], values: Float32Array.from(ranked, (id) => logits[id]) }),
    candidates: ids.map((id) => ({
      ...tokenData(tokenizer, id),
      id,
      rank: ranked.indexOf(id),
      said: id === said,
      typed: id === typed,
    })),
    chosen: ids.indexOf(ids.includes(candidate) ? candidate : (typed ?? said)),
    sampling: {
      temperature: number("temperature", 1),
      top_k: number("top_k", 0),
      top_p: number("top_p", 1),
    },
  };
}

/** The first token of what somebody typed. @type {(text: string, glass: Glass) => number | null} */
function typedToken(text, { tokenizer }) {
  if (!text.trim()) return null;
  if (text.trim() === "</s>") return 2;
  return tokenizer.encode(text)[0]?.id ?? null;
}
