// What the story is given: the same as pages/start/story sends.

import { largest } from "../engine/search.js";
import { SPACE } from "../engine/tokenizer.js";
import { softmax } from "../engine/transformer.js";
import { clearHabits } from "./heads.js";
import { cosines, withoutMean } from "./neighbours.js";
import { angle, MAINLY, sceneRemarks, splitWord } from "./story_remarks.js";
import { ATTENTIONS, pack, range, rows, saidIds, stack, take, tellingHead } from "./tensors.js";

/** @import { Glass, Reading, Token } from "../engine/reading.js" */
/** @import { Tensor } from "../engine/transformer.js" */
/** @import { Site } from "./tensors.js" */

/** @typedef {{layer: number, head: number, query: number, key: number, weight: number}} Example */
/** @typedef {{step: number, text: string}} Frame */
/** @typedef {{position: number, names: string[], angle: number}} Similar */

const COLUMNS = 32, // numbers of a vector that the picture has room for
  ROWS = 12, // tokens
  FARTHEST = ROWS - 2, // positions between query and key, so that both fit into the picture
  LONG = 4, // letters from which on a word mostly has a meaning of its own
  CANDIDATES = 5, // likeliest next tokens of each step
  STEPS = 12, // of the decoder
  FRAMES = 5, // of the training
  NAMED = 3, // heads whose habit is told
  ALIKE = 3, // rows of E that are named
  MEANT = 3, // letters of a word for which they are looked up
  WORDS = 8; // of each sentence; of one more there is "…"
/** @type {Record<string, string>} */
const RARE_WORDS = { en: "unbreakable", de: "unzerbrechlich", fr: "incassable", es: "irrompible" };

/**
 * @param {Reading} reading
 * @param {Site} site
 * @param {Glass} glass
 */
export function story(reading, site, glass) {
  const { trace, source, source_ids } = reading;
  const { network } = glass,
    { h, vocab_size } = network.config;
  const weights = stack(trace, `${ATTENTIONS.encoder}.weights`);
  const example = plainExample(
    weights,
    wholeWords(source),
    site.pronouns[reading.from ?? ""] ?? [],
  );
  const shown = window(source.length, example ? [example.query, example.key] : []);
  const some = range(shown[1]).slice(shown[0]);
  const layer = example?.layer ?? 0,
    query = example?.query ?? shown[0],
    head = example?.head ?? tellingHead(reading, "encoder", 0, site);
  const layers = range(network.layers.encoder);
  const named = layers.map((n) => namedHabits(take(weights, 0, [n])));
  const worth = (/** @type {number} */ n) => 2 * new Set(named[n].values()).size + +(n === layer);
  const many = layers.reduce((best, n) => (worth(n) > worth(best) ? n : best));
  const stream = [0, ...layers.map((n) => n + 1)].map((n) => trace[streamTap(n)]);
  const twins = twinsOf(
    some.map((place) => source[place].text),
    shown[0],
  );
  const hidden = trace[`encoder.layers.${layer}.feed_forward.hidden`];
  const units = rows(hidden, [query]).values;
  const rare = splitWord(source.slice(0, -1)) ? [] : rareWord(reading, glass);
  const similar = similarRows(reading, some, glass);
  const apart = twins ? angleBetween(stream[0], twins[0], stream[0], twins[1]) : 0;
  const turn = angleBetween(stream[0], query, stream[stream.length - 1], query);
  const steps = stepsOf(reading, some, site, glass);
  const frames = framesOf(site.film);
  const own = take(take(take(take(weights, 0, [layer]), 1, [head]), 2, [query]), 3, some);
  const ofHead = `${ATTENTIONS.encoder.replace("{}", `${layer}`)}.heads`;
  const z = take(take(trace[ofHead], 0, [head]), 1, [query]);
  const maps = take(take(take(weights, 0, [many]), 2, some), 3, some);
  const found = { example, word: query, layer, twins, apart, turn, many, habits: named[many] };
  const also = alsoActive(hidden, query);
  const more = { rare, similar, units, also, steps, frames };
  const now = sceneRemarks(reading, { ...found, ...more }, site);
  return {
    sentence: [reading.text, reading.language, ...reading.target_ids],
    scenes: site.scenes.map((scene, i) => ({ ...scene, now: now[i] })),
    source: some.map((place) => source[place]),
    words: { source: firstWords(reading.text), target: firstWords(reading.translation) },
    left: [shown[0], source.length - shown[1]],
    ids: some.map((place) => source_ids[place]),
    output: reading.output,
    start: reading.target[0],
    vocabulary: vocab_size,
    twins: twins?.map((place) => place - shown[0]) ?? null,
    example: example && {
      ...example,
      query: example.query - shown[0],
      key: example.key - shown[0],
    },
    rare,
    alike: similar && {
      row: similar.position - shown[0],
      names: similar.names,
      angle: similar.angle,
    },
    apart,
    turn,
    attention: [...own.values],
    habits: Object.fromEntries(named[many]),
    active: Array.from(units, (value) => Number(value > 0)),
    tensors: {
      table: pack(table(network.weights["E.weight"])),
      rows: pack(sample(trace["encoder.embedding.embedding"], some)),
      waves: pack(sample(trace["encoder.embedding.positions"], some)),
      sums: pack(sample(stream[0], some)),
      z: pack({ shape: [1, z.shape[2]], values: z.values }),
      maps: pack({ shape: [h, some.length, some.length], values: maps.values }),
      block: pack(block(trace, layer, query)),
      ...Object.fromEntries(stream.map((x, n) => [`layer ${n}`, pack(sample(x, some))])),
    },
    steps,
    frames,
  };
}

