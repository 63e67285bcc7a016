// What each scene of the story says of this very sentence: as pages/start/story/remarks.py.

import { t, tn } from "../../views/library/messages.js";
import { percent, whole } from "../../views/library/numbers.js";
/** @import { Reading, Token } from "../engine/reading.js" */
/** @import { Example, Frame, Similar, Step } from "./story.js" */
/** @import { Site } from "./tensors.js" */

export const MAINLY = 0.4; // weight from which on a word attends "mainly" to another
const LISTED = 3; // tokens that a remark names

/**
 * What was found in a sentence.
 *
 * @typedef {{example: Example | null, word: number, layer: number, twins: number[] | null,
 *   apart: number, turn: number, many: number, habits: Map<number, string>, rare: string[],
 *   similar: Similar | null, units: Float32Array, also: number[], steps: Step[],
 *   frames: Frame[]}} Found
 */

/** A sentence in parts, and whether each is strong. @typedef {[string, boolean][]} Runs */

/**
 * A sentence with gaps, whose strong parts stand between stars: what fills a gap is plain text.
 *
 * @type {(message: string, values?: Record<string, unknown>) => Runs}
 */
const runs = (message, values = {}) =>
  message
    .split(/\*\*(.+?)\*\*/)
    .map((part, i) => /** @type {[string, boolean]} */ ([fill(part, values), i % 2 === 1]))
    .filter(([text]) => text);

/** @type {(text: string, values: Record<string, unknown>) => string} */
const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? `${values[name]}` : gap));

/** @type {(text: string) => string} */
const quoted = (text) => t("“{text}”", { text });

/** Names as a sentence lists them. @type {(names: string[]) => string} */
const listed = (names) =>
  names.length < 2
    ? (names[0] ?? "")
    : t("{list} and {last}", { list: names.slice(0, -1).join(", "), last: names.at(-1) });

/** @type {(text: string) => string} */
function shorten(text) {
  const letters = [...text];
  return letters.length <= 90 ? text : `${letters.slice(0, 89).join("").trimEnd()}…`;
}

/**
 * The sentences of all scenes.
 *
 * @param {Reading} reading
 * @param {Found} found
 * @param {Site} site
 * @returns {Runs[]}
 */
export function sceneRemarks(reading, found, site) {
  const { source } = reading;
  const { word, turn } = found;
  return [
    runs(t("“{sentence}” becomes **“{translation}”**"), {
      sentence: shorten(reading.text),
      translation: shorten(reading.translation),
    }),
    pieces(source.slice(0, -1), found.rare),
    rowOf(reading, found),
    twinsApart(source, found),
    attends(source, found.example),
    habits(found),
    detectors(source, found),
    runs(
      t(
        "Watch “{token}”: what heads and detectors added has turned its arrow by **{angle}°**. " +
          "At 0° nothing would have changed.",
      ),
      { token: source[word].text, angle: Math.round(turn) },
    ),
    firstStep(reading.output[0], found.steps[0]),
    training(found.frames, site),
  ];
}

/** @type {(a: Float32Array, b: Float32Array) => number} */
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Degrees between two vectors. @type {(a: Float32Array, b: Float32Array) => number} */
export const angle = (a, b) =>
  (Math.acos(Math.min(1, dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)))) * 180) / Math.PI;

/** Where the first word of several pieces begins and ends. @type {(tokens: Token[]) =>
 *   [number, number] | null} */
export function splitWord(tokens) {
  const isWord = (/** @type {Token} */ { text }) => /\p{L}/u.test(text);
  for (let start = 0; start + 1 < tokens.length; start++) {
    let end = start + 1;
    while (end < tokens.length && tokens[end].joined && isWord(tokens[end])) end++;
    if (end > start + 1 && !tokens[start].joined && isWord(tokens[start])) return [start, end];
  }
  return null;
}

/** @type {(tokens: Token[], rare: string[]) => Runs} */
function pieces(tokens, rare) {
  const split = splitWord(tokens);
  if (split) {
    const parts = tokens.slice(...split).map(({ text }) => text);
    const said = t(
      "Not counting “</s>”, your sentence has **{count} pieces**; “{word}” is made up of {parts}.",
    );
    return runs(said, {
      count: tokens.length,
      word: parts.join(""),
      parts: listed(parts.map(quoted)),
    });
  }
  const counted = tn(
    "Not counting “</s>”, your sentence has **{count} piece**, and every word stays whole.",
    "Not counting “</s>”, your sentence has **{count} pieces**, and every word stays whole.",
    tokens.length,
  );
  if (!rare.length) return runs(counted);
  return runs(`${counted} ${t("A rarer word is cut: “{word}” becomes {parts}.")}`, {
    word: rare.join(""),
    parts: listed(rare.map(quoted)),
  });
}

