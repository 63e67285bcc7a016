// What the views of cross-attention are given: the same as the Python of that page sends.

import { t, tn } from "../../views/library/messages.js";
import { number } from "../../views/library/numbers.js";
import { isMark, memoryRows, NAMES, sum } from "./memory_rows.js";
import {
  ATTENTIONS,
  entropy,
  ofRows,
  pack,
  range,
  shares,
  stack,
  take,
  withMean,
} from "./tensors.js";

/** @import { Choices, Rows } from "./memory_rows.js" */
/** @import { Glass, Reading } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */
/** @import { Alignment, Site } from "./tensors.js" */

const CLEAR = 0.3; // a row's strongest line counts from here on

/**
 * What all views of the page are given: the memory with one or two readers, and what the decoder
 * looks back at; and the tensors that they share.
 *
 * @param {Reading[]} readings of one sentence in one or two languages
 * @param {Record<string, string>} chosen as links of the app name it
 * @param {Site} site
 * @param {Glass} glass
 */
export function memoryViews(readings, chosen, site, glass) {
  const [reading] = readings;
  const choices = choicesOf(chosen, site.alignment);
  const rows = readings.map((one) => memoryRows(one, choices, glass));
  const look = lookOf(reading, rows, chosen, site.alignment, glass);
  const version = JSON.stringify([choices, reading.text, readings.map((one) => one.target_ids)]);
  const { layers, h } = { layers: glass.network.layers.decoder, h: glass.network.config.h };
  const names = {
    layers: [...range(layers).map((i) => `${i + 1}`), t("mean")],
    heads: [...range(h).map((i) => `${i + 1}`), t("all")],
  };
  const memory = {
    version,
    readers: readings.map((one, i) => ({
      language: site.names[one.language],
      note: saw(site, reading.from, one.language) ? "" : t("never trained"),
      tokens: rows[i].tokens,
      row_of: rows[i].row_of,
      reads: one.target,
      writes: one.output,
    })),
    source: rows[0].columns,
    memory: reading.trace.memory.shape,
    measures: measures(rows[0], site.alignment, choices.shift),
    silenced: [],
    ...look,
    shown: chosen.shown === "contribution" ? "contribution" : "weight",
    shift: choices.shift,
    ...names,
  };
  const inputs = reading.target.slice(0, reading.output.length);
  const { layer, head, step } = look;
  const back = { version, tokens: inputs, layer, head, step, ...names };
  return { memory, back, tensors: { version, tensors: tensorsOf(reading, rows) } };
}

/** @type {(site: Site, from: string | null | undefined, to: string) => boolean} */
export const saw = ({ directions }, from, to) =>
  !directions || directions.includes(`${from}-${to}`);

/** @type {(chosen: Record<string, string>, alignment: Alignment | null) => Choices} */
const choicesOf = (chosen, alignment) => ({
  shift: chosen.rows ?? alignment?.best.shift ?? "writes",
  whole: chosen.whole === "True",
  hide_end: chosen.hide_end !== "False",
  hide_marks: chosen.hide_marks === "True",
  renormalise: chosen.renormalise === "True",
});

/** @type {(reading: Reading, rows: Rows[]) => Record<string, SentTensor>} */
function tensorsOf({ trace, output }, rows) {
  /** @type {Record<string, SentTensor>} */
  const result = {};
  rows.forEach(({ maps, hidden }, i) => {
    for (const name of NAMES) {
      result[`${i}.${name}`] = pack(maps[name]);
      result[`${i}.${name}.hidden`] = pack(hidden[name]);
      result[`${i}.${name}.entropy`] = pack(ofRows(shares(maps[name]), entropy));
    }
  });
  const back = withMean(withMean(stack(trace, `${ATTENTIONS.decoder}.weights`), 1), 0);
  const steps = range(output.length);
  result.back = pack(take(take(back, 2, steps), 3, steps));
  return result;
}

/**
 * What is looked at; at first the head that aligns best, and a word that tells much.
 *
 * @param {Reading} reading
 * @param {Rows[]} rows
 * @param {Record<string, string>} chosen
 * @param {Alignment | null} alignment
 * @param {Glass} glass
 */
function lookOf(reading, rows, chosen, alignment, glass) {
  const layers = glass.network.layers.decoder,
    { h } = glass.network.config;
  const best = alignment?.best ?? { layer: 0, head: 0 };
  const head = best.head ?? h;
  /** @type {(name: string, most: number, usual: number) => number} */
  const place = (name, most, usual) => {
    const value = Number(chosen[name] ?? usual + 1);
    return value >= 1 && value <= most ? value - 1 : Math.min(usual, most - 1);
  };
  const allHeads = chosen.all_heads === undefined ? head === h : chosen.all_heads === "1";
  return {
    layer: chosen.all_layers === "1" ? layers : place("layer", layers, best.layer),
    head: allHeads ? h : place("head", h, head),
    step: place("step", reading.output.length, tellingStep(rows[0], rows[1], best.layer, head)),
    measure: place("head_measure", alignment ? 4 : 3, 0),
  };
}

