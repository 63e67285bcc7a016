// The shifted input: teacher forcing above, free running below, a column for each step.

import { defineView, ifAny } from "../../../../ui/views/library/define.js";
import { times } from "../../../../ui/views/library/dom.js";
import { ACROSS, moved, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { cards } from "./shifted_cards.js";
import { drawLinks } from "./shifted_links.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Label, ShiftedData, ShiftedEvents, Top } from "./data.d.ts" */

/** The player moves, and an answer to the data that were there is awaited. */
/** @typedef {{step: number, moving?: boolean, waiting?: ShiftedData}} Now */
/** @typedef {View<ShiftedData, Now, ShiftedEvents>} Shifted */
/** The classes of a cell and what is in it; nothing where the run has ended. */
/** @typedef {{kind: string, inside: unknown} | undefined} Cell */

export default defineView("shifted", { step: () => null }, render);

/** @type {(data: ShiftedData) => number} */
const columnsOf = ({ target, own }) => Math.max(target.length, own.said.length);

/** @param {Shifted} view */
function render(view) {
  const { data, now, root, set, choose, once } = view,
    columns = columnsOf(data);
  now.step = Math.min(now.step, columns - 1);
  /** @type {(step: number, moving?: boolean) => void} */
  const go = (step, moving = false) =>
    moving ? set({ step, moving }) : choose({ step, moving }, "move", step + 1);
  const player = once("player", () =>
    makePlayer(
      null,
      t("Decoding steps"),
      () => columnsOf(view.data),
      (step, moving) => go(step - 1, moving),
    ),
  );
  player.set(now.step + 1);
  const count = data.reads.length;
  const walk = onKey(
    (key, { target }) =>
      target instanceof Element && target.matches("[role=radio]")
        ? moved(Math.min(now.step, count - 1), key, count, { keys: ACROSS, around: true })
        : undefined,
    go,
  );
  root.classList.toggle("waiting", now.waiting === data);
  queueMicrotask(() => {
    const sheet = /** @type {HTMLElement} */ (root.querySelector(".sheet"));
    once("links", () => {
      const observer = new ResizeObserver(() => drawLinks(sheet, view));
      observer.observe(sheet);
      return observer;
    });
    drawLinks(sheet, view);
    reveal(sheet, now.step);
  });
  return html`<div class="scroll"><div class="sheet" role="radiogroup"
      aria-label=${t("What the decoder reads")} style="--columns: ${columns}" @keydown=${walk}>
      <svg aria-hidden="true"></svg>
      <span class="band" style="grid-column: ${now.step + 2}"></span>
      ${heading(
        1,
        t("In training"),
        data.put
          ? t("it reads the right words, one step late; only “{word}” was put in", {
              word: data.put.token.text,
            })
          : t("it reads the right words, one step late, whatever it predicted"),
        nothing,
      )}
      ${heading(
        9,
        t("Translating"),
        data.put
          ? t("after the word put in, it reads only what it predicted itself")
          : t("it reads the word that it predicted one step before"),
        player.node,
      )}
      <span class="margin"></span>
      ${rows(view, columns, go)}
      ${
        data.parts === null
          ? nothing
          : html`<span class="flag"
          style="grid-column: ${data.parts + 2} / span 5">${t("↑ the two differ here")}</span>`
      }
      ${
        data.put
          ? nothing
          : html`<span class="hint" style="grid-row: 8; grid-column: 2 / -1">${t(
              "click a token that the decoder reads and put another in its place to see what moves",
            )}</span>`
      }
    </div></div>
    ${legend(data)}
    ${cards(view)}`;
}

/**
 * Its box is as wide as the window, whatever the sheet's width.
 *
 * @type {(line: number, name: string, note: string, rest: unknown) => unknown}
 */
const heading = (line, name, note, rest) =>
  html`<div class="heading" style="grid-row: ${line}"><div><p><b>${name}</b><span>${note}</span></p>
    ${rest}</div></div>`;

/** @type {(data: ShiftedData) => unknown} */
const legend = ({ put }) => {
  const exchanged = html`<span><i class="key moved">${t("word")}</i>${t(
    "now predicts a different word",
  )}</span>`;
  return html`<p class="legend"><span><i class="key good"></i>${t("✓ the right word")}</span>
    <span><i class="key bad"></i>${t("✗ another word")}</span>
    <span><i class="key share"></i>${t("probability of the right word")}</span>
    ${put ? exchanged : nothing}<span>${t("‿ no space before it")}</span></p>`;
};

/**
 * What is read, said and right at each step; while the player runs, what comes later is not yet
 * said.
 *
 * @type {(view: Shifted, columns: number, go: (step: number) => void) => unknown}
 */
function rows({ data, now, root }, columns, go) {
  const { target, reads, forced, own, put, parts, langs } = data,
    said = put ?? forced;
  const given = put ? reads.with(put.place, put.token) : reads;
  /** @type {(tokens: Label[]) => (step: number) => Cell} */
  const word = (tokens) => (step) => tokens[step] && token(tokens[step], tokens[step + 1]);
  /** @type {(top: Top[][], compared?: (step: number) => boolean) => (step: number) => Cell} */
  const says =
    (top, compared = () => true) =>
    (step) =>
      top[step] && likeliest(top[step][0], compared(step) ? forced.ids[step] : null, langs);
  const other = (/** @type {number} */ step) =>
    put && put.top[step]?.[0].id !== forced.top[step]?.[0].id && "other";
  /** What is read was said one step before. */
  const alone = (/** @type {number} */ late) => (/** @type {number} */ step) =>
    parts !== null && step >= parts + late && "alone";
  const putAt = put?.place ?? -1;
  /** With another token, the run on its own words has no right words where it takes another way. */
  const strays = put && own.top.some((top, i) => i >= putAt && top[0].id !== forced.ids[i]);
  const compared = (/** @type {number} */ step) => !strays || step < putAt;
  const ownRight = (/** @type {number} */ step) =>
    compared(step) ? rail(own.right[step]) : undefined;
  const isPut = (/** @type {number} */ step) => step === putAt && "put";
  /**
   * Name, line in the grid, what stands before it, its cells, and a class that some of them have.
   *
   * @type {[name: string, line: number, label: string, at: (step: number) => Cell,
   *   more?: (step: number) => unknown][]}
   */
  const all = [
    ["target", 2, t("right answer"), word(target)],
    ["reads", 4, t("it reads"), word(given), isPut],
    ["says", 6, t("it predicts"), says(said.top), other],
    ["right", 7, t("right word"), (step) => rail(said.right[step])],
    ["ownReads", 10, t("it reads"), word(own.reads), put ? isPut : alone(1)],
    ["ownSays", 12, t("it predicts"), says(own.top, compared), alone(0)],
    ["ownRight", 13, t("right word"), ownRight, alone(0)],
  ];
  const entry = Math.min(now.step, reads.length - 1); // where the keyboard enters
  const edit = (/** @type {number} */ step) => {
    go(step);
    const field = root.querySelector("input");
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" }); // below the window's edge nobody sees it asks
  };
  return all.map(([name, line, label, at, more]) => {
    const cells = times(columns, (step) => {
      const cell = at(step),
        place = `grid-row: ${line}; grid-column: ${step + 2}`,
        style = cell ? place : `${place}; visibility: hidden`;
      const kind = [
        `cell ${name}`,
        cell?.kind,
        more?.(step),
        step === now.step && "chosen",
        now.moving && name.startsWith("own") && step > now.step && "later",
      ]
        .filter(Boolean)
        .join(" ");
      if (name !== "reads") {
        return html`<div class=${kind} style=${style} @click=${() => go(step)}
          >${cell?.inside}</div>`;
      }
      const spoken = t(
        "step {step} reads {read}, predicts {said}, should predict {right}; " +
          "press Enter to put another token in",
        {
          step: step + 1,
          read: given[step]?.text,
          said: said.top[step]?.[0].text,
          right: target[step]?.text,
        },
      );
      return html`<button type="button" role="radio" title=${t("put another token in")}
        class=${kind} style=${style} aria-label=${spoken}
        aria-checked=${step === now.step} tabindex=${step === entry ? 0 : -1}
        @click=${() => edit(step)}>${cell?.inside}</button>`;
    });
    return html`<span class="label" style="grid-row: ${line}">${label}</span>${cells}`;
  });
}

/** @type {(p: number) => string} */
const share = (p) => (p >= 0.995 ? number(1, 1) : brief(p));

/** @type {(text: string, lang: string | null) => unknown} */
const wordOf = (text, lang) =>
  html`<span class="word" title=${text} lang=${ifAny(lang)} translate="no">${text}</span>`;

/** @type {(token: Label, next: Label | undefined) => Cell} */
const token = (token, next) => ({
  kind: classesOf("", token, next),
  inside: wordOf(token.text, token.lang),
});

/**
 * What is said at a step, and whether it is the reference's token; null if they aren't compared.
 *
 * @type {(top: Top, right: number | null, langs: Langs) => Cell}
 */
function likeliest({ id, p, text }, right, langs) {
  const good = id === right,
    mark = good ? "✓" : right === null ? share(p) : `${share(p)} ✗`;
  return {
    kind: good ? "good" : right === null ? "stray" : "bad",
    inside: html`${wordOf(text.replace(/^‿/, ""), langs.target)}<small>${mark}</small>`,
  };
}

/** @type {(p: number | undefined) => Cell} */
const rail = (p) =>
  p === undefined
    ? undefined
    : {
        kind: "",
        inside: html`<span class="rail"><i style="width: ${100 * p}%"></i></span
          ><small>${share(p)}</small>`,
      };

/**
 * Scroll a long sentence so that the chosen column can be seen beside the labels.
 *
 * @type {(sheet: HTMLElement, step: number) => void}
 */
function reveal(sheet, step) {
  const scroll = /** @type {HTMLElement} */ (sheet.parentElement);
  /** @type {NodeListOf<HTMLElement>} */
  const cells = sheet.querySelectorAll(".cell.target");
  const left = cells[step].offsetLeft - cells[0].offsetLeft,
    right = cells[step].offsetLeft + cells[step].offsetWidth;
  if (left < scroll.scrollLeft) scroll.scrollLeft = left;
  else if (right > scroll.scrollLeft + scroll.clientWidth) {
    scroll.scrollLeft = right - scroll.clientWidth;
  }
}
