// From the typed sentence to ids: one line each for text, normalized text and the encoder.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { moved, onKey } from "../../../../ui/views/library/keys.js";
import { languageHere, t, tc, tn } from "../../../../ui/views/library/messages.js";
import { whole } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { face } from "./piece_list.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { EndToken, PathPiece, TokenPathData, TokenPathEvents } from "./data.d.ts" */

/** Pointed is a piece that is pointed at. */
/** @typedef {{chosen: number, pointed?: number | null}} Now */
/** @typedef {View<TokenPathData, Now, TokenPathEvents>} Path */

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;

export default defineView("token_path", { chosen: ({ pieces }) => pieces }, render);

/** @param {Path} view */
function render({ data, now, choose, set }) {
  /** @type {(PathPiece | EndToken)[]} */
  const all = [...data.pieces, data.end];
  const reasons = new Set(data.changes.flatMap(([, , why]) => why));
  /** @type {(place: number) => void} */
  const pick = (place) => choose({ chosen: place, pointed: null }, "pick", place + 1);
  const chips = all.map((piece, i) => {
    const point = () => set({ pointed: i });
    return html`<button type="button" role="radio" class=${kinds(all, i)}
      aria-label=${nameOf(piece)} aria-checked=${i === now.chosen}
      tabindex=${i === now.chosen ? 0 : -1} @click=${() => pick(i)} @mouseenter=${point}
      @focus=${point} @mouseleave=${() => set({ pointed: null })}
      >${face(piece, "word" in piece ? data.langs.source : null)}</button>`;
  });
  /** @type {unknown[][]} */
  const words = []; // a word stays on one line if it can
  all.forEach((piece, i) => {
    if (i && "joined" in piece && piece.joined) words[words.length - 1].push(chips[i]);
    else words.push([chips[i]]);
  });
  const note = html`<span class="note" lang=${languageHere()} translate="no"
    >${[...reasons].join("; ")}</span>`;
  const walk = onKey((key) => moved(now.chosen, key, all.length, { around: true }), pick);
  const encoder = html`<div><div class="row" role="radiogroup" @keydown=${walk}
    aria-label=${t("Pieces the encoder reads")}>${words.map(
      (chips) => html`<span class="whole">${chips}</span>`,
    )}</div><div class="peek" aria-live="polite"
    >${peek(data, now.pointed ?? now.chosen)}</div></div>`;
  return html`${line(tc("text", "typed"), written(data, 0, ""))}
    ${reasons.size ? line(t("normalized"), written(data, 1, note)) : ""}
    ${line(t("encoder reads"), encoder)}`;
}

/** @type {(caption: string, content: unknown) => unknown} */
const line = (caption, content) =>
  html`<div class="line"><span class="caption">${caption}</span>${content}</div>`;

/** @type {(all: (PathPiece | EndToken)[], i: number) => string} */
function kinds(all, i) {
  const piece = { special: !("word" in all[i]), ...all[i] };
  return classesOf("piece", i ? piece : { ...piece, joined: false }, all[i + 1]);
}

/** @type {(piece: PathPiece | EndToken) => string} */
function nameOf(piece) {
  const { text, id } = piece;
  return "known" in piece && !piece.known
    ? t("unknown piece {text}, id {id}", { text, id })
    : t("{text}, id {id}", { text, id });
}

/**
 * One side of normalization; what differs is marked.
 *
 * @type {(data: Path["data"], side: 0 | 1, note: unknown) => unknown}
 */
function written(data, side, note) {
  const text = data.changes.map((change) => {
    if (!change[2].length) return change[side];
    if (!change[side]) return "";
    return html`<mark title=${change[2].join("; ")}>${visible(change[side])}</mark>`;
  });
  const shown = whole(data.length);
  const count = tn("… {shown} character in all", "… {shown} characters in all", data.length, {
    shown,
  });
  const more = html`<span class="note" lang=${languageHere()} translate="no">${count}</span>`;
  return html`<div class="written" lang=${ifAny(data.langs.source)} translate="no">${text}${
    data.more ? more : ""
  }${note}</div>`;
}

/**
 * Text with what cannot be seen made visible: a dot for a space, a code for other characters.
 *
 * @type {(text: string) => unknown[]}
 */
const visible = (text) =>
  [...text].map((char) => {
    if (char === " ") return "·";
    if (!HIDDEN.test(char)) return char;
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return html`<span class="code">U+${code} </span>`;
  });

/**
 * What is known of a piece, in one line.
 *
 * @type {(data: TokenPathData, place: number) => unknown}
 */
function peek({ pieces, end, merges }, place) {
  const piece = pieces[place];
  if (!piece) {
    const added = t("the end of the sentence, added by the program");
    return html`<b>${"</s>"}</b> · ${t("id {id}", { id: end.id })} · ${added}`;
  }
  const same = pieces.filter(({ text }) => text === piece.text);
  const words = new Set(same.map(({ word }) => t("“{word}”", { word })));
  const facts = [
    t("id {id}", { id: whole(piece.id) }),
    origin(piece, merges),
    ...(piece.text === "▁" ? [t("the space before a word, on its own")] : []),
    t("in {words}", { words: [...words].slice(0, 4).join(", ") }),
  ];
  return html`<b>${piece.known ? piece.text : "<unk>"}</b>${facts.map((fact) => ` · ${fact}`)}`;
}

/**
 * Where a piece comes from; no merges: of a unigram model.
 *
 * @type {(piece: PathPiece, merges: number) => string}
 */
function origin({ text, known, byte_of: char, rank }, merges) {
  if (!known) return t("stands for “{text}”, which the vocabulary lacks", { text });
  if (!merges) return t("a piece of the unigram model");
  if (char) return t("one of the bytes that UTF-8 writes “{char}” with", { char });
  if (!rank) return t("a single character, known from the start");
  const numbers = { merge: whole(rank), merges: whole(merges) };
  return t("learned as pair {merge} of {merges}", numbers);
}