/** @type {(reading: Reading, found: Found) => Runs} */
function rowOf({ source, source_ids }, { word, similar }) {
  const place = similar?.position ?? word;
  const gaps = { token: source[place].text, number: whole(source_ids[place]) };
  if (!similar)
    return runs(t("“{token}” has the number {number}, and its row slides out of the table."), gaps);
  const near = t(
    "Nearest to “{token}” (number {number}) are **{others}**: {angle}° to the first. Seen " +
      "from the mean row, random rows are about 90° apart.",
  );
  const others = listed(similar.names.map(quoted));
  return runs(near, { ...gaps, others, angle: Math.round(similar.angle) });
}

/** @type {(source: Token[], found: Found) => Runs} */
function detectors(source, { word, layer, units, also }) {
  const active = units.filter((value) => value > 0).length;
  const counted = t("For “{token}”, **{active}** of the {units} detectors in layer {layer} react.");
  const gaps = {
    token: source[word].text,
    active: whole(active),
    units: whole(units.length),
    layer: layer + 1,
  };
  if (!active) return runs(counted, gaps);
  let strongest = t("The strongest one reacts to no other piece of your sentence.");
  if (also.length) strongest = t("The strongest one also reacts to {others}.");
  if (also.length > LISTED)
    strongest = tn(
      "The strongest one also reacts to {count} other piece of your sentence.",
      "The strongest one also reacts to {count} other pieces of your sentence.",
      also.length,
    );
  const others = listed(also.slice(0, LISTED).map((place) => nameOf(source, place)));
  return runs(`${counted} ${strongest}`, { ...gaps, others });
}

/** @type {(source: Token[], found: Found) => Runs} */
function twinsApart(source, { twins, apart }) {
  if (!twins) return runs(t("No two places have the same pattern."));
  return runs(
    t(
      "“{token}” appears twice here, with the same row both times: an angle of 0°. With the " +
        "waves added, the two arrows point **{angle}°** apart.",
    ),
    { token: source[twins[0]].text, angle: Math.round(apart) },
  );
}

/** How a sentence calls a token: counted where it stands twice. @type {(tokens: Token[],
 *   place: number) => string} */
function nameOf(tokens, place) {
  const { text } = tokens[place];
  const same = tokens.flatMap((token, i) => (token.text === text ? [i] : []));
  if (same.length < 2) return quoted(text);
  const count = same.indexOf(place) + 1;
  const forms = [t("{count}th"), t("{count}st"), t("{count}nd"), t("{count}rd")];
  const teens = count % 100 > 10 && count % 100 < 20;
  const nth = fill(forms[teens || count % 10 > 3 ? 0 : count % 10], { count });
  return t("“{token}” ({nth})", { token: text, nth });
}

/** @type {(source: Token[], example: Example | null) => Runs} */
function attends(source, example) {
  if (!example)
    return runs(t("Your sentence has a single word, so there's no other word to attend to."));
  const gaps = {
    query: nameOf(source, example.query),
    key: nameOf(source, example.key),
    weight: percent(example.weight),
    layer: example.layer + 1,
    head: example.head + 1,
  };
  const clear = t(
    "Here, {query} attends mainly to **{key}** ({weight} in layer {layer}, head {head}). " +
      "Expected another word? Training found the question; we can only guess what it asks.",
  );
  const vague = t(
    "Nothing stands out in your sentence. The strongest link we found: {query} gives {key} " +
      "**{weight}** of its attention, in layer {layer}, head {head}.",
  );
  return runs(example.weight >= MAINLY ? clear : vague, gaps);
}

/** @type {(found: Found) => Runs} */
function habits({ many, habits: named }) {
  const none = t("In layer {layer}, no head follows a simple pattern here.");
  if (!named.size) return runs(none, { layer: many + 1 });
  const heads = [...named].map(([head, habit]) =>
    t("head {head} (“{habit}”)", { head: head + 1, habit }),
  );
  return runs(t("In layer {layer}, you can see a simple pattern in **{heads}**."), {
    layer: many + 1,
    heads: listed(heads),
  });
}

/** @type {(token: Token, step: Step) => Runs} */
function firstStep({ text }, { probabilities, came }) {
  const likeliest = t(
    "The first piece is **“{token}”** ({probability}). It becomes the next input.",
  );
  const other = t(
    "The first piece is **“{token}”** ({probability}). Another piece was likelier, but led to a " +
      "less likely sentence.",
  );
  return runs(came === 0 ? likeliest : other, {
    token: text,
    probability: percent(probabilities[came]),
  });
}

/** @type {(frames: Frame[], site: Site) => Runs} */
function training(frames, { film }) {
  if (!frames.length) return runs(t("These weights came without a record of their training."));
  return runs(t("In the picture: “{sentence}” at steps {first} to {last}."), {
    sentence: film?.sentence,
    first: whole(frames[0].step),
    last: whole(frames[frames.length - 1].step),
  });
}
