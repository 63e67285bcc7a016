// From the typed sentence to ids: one line each for text, normalized text, encoder and decoder.

import { element } from "../../../../ui/views/library/dom.js";
import { moved, walk } from "../../../../ui/views/library/keys.js";
import { face } from "./face.js";

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
 * @typedef {{langs: Langs, changes: [before: string, after: string, reason: string][],
 *   length: number, more:
 *   boolean, pieces: Piece[], end: {text: string, id: number}, start: {text: string, id: number,
 *   language: string}, several: boolean, merges: number, chosen: number}} Data
 */

/**
 * @typedef {HTMLElement & {send: ViewCall<Data>["setTriggerValue"], content?: string, waiting:
 *   number | null, chosen: number, chips: HTMLButtonElement[], describe: (place: number) => void}}
 *   Root
 */

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;
/** @type {(value: number) => string} */
const count = (value) => value.toLocaleString("en-US");

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
    if (!change[2]) text.append(change[side]);
    else if (change[side]) visible(element("mark", { title: change[2] }, text), change[side]);
  }
  if (data.more)
    element(
      "span",
      { class: "note", lang: "en" },
      text,
      `… ${count(data.length)} characters in all`,
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
    peek.append(` · id ${data.end.id} · the end of the sentence, added by the program`);
    return;
  }
  element("b", {}, peek, piece.known ? piece.text : "<unk>");
  const origin = !piece.known
    ? `stands for “${piece.text}”, which the vocabulary lacks`
    : !data.merges
      ? "a piece of the unigram model"
      : piece.byte_of
        ? `one of the bytes that UTF-8 writes “${piece.byte_of}” with`
        : piece.rank
          ? `made by merge ${count(piece.rank)} of ${count(data.merges)}`
          : "a single character, known from the start";
  const low = piece.text === "▁" ? " · the space before a word, on its own" : "";
  const words = new Set(data.pieces.filter((p) => p.text === piece.text).map((p) => `“${p.word}”`));
  peek.append(
    ` · id ${count(piece.id)} · ${origin}${low} · in ${[...words].slice(0, 4).join(", ")}`,
  );
}

/** @type {(root: Root, data: Data) => void} */
function build(root, data) {
  root.replaceChildren();
  const typed = written(root, "typed", data, 0);
  const reasons = new Set(data.changes.flatMap((change) => change[2].split("; ")).filter(Boolean));
  if (!reasons.size)
    element("span", { class: "note", lang: "en" }, typed, "normalization changes nothing here");
  else
    element(
      "span",
      { class: "note", lang: "en" },
      written(root, "normalized", data, 1),
      [...reasons].join("; "),
    );
  const encoder = line(root, "encoder reads");
  const cell = element("div", {}, encoder);
  const group = element(
    "div",
    { class: "row", role: "radiogroup", "aria-label": "Pieces the encoder reads" },
    cell,
  );
  /** @type {(Data["end"] & {joined?: boolean, known?: boolean, special?: boolean})[]} */
  const all = [...data.pieces, { ...data.end, special: true }];
  /** @type {HTMLElement | null} */
  let word = null; // a word stays on one line if it can
  root.chips = all.map((piece, i) => {
    if (!piece.joined || !word) word = element("span", { class: "whole" }, group);
    const kinds = [
      "piece",
      piece.joined && i && "joined",
      all[i + 1]?.joined && "open",
      piece.special && "special",
      piece.known === false && "unknown",
    ].filter(Boolean);
    const name = `${piece.known === false ? "unknown piece " : ""}${piece.text}, id ${piece.id}`;
    const chip = element(
      "button",
      { type: "button", role: "radio", class: kinds.join(" "), "aria-label": name },
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
  const decoder = element("div", { class: "row decoder" }, line(root, "decoder starts with"));
  face(element("span", { class: "piece special" }, decoder), data.start);
  element(
    "span",
    { class: "note" },
    decoder,
    data.several
      ? "the start token of every language: a piece before the sentence names the one to write."
      : `the start token of ${data.start.language}. ` +
          "It alone names a language: the encoder is told neither.",
  );
}

/** @type {(root: Root, place: number, tell?: boolean) => void} */
function choose(root, place, tell = false) {
  root.chosen = place;
  root.chips.forEach((chip, i) => {
    chip.setAttribute("aria-checked", i === place);
    chip.tabIndex = i === place ? 0 : -1;
  });
  root.describe(place);
  if (tell) {
    root.waiting = place;
    root.chips[place].focus();
    root.send("pick", place + 1);
  }
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".token_path");
  root.send = setTriggerValue;
  const content = JSON.stringify({ ...data, chosen: null });
  if (root.content !== content) {
    // another sentence; else the same chips stay, with their focus
    root.content = content;
    root.waiting = null;
    build(root, data);
  }
  // While clicks come faster than answers, the last click counts.
  if ((root.waiting ?? data.chosen) === data.chosen) {
    root.waiting = null;
    choose(root, data.chosen);
  }
}
