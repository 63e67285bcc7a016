// Numbers of a sentence that its translation lost: as ui/frame/missing_numbers.py.

/** What groups digits by threes, and what comes before decimals.
 *
 * @type {Record<string, string[]>}
 */
const FORMATS = { en: [",", "."], fr: [" .", ","], de: [".' ", ","], es: [". ", ","] };
const SIGN = "(?:(?<![\\p{L}\\p{N}_.,)\\]])[-−–] ?)?"; // no hyphen, nor that of 5-6
const DIGITS =
  "(?:\\p{Nd}+ )?\\p{Nd}+⁄[1-9]\\p{Nd}*|\\p{Nd}+(?:[.,']\\p{Nd}+| \\p{Nd}{3}(?!\\p{Nd}))*";
const NUMBER = new RegExp(`${SIGN}(?:${DIGITS})`, "gu");
const CLOCK = /^(\d{1,2})[.,](\d\d)$/; // 10.30 Uhr, or decimals
const NOON = 12; // hours between 5 pm and 17 Uhr
const MOST_SPELLED = 100; // numbers that a translation may write in words
const MINUS = /(?<![\p{L}\p{N}_])(?:minus|negative|moins|menos)(?![\p{L}\p{N}_])/iu;
const BELOW_ZERO = /below (?:zero|0)|(?:en dessous de|sous) (?:zéro|0)|unter (?:null|0)|bajo cero/i;

/** A number as it is written, and the values that it may have.
 *
 * @typedef {{written: string, values: number[], clock: number[]}} Written
 */

/** @type {(value: number) => number} */
const exact = (value) => Math.round(value * 1e9) / 1e9;
/** @type {(one: number[], other: number[]) => boolean} */
const meet = (one, other) => one.some((value) => other.includes(value));
/** @type {(value: number) => boolean} */
const isSpelled = (value) => Number.isInteger(value) && value >= 0 && value <= MOST_SPELLED;

/**
 * The numbers of a text that are not in its translation; where it could be said otherwise, none.
 *
 * @param {string} text
 * @param {string} source its language; "" if that is not sure
 * @param {string} translation
 * @param {string} target
 */
export function lostNumbers(text, source, translation, target) {
  const asked = numbersOf(text, source);
  const slashed = asked.some(({ written }) => written.includes("⁄"));
  let said = numbersOf(slashed ? translation.replaceAll("/", "⁄") : translation, target);
  const inWords = MINUS.test(translation);
  if (inWords || BELOW_ZERO.test(translation))
    said = said.map((one) => ({ ...one, values: [...one.values, ...one.values.map((v) => -v)] }));
  const all = (/** @type {Written} */ one) => [...one.values, ...one.clock];
  const known = asked.flatMap(all);
  const fresh = said.filter((one) => !meet(all(one), known)).flatMap(all);
  const clocks = said.flatMap(({ clock }) => clock);
  /** @type {Set<string>} */
  const lost = new Set();
  for (const one of asked) {
    const match = said.find((other) => meet(one.values, other.values));
    if (match) {
      if (!match.values.some(isSpelled)) said.splice(said.indexOf(match), 1); // else for two
      continue;
    }
    const values = said.flatMap((other) => other.values);
    const otherwise =
      one.values.every((value) => clocks.includes(value)) ||
      (one.clock.length > 0 && one.clock.every((value) => values.includes(value)));
    if (!otherwise && !one.values.some((value) => isReworded(value, fresh, inWords)))
      lost.add(one.written);
  }
  return [...lost];
}

/** Whether words or another hour may stand for a number. @type {(value: number, fresh: number[],
 *   minus: boolean) => boolean} */
function isReworded(value, fresh, minus) {
  if (!value || meet([exact(value + NOON), exact(value - NOON)], fresh)) return true;
  const small = isSpelled(Math.abs(value)) || Math.abs(value) < 1 || value % 100 === 0;
  return small && !fresh.length && (value >= 0 || minus);
}

/** @type {(text: string, language: string) => Written[]} */
const numbersOf = (text, language) =>
  (text.normalize("NFKC").replace(/\s/g, " ").match(NUMBER) ?? []).flatMap((one) =>
    parse(one, language),
  );

/** @type {(written: string, values: number[]) => Written} */
function number(written, values) {
  const time = CLOCK.exec(written);
  return { written, values: values.map(exact), clock: time ? time.slice(1).map(Number) : [] };
}

/** @type {(written: string, language: string) => Written[]} */
function parse(written, language) {
  const digits = written.replace(/^[-−– ]+/, "");
  let signs = digits === written ? [1] : [-1];
  if (written[1] === " " && digits !== written) signs = [1, -1]; // or an item of a list
  let values = read(digits, language in FORMATS ? [language] : Object.keys(FORMATS));
  if (!values.length) values = read(digits, Object.keys(FORMATS));
  if (!values.length)
    // a date, a version: each group of digits by itself
    return (digits.match(/\d+/g) ?? []).map((group) => number(group, [Number(group)]));
  return [
    number(
      written,
      values.flatMap((value) => signs.map((sign) => sign * value)),
    ),
  ];
}

/** The values of a number without a sign. @type {(digits: string, languages: string[]) =>
 *   number[]} */
function read(digits, languages) {
  if (digits.includes("⁄"))
    return [
      digits
        .split(" ")
        .map((part) => part.split("⁄").map(Number))
        .reduce((sum, [a, b = 1]) => sum + a / b, 0),
    ];
  return languages.flatMap((language) => {
    const [group, point] = FORMATS[language];
    const form = `(\\d+|\\d{1,3}([${group}])\\d{3}(\\2\\d{3})*)([${point}]\\d+)?`;
    if (!new RegExp(`^(?:${form})$`).test(digits)) return [];
    const plain = digits.replace(new RegExp(`[${group}]`, "g"), "");
    return [Number(plain.replace(point, "."))];
  });
}