/** @type {(a: Tensor, row: number, b: Tensor, other: number) => number} */
const angleBetween = (a, row, b, other) => angle(rows(a, [row]).values, rows(b, [other]).values);

/** The pieces of a rare word; none if it is not split. @type {(reading: Reading, glass: Glass) =>
 *   string[]} */
function rareWord({ from }, { tokenizer }) {
  const ids = tokenizer.encode(RARE_WORDS[from ?? ""] ?? RARE_WORDS.en).map(({ id }) => id);
  const pieces = ids.map((id) => tokenizer.pieces[id].replaceAll(SPACE, ""));
  return pieces.length > 1 ? pieces : [];
}

/** The word whose row of E has the nearest other row, the mean of all taken off.
 * @type {(reading: Reading, some: number[], glass: Glass) => Similar | null} */
function similarRows({ source, source_ids }, some, { network, tokenizer }) {
  const words = [...wholeWords(source)].filter(
    ([place, word]) => some.includes(place) && [...word].length >= MEANT,
  );
  const E = network.weights["E.weight"];
  const own = words.map(([place]) => withoutMean(network, rows(E, [source_ids[place]]).values));
  if (!own.length) return null;
  const found = cosines(network, own).map((row, i) => {
    const [position, word] = words[i];
    const nearest = largest(row, 3 * ALIKE)
      .map((id) => ({ id, name: tokenizer.pieces[id].replaceAll(SPACE, "") }))
      .filter(({ name }) => name.toLowerCase() !== word.toLowerCase());
    const degrees = (Math.acos(Math.min(1, row[nearest[0].id])) * 180) / Math.PI;
    const names = [...new Set(nearest.map(({ name }) => name))].slice(0, ALIKE);
    return { position, names, angle: degrees };
  });
  return found.reduce((best, one) => (one.angle < best.angle ? one : best));
}

/** Other positions at which the unit that is strongest at one is active.
 * @type {(hidden: Tensor, position: number) => number[]} */
function alsoActive(hidden, position) {
  const { values, shape } = hidden;
  const width = shape[shape.length - 1];
  const [strongest] = largest(rows(hidden, [position]).values, 1);
  return range(values.length / width).filter(
    (row) => row !== position && values[row * width + strongest] > 0,
  );
}

/** @type {(text: string) => string[]} */
const firstWords = (text) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, WORDS + 1);

/** @type {(depth: number) => string} */
const streamTap = (depth) =>
  `encoder.${depth ? `layers.${depth - 1}.add_and_norm_2` : "embedding"}.output`;

/** The first numbers of some vectors. @type {(vectors: Tensor, some: number[]) => Tensor} */
const sample = (vectors, some) => take(rows(vectors, some), 1, range(COLUMNS));

/** A sample of E. @type {(E: Tensor) => Tensor} */
function table(E) {
  const all = range(E.shape[0], Math.max(1, Math.floor(E.shape[0] / 64)));
  return take(rows(E, all.slice(0, 64)), 1, range(8));
}

/** Vector, update and vector after attention. @type {(trace: Record<string, Tensor>,
 *   layer: number, query: number) => Tensor} */
function block(trace, layer, query) {
  const norm = `encoder.layers.${layer}.add_and_norm_1`;
  const parts = [streamTap(layer), `${norm}.sublayer`, `${norm}.output`, streamTap(layer + 1)];
  const values = parts.flatMap((tap) => [...sample(trace[tap], [query]).values]);
  return { shape: [parts.length, COLUMNS], values: Float32Array.from(values) };
}

/**
 * The tokens that are whole words, by position: none of their neighbours goes on.
 *
 * @param {Token[]} tokens
 */
