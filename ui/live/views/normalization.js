// What normalization made of a text, stretch by stretch: as pages/input/tokenization/compute.py.

import { t } from "../../views/library/messages.js";
import { normalize, SPACE } from "../engine/tokenizer.js";

/** @import { Tokenizer } from "../engine/tokenizer.js" */

/** @typedef {"spaces" | "invisible" | "quotes" | "forms"} Kind */

/** A stretch of text before and after, and why. */
/** @typedef {{before: string, after: string, reasons: string[]}} Change */

/** @type {(kind: Kind | "capitals") => string} */
const because = (kind) =>
  ({
    spaces: t("spaces: one between words, none at the ends"),
    invisible: t("invisible characters are dropped"),
    quotes: t("typographic quotes become plain ones"),
    capitals: t("text in ALL CAPITALS is read as an ordinary sentence"),
    forms: t("one form for each character (Unicode NFKC)"),
  })[kind];

/**
 * Compare a text, as typed, with what normalization makes of it.
 *
 * @param {Tokenizer} tokenizer
 * @param {string} text
 * @param {string} read the same as the encoder reads it, another text if all was in capitals
 * @returns {Change[]}
 */
export function changes(tokenizer, text, read) {
  if (tokenizer.isShouted(text) && !tokenizer.isShouted(read))
    return [{ before: text, after: spelling(tokenizer, read), reasons: [because("capitals")] }];
  const after = spelling(tokenizer, text);
  /** @type {Change[]} */
  const result = [];
  for (const change of stretches(tokenizer, text, after)) {
    if (!change.before && !change.after) continue;
    const last = result[result.length - 1];
    if (last && !change.reasons.length && !last.reasons.length) {
      last.before += change.before;
      last.after += change.after;
    } else result.push(change);
  }
  return result;
}

/** @type {(tokenizer: Tokenizer, text: string, after: string) => Change[]} */
function stretches(tokenizer, text, after) {
  const all = runs(text);
  const found = all.map((run, place) => {
    const kinds = new Set([...run].map(kindOf));
    const gap = [...kinds].every((kind) => kind === "spaces" || kind === "invisible");
    const inside = place > 0 && place < all.length - 1;
    if (gap) return changed(run, inside && kinds.has("spaces") ? " " : "");
    return changed(run, spelling(tokenizer, run));
  });
  if (found.map((one) => one.after).join("") === after) return found;
  const [old, now] = [[...text], [...after]]; // a form that depends on its neighbours
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same++;
  const part = (/** @type {string[]} */ letters) => letters.join("");
  return [
    changed(part(old.slice(0, same)), part(now.slice(0, same))),
    changed(part(old.slice(same)), part(now.slice(same))),
  ];
}

/** @type {(before: string, after: string) => Change} */
function changed(before, after) {
  const kinds = before === after ? [] : [...before].map(kindOf);
  /** @type {Kind[]} */
  const order = ["spaces", "invisible", "quotes", "forms"];
  return { before, after, reasons: order.filter((kind) => kinds.includes(kind)).map(because) };
}

/**
 * What is normalized together: a character and its marks, or a gap.
 *
 * @param {string} text
 */
function runs(text) {
  /** @type {string[]} */
  const found = [];
  for (const one of text) {
    const last = found.length - 1;
    const before = last >= 0 && isGap([...found[last]][0]);
    if (last >= 0 && (isGap(one) ? before : /\p{M}/u.test(one) && !before)) found[last] += one;
    else found.push(one);
  }
  return found;
}

/** @type {(one: string) => boolean} */
const isGap = (one) => ["spaces", "invisible"].includes(kindOf(one));

/**
 * The part of normalization that deals with a character.
 *
 * @param {string} one
 * @returns {Kind}
 */
function kindOf(one) {
  // Python and JavaScript disagree on what is white: separators of files, and the byte order mark.
  const white = /[\s\u0085]/.test(one) && one !== "\ufeff";
  if (white || (one >= "\x1c" && one <= "\x1f") || one === SPACE || one === "\ufffd")
    return "spaces";
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(one)) return "invisible";
  return one >= "\u2018" && one <= "\u201f" ? "quotes" : "forms";
}

/** @type {(tokenizer: Tokenizer, text: string) => string} */
function spelling(tokenizer, text) {
  const spelled = tokenizer.characters([...normalize(text)]).characters.join("");
  return spelled.replace(SPACE, "").replaceAll(SPACE, " ");
}