/** @type {(rows: Rows, layer: number, head: number) => Float32Array[]} */
function mapOf({ maps: { weight } }, layer, head) {
  const [, heads, queries, keys] = weight.shape;
  return range(queries).map((row) => {
    const at = ((layer * heads + head) * queries + row) * keys;
    return weight.values.subarray(at, at + keys);
  });
}

/**
 * Where the strongest line of each row goes, where it is clear: row, column.
 *
 * @param {Rows} rows
 * @param {Float32Array[]} map
 */
function clearLines({ tokens, columns }, map) {
  return map.flatMap((weights, row) => {
    const column = weights.indexOf(Math.max(...weights));
    const ends = [tokens[row], columns[column]];
    const tells = weights[column] >= CLEAR && !ends.some((one) => one.special || isMark(one));
    return tells ? [[row, column]] : [];
  });
}

/**
 * The step to begin with: a clear link that crosses another, in either translation; of several, the
 * one that is read most clearly.
 *
 * @param {Rows} rows
 * @param {Rows | undefined} other
 * @param {number} layer
 * @param {number} head
 */
function tellingStep(rows, other, layer, head) {
  const map = mapOf(rows, layer, head),
    own = clearLines(rows, map);
  const all = [own, other ? clearLines(other, mapOf(other, layer, head)) : []];
  const crossing = new Set(
    all.flatMap((found) =>
      found
        .filter(([row, end]) => found.some(([a, b]) => (row - a) * (end - b) < 0))
        .map(([, end]) => end),
    ),
  );
  const crossed = own.filter(([, end]) => crossing.has(end));
  const some = crossed.length ? crossed : own;
  const clear = some.map(([row]) => Math.max(...map[row]));
  return own.length ? rows.row_of.indexOf(some[clear.indexOf(Math.max(...clear))][0]) : 0;
}

/**
 * Each measure of all layers and heads: numbers, shades from 0 to 1, and the best.
 *
 * @param {Rows} rows
 * @param {Alignment | null} alignment
 * @param {string} shift
 */
function measures({ pieces: { weight } }, alignment, shift) {
  const [layers, heads, queries, keys] = weight.shape;
  const widest = Math.log2(Math.max(2, keys));
  const mean = (/** @type {Tensor} */ tensor) => ofRows(tensor, (row) => sum(row) / row.length);
  const bits = mean(ofRows(weight, entropy)),
    end = mean(ofRows(weight, (row) => row[keys - 1])),
    order = ofRows({ shape: [layers, heads, queries * keys], values: weight.values }, (map) =>
      diagonality(map, queries, keys),
    );
  /** @type {(tensor: Tensor, shade?: (value: number) => number) => (number | null)[][]} */
  const table = ({ values }, shade = (value) => value) =>
    range(layers).map((layer) =>
      range(heads).map((head) => {
        const value = shade(values[layer * heads + head]);
        return Number.isNaN(value) ? null : value;
      }),
    );
  const clamp = (/** @type {number} */ value) => Math.min(1, Math.max(0, value));
  /** @type {(name: string, tensor: Tensor, by: number, note: string) => object} */
  const measure = (name, tensor, by, note) => ({
    name,
    values: table(tensor),
    shades: table(tensor, (value) => clamp(value / by)),
    best: null,
    note,
  });
  return [
    ...(alignment ? [errors(alignment, [layers, heads], shift)] : []),
    measure(t("on </s>"), end, 1, t("share of the weight on the end token")),
    measure(
      t("entropy"),
      bits,
      widest,
      t("bits, averaged over all rows, </s> included; at most {most}", { most: number(widest, 2) }),
    ),
    measure(
      t("diagonality"),
      order,
      1,
      t("1 means in the order of the source, 0 means spread evenly"),
    ),
  ];
}

/**
 * How closely the weights keep to the straight line from first to last; see compute.py.
 *
 * @param {Float32Array} map
 * @param {number} rows
 * @param {number} columns
 */
function diagonality(map, rows, columns) {
  let near = 0,
    even = 0;
  map.forEach((weight, at) => {
    const away = Math.abs(
      (Math.floor(at / columns) + 0.5) / rows - ((at % columns) + 0.5) / columns,
    );
    near += weight * away;
    even += away / columns;
  });
  return 1 - near / even;
}

/** @type {(alignment: Alignment, shape: number[], shift: string) => object} */
function errors({ rows, sentences }, [layers, heads], shift) {
  /** @type {(number | null)[][]} */
  const values = range(layers).map(() => range(heads).map(() => null));
  const some = rows.filter((row) => row.shift === shift);
  for (const { layer, head, mean } of some) values[layer][head ?? heads - 1] = mean;
  const best = some.reduce((a, b) => (b.mean < a.mean ? b : a));
  const pairs = Math.floor(Object.values(sentences).reduce((a, b) => a + b, 0) / 2);
  return {
    name: t("alignment error"),
    values,
    shades: values.map((row) => row.map((rate) => (rate === null ? null : 1 - rate))),
    best: [best.layer, best.head ?? heads - 1],
    note: tn(
      "{count} pair of sentences, in both directions; lower is better",
      "{count} pairs of sentences, in both directions; lower is better",
      pairs,
    ),
  };
}
