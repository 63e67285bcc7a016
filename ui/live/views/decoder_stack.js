// What the views of the decoder's layers are given: as pages/decoder/decoder_stack sends.

import { t } from "../../views/library/messages.js";
import { largest } from "../engine/search.js";
import { softmax } from "../engine/transformer.js";
import { placeOf } from "./attention.js";
import { range, rows, saidIds, strip, strips, tokenData } from "./tensors.js";

/** @import { Glass, Reading } from "../engine/reading.js" */

const SHOWN = 5; // tokens of each layer and step

/**
 * What each layer would say if it were the last, at every step (the logit lens).
 *
 * @param {Reading} reading
 * @param {string | undefined} chosen the chosen step, from 1; at first, that of an early word
 * @param {number} layer
 * @param {Glass} glass
 */
export function lens(reading, chosen, layer, { network, tokenizer }) {
  const said = saidIds(reading);
  const depths = range(network.layers.decoder + 1).map((depth) => {
    const below = depth ? `layers.${depth - 1}.add_and_norm_3` : "embedding";
    const x = reading.trace[`decoder.${below}.output`];
    return network.project(said.map((_, i) => rows(x, [i]).values)).map((logits, i) => {
      const own = logits[said[i]];
      const place = logits.reduce((before, logit) => before + Number(logit > own), 1);
      const p = softmax(logits);
      const top = largest(p, SHOWN);
      return { top, p: top.map((id) => round(p[id])), final: round(p[said[i]]), place };
    });
  });
  const ids = new Set(depths.flat().flatMap(({ top }) => top));
  const leads = said.map((_, i) => depths.findLastIndex((steps) => steps[i].place > 1) + 1);
  const words = range(said.length).filter((i) => {
    const { special, joined, text } = reading.output[i];
    return !special && !joined && /\p{L}/u.test(text);
  });
  const [early = 0] = words.sort((a, b) => leads[a] - leads[b]);
  return {
    read: reading.target.slice(0, said.length),
    output: reading.output,
    said,
    names: Object.fromEntries([...ids].map((id) => [id, tokenData(tokenizer, id)])),
    top: depths.map((steps) => steps.map((one) => one.top)),
    p: depths.map((steps) => steps.map((one) => one.p)),
    final: depths.map((steps) => steps.map((one) => one.final)),
    places: depths.map((steps) => steps.map((one) => one.place)),
    step: placeOf(chosen, said.length, early),
    layer: layer + 1,
    depths: depths.map((_, depth) => (depth ? `${depth}` : t("embedding"))),
  };
}

/** Four decimals are more than the view shows. @type {(p: number) => number} */
const round = (p) => Math.round(p * 1e4) / 1e4;

/**
 * One position on its way through the three sub-layers of a layer.
 *
 * @param {Reading} reading
 * @param {number} step
 * @param {number} layer
 */
export function sublayers({ trace }, step, layer) {
  const names = [t("self-attention"), t("cross-attention"), t("feed-forward")];
  const vector = (/** @type {number} */ part, /** @type {string} */ tap) =>
    rows(trace[`decoder.layers.${layer}.add_and_norm_${part}.${tap}`], [step]);
  return strips(
    [
      strip("x", vector(1, "residual"), "X"),
      ...names.flatMap((name, i) => [
        strip(name, vector(i + 1, "sublayer"), "Z", "+"),
        strip(t("Add & Norm"), vector(i + 1, "output"), "X", "→"),
      ]),
    ],
    t("The chosen position through the layer's three sub-layers"),
  );
}
