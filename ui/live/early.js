// What can be said of a sentence while weights are still on their way.

/** @import { Glass, Reading } from "./engine/reading.js" */
/** @import { Tensor } from "./engine/transformer.js" */
/** @import { Weight } from "./engine/weights.js" */

/** Something was asked for that is not there yet. */
export class NotYet extends Error {}

/**
 * The same, but to ask for what is missing is an error.
 *
 * @template {object} Found
 * @param {Found} found
 * @param {(name: string) => boolean} [never] what is missing for good
 * @returns {Found}
 */
const soon = (found, never = () => false) =>
  new Proxy(found, {
    get(all, name) {
      if (typeof name === "string" && !(name in all) && !never(name)) throw new NotYet(name);
      return Reflect.get(all, name);
    },
    has(all, name) {
      if (typeof name === "string" && !(name in all) && !never(name)) throw new NotYet(name);
      return name in all;
    },
  });

/**
 * Weights as they arrive; not all maps have a bias.
 *
 * @param {Record<string, Weight>} weights
 */
export const arrivingWeights = (weights) => soon(weights, (name) => name.endsWith(".bias"));

/**
 * A reading as far as the weights reach: the tokens, their rows, the layers of the encoder.
 *
 * @param {Glass} glass
 * @param {{text: string, from: string, to: string}} ask
 */
export function early(glass, { text, from, to }) {
  const source = glass.source(text, from);
  /** @type {Record<string, Tensor>} */
  const trace = {};
  try {
    glass.network.encode(source.ids, (name, shape, values) => {
      trace[name] = { shape, values };
    });
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
  }
  const { typed, text: read, tokens, ids, truncated } = source;
  const isEncoded = (/** @type {string} */ name) => name.startsWith("encoder") && "memory" in trace;
  return /** @type {Reading} */ (
    soon({
      ...{ typed, text: read, from, language: to, source: tokens, source_ids: ids, truncated },
      trace: soon(trace, isEncoded),
    })
  );
}
