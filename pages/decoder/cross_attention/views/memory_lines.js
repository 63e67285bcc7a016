// The words of the readers above and below the memory, and the lines along which they read.

import { LEAST } from "../../../../ui/views/library/attention.js";
import { ifAny } from "../../../../ui/views/library/define.js";
import { zoomOf } from "../../../../ui/views/library/dom.js";
import { roam } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { columnOf, number, rowOf, strongestOf } from "../../../../ui/views/library/numbers.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { html, nothing, render, svg } from "../../../../ui/views/vendor/lit-html.js";
import { currentRows, mapOf } from "./memory_state.js";

/** @import { Label } from "./data.d.ts" */
/** @import { Acts, Place, State } from "./memory_state.js" */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{reader: number, row: number, column: number, value: number}} Line */
/** Where lines begin and end; as columns, on a phone, the memory stands between its readers. */
/** @typedef {{tall: boolean, from: Point[][], to: Point[][]}} Ends */

const CLEAR = 0.3; // from this weight on, a line links two words, as in lines.py
const FAINT = 3,
  BOLD = 9; // pixels that a line grows from weight 0 to weight 1

/**
 * Three lines of words, and room for the lines between them.
 *
 * @type {(state: State, acts: Acts) => unknown}
 */
export function memoryStage(state, { pick, hover }) {
  const { readers, source, memory } = state,
    rows = currentRows(state),
    lines = litLines(state),
    chosen = strongestLines(lines);
  const column = state.hover?.row === undefined ? state.hover?.column : undefined;
  const read = column === undefined ? chosen.map((line) => line.column) : [column];
  const go = (/** @type {number} */ row) => pick({ step: readers[0].row_of.indexOf(row) });
  /**
   * @type {(place: Place, tokens: Label[], i: number, kinds: unknown[], act?: () => void) =>
   *   unknown}
   */
  const word = (place, tokens, i, kinds, act) => {
    const { text, lang } = tokens[i],
      kind = classesOf(["word", ...kinds].filter(Boolean).join(" "), tokens[i], tokens[i + 1]),
      on = act && i === rows[0];
    const enter = () => hover(place),
      leave = () => hover(null);
    return html`<button type="button" role=${act ? "radio" : nothing} class=${kind} title=${text}
      lang=${ifAny(lang)} translate="no" aria-checked=${act ? on : nothing}
      tabindex=${(act ? on : !i) ? 0 : -1} @mouseenter=${enter} @focus=${enter}
      @mouseleave=${leave} @blur=${leave} @click=${act}>${text}</button>`;
  };
  /** @type {(reader: number) => unknown} */
  const readerLine = (reader) => {
    if (!readers[reader]) return nothing;
    const { language, note, tokens } = readers[reader],
      first = reader === 0;
    const label = first
      ? t("{language} translation: the row to show", { language })
      : t("{language} translation", { language });
    const reads = (/** @type {number} */ row) =>
      lines.some(
        (one) =>
          one.reader === reader && one.row === row && (column === undefined || one.value >= 0.2),
      );
    return html`<div class="line reader"><div class="side reader"><b>${language}</b
        ><span class="shape">${note}</span><span class="role"
        >${t("queries:")} <b class="q">Q</b></span></div>
      <div class="box"><div class="words" role=${first ? "radiogroup" : "group"} aria-label=${label}
        @keydown=${roam(first ? go : undefined)}>${tokens.map((_, row) => {
          const future = first && row > rows[0] && "future";
          const kinds = [future, row === rows[reader] && "chosen", reads(row) && "on"];
          return word({ reader, row }, tokens, row, kinds, first ? () => go(row) : undefined);
        })}</div></div></div>`;
  };
  const long = Math.max(source.length, ...readers.map(({ tokens }) => tokens.length)) > 16;
  const single = readers.length < 2 && "single",
    kind = ["stage", single, long && "long", state.hover && "pointed"].filter(Boolean).join(" ");
  return html`<div class=${kind} tabindex="-1"><div class="frame">
    <svg class="drawing" aria-hidden="true"></svg>
    ${readerLine(0)}
    <div class="line memory"><div class="side memory"><b>${t("memory")}</b
        ><span class="shape">${memory[0]} × ${memory[1]}</span><span class="role"
        >${t("gives:")} <b class="k">K</b> <b class="v">V</b></span></div>
      <div class="box"><p class="made">${t("what the encoder made of your sentence")}</p
      ><div class="words" role="group" @keydown=${roam()}
        aria-label=${t("Memory: one vector for each source token")}>${source.map((_, i) =>
          word({ column: i }, source, i, [read.includes(i) && "on"]),
        )}</div></div></div>
    ${readerLine(1)}</div></div>`;
}