function wholeWords(tokens) {
  /** @type {Map<number, string>} */
  const found = new Map();
  tokens.forEach(({ text, special, joined }, place) => {
    const after = tokens[place + 1];
    const goesOn = after?.joined && /^\p{L}/u.test(after.text);
    if (!special && !joined && /^\p{L}+$/u.test(text) && !goesOn) found.set(place, text);
  });
  return found;
}

/**
 * The clearest case of a word that attends to another one; see pages/start/story/compute.py.
 *
 * @param {Tensor} weights layer, head, query, key
 * @param {Map<number, string>} words
 * @param {string[]} pronouns
 * @returns {Example | null}
 */
function plainExample({ shape: [layers, heads, queries, keys], values }, words, pronouns) {
  const all = [...words.keys()];
  const asking = all.filter((place) => pronouns.includes((words.get(place) ?? "").toLowerCase()));
  const long = all.filter((place) => [...(words.get(place) ?? "")].length >= LONG);
  /** @type {Example | null} */
  let best = null;
  for (const some of [asking, all])
    for (const nearest of [2, 1])
      for (const others of [long, all]) {
        /** @type {Example | null} */
        let found = null;
        for (let layer = 0; layer < layers; layer++)
          for (let head = 0; head < heads; head++)
            for (const query of some)
              for (const key of others) {
                const distance = Math.abs(query - key);
                if (distance < nearest || distance > FARTHEST) continue;
                const weight = values[((layer * heads + head) * queries + query) * keys + key];
                if (!found || weight > found.weight) found = { layer, head, query, key, weight };
              }
        if (found && found.weight >= MAINLY) return found;
        if (found && (!best || found.weight > best.weight)) best = found;
      }
  return best;
}

/** The positions that the picture shows: from, and to. @type {(n: number, needed: number[]) =>
 *   [number, number]} */
function window(length, needed) {
  const first = needed.length ? Math.min(...needed) : 0;
  const start = Math.min(Math.max(0, first - 1), Math.max(0, length - ROWS));
  return [start, Math.min(length, start + ROWS)];
}

/** Positions of two equal tokens. @type {(texts: string[], start: number) => number[] | null} */
function twinsOf(texts, start) {
  const late = texts.findIndex((text, place) => texts.indexOf(text) < place);
  return late < 0 ? null : [start + texts.indexOf(texts[late]), start + late];
}

/**
 * Up to three different habits that are clear, by the head of each.
 *
 * @param {Tensor} weights of one layer
 * @returns {Map<number, string>}
 */
function namedHabits(weights) {
  const found = clearHabits(weights, "encoder").flatMap(({ name, values: [shares] }) =>
    shares.map((share, head) => ({ share: share ?? 0, head, name })),
  );
  /** @type {Map<string, number>} */
  const named = new Map();
  for (const { share, head, name } of found.sort((a, b) => b.share - a.share))
    if (share > 0 && !named.has(name)) named.set(name, head);
  return new Map([...named].slice(0, NAMED).map(([name, head]) => [head, name]));
}

/** @typedef {{names: string[], probabilities: number[], came: number, weights: number[]}} Step */

/**
 * What the decoder chose among, step by step, and where it looked.
 *
 * @param {Reading} reading
 * @param {number[]} some
 * @param {Site} site
 * @param {Glass} glass
 * @returns {Step[]}
 */
function stepsOf(reading, some, site, { network, tokenizer }) {
  const last = network.layers.decoder - 1;
  const head = tellingHead(reading, "cross", last, site);
  const name = `${ATTENTIONS.cross.replace("{}", `${last}`)}.weights`;
  const looked = take(take(reading.trace[name], 0, [head]), 2, some);
  return saidIds(reading)
    .slice(0, STEPS)
    .map((came, step) => {
      const p = softmax(rows(reading.trace.logits, [step]).values);
      const ids = largest(p, CANDIDATES);
      if (!ids.includes(came)) ids[ids.length - 1] = came;
      return {
        names: ids.map((id) => tokenizer.pieces[id].replaceAll(SPACE, "") || SPACE),
        probabilities: ids.map((id) => p[id]),
        came: ids.indexOf(came),
        weights: [...looked.values.slice(step * some.length, (step + 1) * some.length)],
      };
    });
}

/** What the model said at some moments of its training. @type {(film: Site["film"]) => Frame[]} */
function framesOf(film) {
  if (!film) return [];
  const told = film.said.filter(([, text], n) => text && text !== film.said.at(n - 1)?.[1]);
  if (!told.length) return [];
  const count = FRAMES - 1;
  const places =
    told.length <= count
      ? [...told.keys()]
      : range(count).map((i) => Math.round((i * (told.length - 1)) / (count - 1)));
  const chosen = places.map((n) => told[n]);
  const last = film.said[film.said.length - 1];
  if (!chosen.some(([step]) => step === last[0])) chosen.push(last);
  return chosen.map(([step, text]) => ({ step, text }));
}
