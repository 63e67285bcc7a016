// What the three maps of masking are given: the same as pages/decoder/masking sends.

import { t } from "../../views/library/messages.js";
import { softmax } from "../engine/transformer.js";
import { attentionPlace, placeOf } from "./attention.js";
import { ATTENTIONS, pack, range, rows, saidIds } from "./tensors.js";

/** @import { Glass, Reading } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */
/** @import { Site } from "./tensors.js" */

/**
 * @param {Reading} reading
 * @param {Record<string, string>} choices
 * @param {Site} site
 * @param {Glass} glass
 */
export function maskMaps(reading, choices, site, glass) {
  const place = attentionPlace(reading, { ...choices, attention: "decoder" }, site, glass);
  const causal = choices.causal !== "False";
  const { trace } = causal ? reading : withoutMask(reading, glass);
  const n = reading.target.length;
  const row = placeOf(choices.row, n, Math.floor((n + 1) / 2) - 1);
  const name = ATTENTIONS.decoder.replace("{}", `${place.layer}`);
  const p = chances(trace, reading),
    before = causal ? [] : chances(reading.trace, reading);
  const mask = Float32Array.from({ length: n * n }, (_, i) => Number(i % n <= Math.floor(i / n)));
  const data = {
    scores: pack(trace[`${name}.scores`]),
    weights: pack(trace[`${name}.weights`]),
    visible: pack({ shape: [n, n], values: trace[`${name}.visible`].values }),
    mask: pack({ shape: [n, n], values: mask }),
    queries: reading.target,
    keys: reading.target,
    row,
    column: placeOf(choices.column, n, Math.min(row + 2, n) - 1), // what the row must predict
    head: place.head,
    titles: {
      scores: [t("scores"), "q · k ÷ √dₖ"],
      masked: causal
        ? [t("masked scores"), t("later words: −∞")]
        : [t("scores"), t("later words visible")],
      weights: [t("weights"), t("softmax of each row")],
    },
    sign: causal ? t("mask") : t("no mask"),
    says: reading.output.map(({ text, special }, i) => ({
      text,
      special,
      p: p[i],
      masked: causal ? null : before[i],
    })),
  };
  return { place, data };
}

/** The same tokens, read by a decoder without its mask. @type {(r: Reading, g: Glass) => any} */
const withoutMask = (reading, glass) =>
  glass.record(
    { ...reading, ids: reading.source_ids, tokens: reading.source },
    reading.language,
    saidIds(reading),
    false,
  );

/**
 * How probable each token of the translation is.
 *
 * @type {(trace: Record<string, Tensor>, reading: Reading) => number[]}
 */
function chances({ logits }, reading) {
  const said = saidIds(reading);
  return range(said.length).map((step) => softmax(rows(logits, [step]).values)[said[step]]);
}