/**
 * Which lines are lit: those of a word that is pointed at, or else of the current rows.
 *
 * @type {(state: State) => Line[]}
 */
function litLines(state) {
  /** @type {(reader: number, row: number) => Line[]} */
  const whole = (reader, row) =>
    [...rowOf(mapOf(state, reader), row)].map((value, column) => ({ reader, row, column, value }));
  const { reader: pointed = 0, row, column } = state.hover ?? {};
  /** @type {Line[]} */
  let lines;
  if (row !== undefined) {
    lines = whole(pointed, row).filter((line) => column === undefined || line.column === column);
  } else if (column !== undefined) {
    lines = state.readers.flatMap((_, reader) =>
      columnOf(mapOf(state, reader), column).map((value, at) => ({
        reader,
        row: at,
        column,
        value,
      })),
    );
  } else lines = currentRows(state).flatMap((at, reader) => whole(reader, at));
  return lines.filter(({ value }) => value >= LEAST);
}

/**
 * Each reader's line of the largest value, if there is one.
 *
 * @type {(lines: Line[]) => Line[]}
 */
const strongestLines = (lines) =>
  [0, 1].flatMap((reader) => {
    const own = lines.filter((line) => line.reader === reader);
    return own.length ? [own.reduce((best, line) => (line.value > best.value ? line : best))] : [];
  });

/**
 * The lines of other words that cross a line: both are their words' strongest and link two words.
 *
 * @type {(state: State, line: Line) => Line[]}
 */
function crossingLines(state, line) {
  const map = mapOf(state, line.reader),
    { tokens } = state.readers[line.reader];
  const links = tokens
    .map((_, row) => {
      const values = rowOf(map, row),
        column = strongestOf(values);
      return { reader: line.reader, row, column, value: values[column] };
    })
    .filter(
      ({ row, column, value }) =>
        value >= CLEAR && isWord(tokens[row]) && isWord(state.source[column]),
    );
  return links.some(({ row }) => row === line.row)
    ? links.filter(({ row, column }) => (row - line.row) * (column - line.column) < 0)
    : [];
}

/** @type {(token: Label) => boolean} */
const isWord = ({ text, special }) => !special && !/^\p{P}*$/u.test(text);

/**
 * Draw the lines between the words, where these stand now: all in grey, those not written yet dim,
 * and those that are lit, with the strongest weight of each reader. What crosses these is in colour
 * as well.
 *
 * @type {(stage: HTMLElement, state: State) => void}
 */
export function drawLines(stage, state) {
  const ends = measure(stage),
    row = currentRows(state)[0],
    lit = litLines(state),
    drawing = /** @type {SVGElement} */ (stage.querySelector(".drawing")),
    frame = /** @type {HTMLElement} */ (drawing.parentElement);
  drawing.setAttribute("width", frame.getBoundingClientRect().width / zoomOf(frame));
  drawing.setAttribute("height", frame.offsetHeight);
  const faint = state.readers.flatMap((_, reader) => {
    const { values, shape } = mapOf(state, reader);
    return [...values].map((value, i) => {
      const line = { reader, row: Math.floor(i / shape[1]), column: i % shape[1], value };
      const kind = reader === 0 && line.row > row ? "faint future" : "faint";
      return value >= LEAST ? strand(ends, line, 0.5 + FAINT * value, kind) : nothing;
    });
  });
  const chosen = strongestLines(lit),
    strong = chosen.map((line) => [state.hover ? badges(ends, line) : nothing, tag(ends, line)]);
  const crossed = (state.hover ? [] : chosen)
    .flatMap((line) => crossingLines(state, line))
    .map((line) => strand(ends, line, 1 + BOLD * line.value, "crossed"));
  const bold = lit.map((line) => strand(ends, line, 1 + BOLD * line.value, "lit"));
  render(svg`${faint}<g>${crossed}${bold}${strong}</g>`, drawing);
}

/**
 * Where lines begin and end: at the words of a reader, and at the edge of the memory.
 *
 * @type {(stage: HTMLElement) => Ends}
 */
