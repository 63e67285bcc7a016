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
      t("This text is longer than the model reads. Only its first {count} tokens count.", {
        count: MAX_PIECES,
      }),
    );
  if (tokenizer.isShouted(reading.typed) && !tokenizer.isShouted(reading.text))
    found.push(
      t(
        "You typed in capitals. The model reads “{sentence}”, because it learned from ordinary " +
          "sentences.",
        { sentence: cut(reading.text) },
      ),
    );
  const code = source.sure ? source.code : "";
  const lost = lostNumbers(reading.text, code, reading.translation, reading.language);
  if (lost.length)
    found.push(
      t("Check the numbers: the translation does not have {numbers}.", { numbers: named(lost) }),
    );
  const never = source.sure && !source.foreign ? untrained(source, reading.language, site) : "";
  if (source.foreign)
    found.push(
      t(
        "This looks like none of the languages that the model reads ({languages}), so expect " +
          "little.",
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
      "The sentence looks like {language} already, and the model was never trained to write " +
        "{language} for {language}. Choose another language behind the arrow.",
      { language: names[code] },
    );
    const chosen = t(
      "The sentence is said to be {language} already, and the model was never trained to " +
        "write {language} for {language}. Choose another language behind the arrow.",
      { language: names[code] },
    );
    return told ? chosen : seems;
  }
  if (!directions || directions.includes(`${code}-${target}`)) return "";
  return t("The model never saw an example from {source} into {target}, so expect little.", {
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
  const said = t("The model is unsure of {words}, with a probability below {share}.", {
    words: named(names),
    share: percent(LOST),
  });
  const reasons = reasonsOf(reading, tokenizer).reduce(
    (one, other) => (one ? t("{reason}; and {others}", { reason: one, others: other }) : other),
    "",
  );
  return [reasons ? `${said} ${t("Perhaps because {reasons}.", { reasons })}` : said];
}

/** @type {(reading: Reading, tokenizer: Tokenizer) => string[]} */
function reasonsOf({ text, source }, tokenizer) {
  const found = [];
  if (source.some((token) => tokenizer.bytes.has(token.text)))
    found.push(t("it has a character without a token, which is read byte by byte"));
  const rare = rareWords(source);
  if (tokenizer.isShouted(text))
    found.push(t("it is all in capitals, which cuts words into other tokens than usual"));
  else if (rare.length)
    found.push(
      tn(
        "{words} is a rare word, cut into {most} tokens or more",
        "{words} are rare words, cut into {most} tokens or more",
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
      t(
        "it has {count} words, and few sentences that the model learned from had more than " +
          "{most}",
        { count, most: LONG },
      ),
    );
  if (count > 2 && !END.test(text.trimEnd()))
    found.push(t("it ends without a full stop, like half a sentence"));
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
