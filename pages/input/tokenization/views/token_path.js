// From the typed sentence to ids: one line each for text, normalized text, encoder and decoder.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { element } from "../../../../ui/views/library/dom.js";
import { chooseOne, moved, walk } from "../../../../ui/views/library/keys.js";
import { languageHere, t, tc, tn } from "../../../../ui/views/library/messages.js";
import { whole } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { face } from "./piece_list.js";

/** @import { Exchange } from "../../../../ui/views/library/choices.js" */

/**
 * A piece of a word; its rank is the merge that made it, if one did, and a byte is one of a
 * character.
 *
 * @typedef {{text: string, id: number, word: string, joined: boolean, known: boolean, byte_of:
 *   string, rank: number | null}} Piece
 */

/**
 * From the typed text (its length; more if only its beginning is shown) to the pieces.
 *
 * @typedef {{langs: Langs, changes: [before: string, after: string, reasons: string[]][],
 *   length: number, more:
 *   boolean, pieces: Piece[], end: {text: string, id: number}, start: {text: string, id: number,
 *   language: string}, several: boolean, merges: number, chosen: number}} Data
 */

/**
 * @typedef {HTMLElement & {send: ViewCall<Data>["setTriggerValue"], content?: string, exchange:
 *   Exchange, chosen: number, chips: HTMLButtonElement[], describe: (place: number) => void}}
 *   Root
 */

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;

/**
 * Text with what cannot be seen made visible: a dot for a space, a code for other characters.
 *
 * @type {(parent: Element, text: string) => void}
 */
function visible(parent, text) {
  for (const char of text) {
    if (char === " ") parent.append("·");
    else if (HIDDEN.test(char)) {
      const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      element("span", { class: "code" }, parent, `U+${code} `);
    } else parent.append(char);
  }
}

/** @type {(root: Element, caption: string) => HTMLElement} */
function line(root, caption) {
  const row = element("div", { class: "line" }, root);
  element("span", { class: "caption" }, row, caption);
  return row;
}

/**
 * One side of normalization; what differs is marked.
 *
 * @type {(root: Element, caption: string, data: Data, side: 0 | 1) => HTMLElement}
 */
function written(root, caption, data, side) {
  const text = element("div", { class: "written", lang: data.langs.source }, line(root, caption));
  for (const change of data.changes) {
    if (!change[2].length) text.append(change[side]);
    else if (change[side]) {
      const mark = element("mark", { title: change[2].join("; ") }, text);
      visible(mark, change[side]);
    }
  }
  if (data.more)
    element(
      "span",
      { class: "note", lang: languageHere() },
      text,
      tn("… {shown} character in all", "… {shown} characters in all", data.length, {
        shown: whole(data.length),
      }),
    );
  return text;
}

/**
 * What is known of a piece, in one line.
 *
 * @type {(peek: Element, data: Data, place: number) => void}
 */
function describe(peek, data, place) {
  const piece = data.pieces[place];
  peek.replaceChildren();
  if (!piece) {
    element("b", {}, peek, "</s>");
    const added = t("the end of the sentence, added by the program");
    peek.append(` · ${t("id {id}", { id: data.end.id })} · ${added}`);
    return;
  }
  element("b", {}, peek, piece.known ? piece.text : "<unk>");
  const facts = [t("id {id}", { id: whole(piece.id) }), origin(piece, data.merges)];
  if (piece.text === "▁") facts.push(t("the space before a word, on its own"));
  const same = data.pieces.filter(({ text }) => text === piece.text);
  const words = new Set(same.map(({ word }) => t("“{word}”", { word })));
  facts.push(t("in {words}", { words: [...words].slice(0, 4).join(", ") }));
  for (const fact of facts) peek.append(` · ${fact}`);
}

/**
 * Where a piece comes from; no merges: of a unigram model.
 *
 * @type {(piece: Piece, merges: number) => string}
 */
function origin({ text, known, byte_of: char, rank }, merges) {
  if (!known) return t("stands for “{text}”, which the vocabulary lacks", { text });
  if (!merges) return t("a piece of the unigram model");
  if (char) return t("one of the bytes that UTF-8 writes “{char}” with", { char });
  if (!rank) return t("a single character, known from the start");
  const numbers = { merge: whole(rank), merges: whole(merges) };
  return t("made by merge {merge} of {merges}", numbers);
}

/** @type {(root: Root, data: Data) => void} */
function build(root, data) {
  root.replaceChildren();
  const typed = written(root, tc("text", "typed"), data, 0);
  const reasons = new Set(data.changes.flatMap((change) => change[2]));
  const about = { class: "note", lang: languageHere() };
  if (!reasons.size) element("span", about, typed, t("normalization changes nothing here"));
  else element("span", about, written(root, t("normalized"), data, 1), [...reasons].join("; "));
  const encoder = line(root, t("encoder reads"));
  const cell = element("div", {}, encoder);
  const group = element(
    "div",
    { class: "row", role: "radiogroup", "aria-label": t("Pieces the encoder reads") },
    cell,
  );
  /** @type {(Data["end"] & {joined?: boolean, known?: boolean, special?: boolean})[]} */
  const all = [...data.pieces, { ...data.end, special: true }];
  /** @type {HTMLElement | null} */
  let word = null; // a word stays on one line if it can
  root.chips = all.map((piece, i) => {
    if (!piece.joined || !word) word = element("span", { class: "whole" }, group);
    const kinds = classesOf("piece", i ? piece : { ...piece, joined: false }, all[i + 1]);
    const { text, id } = piece;
    const name =
      piece.known === false
        ? t("unknown piece {text}, id {id}", { text, id })
        : t("{text}, id {id}", { text, id });
    const chip = element(
      "button",
      { type: "button", role: "radio", class: kinds, "aria-label": name },
      word,
    );
    face(chip, piece, piece.special ? null : data.langs.source);
    chip.onclick = () => choose(root, i, true);
    chip.onmouseenter = chip.onfocus = () => describe(peek, data, i);
    chip.onmouseleave = () => describe(peek, data, root.chosen);
    return chip;
  });
  walk(
    group,
    (key) => moved(root.chosen, key, root.chips.length, { around: true }),
    (place) => choose(root, place, true),
  );
  const peek = element("div", { class: "peek", "aria-live": "polite" }, cell);
  root.describe = (place) => describe(peek, data, place);
  const decoder = element("div", { class: "row decoder" }, line(root, t("decoder starts with")));
  face(element("span", { class: "piece special" }, decoder), data.start);
  element(
    "span",
    { class: "note" },
    decoder,
    data.several
      ? t(
          "the same start token for every language: a piece before the sentence names the " +
            "language to write.",
        )
      : t(
          "the start token of {language}. Nothing else names a language, so the encoder isn't " +
            "told which one it reads or which one to write.",
          { language: data.start.language },
        ),
  );
}

/** @type {(root: Root, place: number, tell?: boolean) => void} */
function choose(root, place, tell = false) {
  root.chosen = place;
  chooseOne(root.chips, place);
  root.describe(place);
  if (tell) {
    root.chips[place].focus();
    root.exchange.told(place);
    root.send("pick", place + 1);
  }
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".token_path");
  root.send = setTriggerValue;
  const content = JSON.stringify({ ...data, chosen: null });
  root.exchange ??= makeExchange();
  const fresh = root.content !== content;
  root.content = content;
  if (fresh) build(root, data); // another sentence; else the same chips stay, with their focus
  if (root.exchange.news(data.chosen) || fresh) choose(root, data.chosen);
}