function measure(stage) {
  const tall = stage.clientWidth < 520;
  stage.classList.toggle("tall", tall);
  const frame = /** @type {HTMLElement} */ (stage.querySelector(".frame")),
    box = /** @type {HTMLElement} */ (stage.querySelector(".memory .box")),
    edge = box.getBoundingClientRect(),
    origin = frame.getBoundingClientRect(),
    zoom = zoomOf(frame);
  /** @type {(x: number, y: number) => Point} */
  const inside = (x, y) => ({ x: (x - origin.left) / zoom, y: (y - origin.top) / zoom });
  /** @type {(chip: Element, side: number, outer?: DOMRect) => Point} */
  const place = (chip, side, outer) => {
    const at = chip.getBoundingClientRect(),
      limit = outer ?? at;
    return tall
      ? inside(limit[side ? "right" : "left"], (at.top + at.bottom) / 2)
      : inside((at.left + at.right) / 2, limit[side ? "bottom" : "top"]);
  };
  const readers = [...stage.querySelectorAll(".reader .words")],
    words = [...box.querySelectorAll(".word")];
  return {
    tall,
    from: readers.map((reader, i) => [...reader.children].map((chip) => place(chip, 1 - i))),
    to: [0, 1].map((side) => words.map((chip) => place(chip, side, edge))),
  };
}

/** @type {(ends: Ends, line: Line) => [Point, Point]} */
const endsOf = ({ from, to }, { reader, row, column }) => [from[reader][row], to[reader][column]];

/**
 * One line, from a reader's word to a column of the memory.
 *
 * @type {(ends: Ends, line: Line, width: number, kind: string) => unknown}
 */
function strand(ends, line, width, kind) {
  const [a, b] = endsOf(ends, line),
    [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const bend = ends.tall ? `C${x} ${a.y} ${x} ${b.y}` : `C${a.x} ${y} ${b.x} ${y}`;
  return svg`<path d="M${a.x} ${a.y}${bend} ${b.x} ${b.y}" class=${kind} stroke-width=${width}
    data-reader=${line.reader} data-row=${line.row} data-column=${line.column}></path>`;
}

/**
 * The strongest weight, on its line.
 *
 * @type {(ends: Ends, line: Line) => unknown}
 */
function tag(ends, line) {
  const [a, b] = endsOf(ends, line),
    [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  return svg`<g class="tag"><rect x=${x - 21} y=${y - 12} width="42" height="24" rx="12"></rect>
    <text x=${x} y=${y + 5}>${number(line.value)}</text></g>`;
}

/**
 * A query goes out from the reader's word; a key and a value are at the memory's edge.
 *
 * @type {(ends: Ends, line: Line) => unknown}
 */
function badges(ends, line) {
  const [a, b] = endsOf(ends, line),
    [dx, dy] = ends.tall ? [0, 9.5] : [9.5, 0];
  /** @type {(x: number, y: number, role: string) => unknown} */
  const badge = (x, y, role) => svg`<circle cx=${x} cy=${y} r="9" fill="var(--glass-${role}-tint)"
      stroke="var(--glass-${role})"></circle>
    <text x=${x} y=${y + 4.5} class="badge" fill="var(--glass-${role}-ink)"
      >${role.toLowerCase()}</text>`;
  return [badge(a.x, a.y, "Q"), badge(b.x - dx, b.y - dy, "K"), badge(b.x + dx, b.y + dy, "V")];
}

/**
 * Long sentences scroll inside the stage; the current word stays in its window.
 *
 * @type {(stage: HTMLElement) => void}
 */
export function keepInView(stage) {
  const chip = stage.querySelector(".reader .word.chosen");
  if (!chip) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches,
    behavior = still ? "auto" : "smooth",
    outer = stage.getBoundingClientRect(),
    inner = chip.getBoundingClientRect(),
    zoom = zoomOf(stage);
  if (stage.classList.contains("tall")) {
    if (inner.top >= outer.top + 30 && inner.bottom <= outer.bottom - 60) return;
    const top = stage.scrollTop + (inner.top - outer.top - outer.height / 2) / zoom;
    stage.scrollTo({ top, behavior });
  } else {
    if (inner.left >= outer.left + 110 && inner.right <= outer.right - 60) return;
    const left = stage.scrollLeft + (inner.left - outer.left - outer.width / 2) / zoom;
    stage.scrollTo({ left, behavior });
  }
}
