// What a visitor should know about the sentence of the bar: as ui/frame/bar_remarks.py.

import { t, tn } from "../views/library/messages.js";
import { percent } from "../views/library/numbers.js";
import { MAX_PIECES } from "./engine/reading.js";
import { lostNumbers } from "./lost_numbers.js";

/** @import { Word } from "./certainty.js" */
/** @import { Detected } from "./detection.js" */
/** @import { Reading, Token } from "./engine/reading.js" */
/** @import { Tokenizer } from "./engine/tokenizer.js" */
/** @import { Site } from "./views/tensors.js" */

const LOST = 0.1, // probability of a word, below which it is named
  NAMED = 3, // words or numbers that a sentence names before it only counts them
  MANY_PIECES = 3, // from so many on a word was too rare to have a piece of its own
  LONG = 20; // words; few of the sentences that were learned from have more
const SIGNS = /^[.!?…:;"'»”),¿¡(«]+|[.!?…:;"'»”),¿¡(«]+$/g,
  END = /[.!?…:;"'»”)]$/;

/** A language that was detected, or that somebody told. @typedef {Detected & {told: boolean}}
 *   Spoken */

/**
 * @param {Reading} reading
 * @param {Word[]} words of the translation
 * @param {Spoken} source
 * @param {Site} site
 * @param {Tokenizer} tokenizer
 */
export function remarksOn(reading, words, source, site, tokenizer) {
  const found = [];
  if (reading.truncated)
    found.push(
      t(
        "This text is longer than the model can read, so it reads only the first {count} " +
          "tokens.",
        { count: MAX_PIECES },
      ),
    );
  if (tokenizer.isShouted(reading.typed) && !tokenizer.isShouted(reading.text))
    found.push(
      t(
        "You typed in capitals. The model reads “{sentence}” instead, because it learned from " +
          "ordinary sentences.",
        { sentence: cut(reading.text) },
      ),
    );
  const code = source.sure ? source.code : "";
  const lost = lostNumbers(reading.text, code, reading.translation, reading.language);
  if (lost.length)
    found.push(
      t("Check the numbers: {numbers} didn't make it into the translation.", {
        numbers: named(lost),
      }),
    );
  const never = source.sure && !source.foreign ? untrained(source, reading.language, site) : "";
  if (source.foreign)
    found.push(
      t(
        "This doesn't look like any of the languages the model reads ({languages}), so don't " +
          "expect much.",
        { languages: Object.values(site.names).join(", ") },
      ),
    );
  return never ? [...found, never] : [...found, ...doubts(reading, words, tokenizer)];
}

/** @type {(text: string) => string} */
const cut = (text) =>
  [...text].length > 60 ? `${[...text].slice(0, 59).join("").trimEnd()}…` : text;

/** The first names of a list. @type {(names: string[]) => string} */
function named(names) {
  const all = names.slice(0, NAMED).map((text) => t("“{text}”", { text }));
  if (names.length > NAMED) all.push(t("{count} more", { count: names.length - NAMED }));
  const last = all.pop() ?? "";
  return all.length ? t("{list} and {last}", { list: all.join(", "), last }) : last;
}

/** What the model was never trained to do. @type {(source: {code: string, told: boolean},
 *   target: string, site: Site) => string} */
function untrained({ code, told }, target, { names, directions }) {
  if (code === target) {
    const seems = t(
      "This sentence already looks like {language}, and the model was never trained to turn " +
        "{language} into {language}. Choose another language to translate into.",
      { language: names[code] },
    );
    const chosen = t(
      "You chose {language} on both sides, and the model was never trained to turn " +
        "{language} into {language}. Choose another language to translate into.",
      { language: names[code] },
    );
    return told ? chosen : seems;
  }
  if (!directions || directions.includes(`${code}-${target}`)) return "";
  return t("The model never saw an example from {source} into {target}, so don't expect much.", {
    source: names[code],
    target: names[target],
  });
}

/** Of what the model is unsure, and why. @type {(reading: Reading, words: Word[],
 *   tokenizer: Tokenizer) => string[]} */
function doubts(reading, words, tokenizer) {
  const unlikely = words.filter(
    ({ text, probability }) => probability < LOST && /\p{L}/u.test(text),
  );
  const names = [...new Set(unlikely.map(({ text }) => text.replace(SIGNS, "")))];
  if (!names.length) return [];
  const said = t("The model is unsure of {words}, which got less than {share}.", {
    words: named(names),
    share: percent(LOST),
  });
  const reasons = reasonsOf(reading, tokenizer).reduce(
    (one, other) => (one ? t("{reason}; and {others}", { reason: one, others: other }) : other),
    "",
  );
  return [reasons ? `${said} ${t("One reason might be that {reasons}.", { reasons })}` : said];
}

/** @type {(reading: Reading, tokenizer: Tokenizer) => string[]} */
function reasonsOf({ text, source }, tokenizer) {
  const found = [];
  if (source.some((token) => tokenizer.bytes.has(token.text)))
    found.push(t("it contains a character that has no token and is read byte by byte"));
  const rare = rareWords(source);
  if (tokenizer.isShouted(text))
    found.push(t("it's all in capitals, which splits words into unusual tokens"));
  else if (rare.length)
    found.push(
      tn(
        "{words} is a rare word, split into {most} or more tokens",
        "{words} are rare words, split into {most} or more tokens each",
        rare.length,
        {
          words: rare
            .slice(0, NAMED)
            .map((text) => t("“{text}”", { text }))
            .join(", "),
          most: MANY_PIECES,
        },
      ),
    );
  const count = text.split(/\s+/).filter(Boolean).length;
  if (count > LONG)
    found.push(
      t("it has {count} words, and few of the training sentences had more than {most}", {
        count,
        most: LONG,
      }),
    );
  if (count > 2 && !END.test(text.trimEnd()))
    found.push(t("it ends without a full stop, as if it were cut off"));
  return found;
}

/** The words that were cut into many pieces of letters. @type {(source: Token[]) => string[]} */
function rareWords(source) {
  /** @type {string[][]} */
  const groups = [];
  for (const { text, special, joined } of source)
    if (special || !/^\p{L}+$/u.test(text)) groups.push([]);
    else if (joined && groups.length) groups[groups.length - 1].push(text);
    else groups.push([text]);
  return groups.filter((pieces) => pieces.length >= MANY_PIECES).map((pieces) => pieces.join(""));
}
