// The row of E that an id picks: with the rows next to it, and with those that point the same way.

import { frame, placed, ring } from "../../../../ui/views/library/board.js";
import { defineView } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack, whole } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { piece, spoken } from "./pieces.js";

/** @import { Box } from "../../../../ui/views/library/board.js" */
/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { LookupData } from "./data.d.ts" */

/** @typedef {View<LookupData, {chosen: number}, {}>} Lookup */
/**
 * Some rows of E, enlarged: with their pieces, and the lit one that the id picks.
 *
 * @typedef {{box: Box, title: string, rows: Tensor, pieces: string[], lit: number}} Part
 */

const PITCH = 24,
  TOP = 26,
  LOWER = 42, // from one picture to the one below
  E_WIDTH = 180,
  COSINES = 52, // on the right of a part
  FAN = 40;

/**
 * From which width on: width of names and of a part, and where E and the parts are, in columns and
 * rows.
 *
 * @type {{from: number, names: number, width: number, at: [number, number][]}[]}
 */
const PLANS = [
  // biome-ignore format: a table
  { from: 1080, names: 134, width: 234, at: [[0, 0], [1, 0], [2, 0]] },
  // biome-ignore format: a table
  { from: 1020, names: 134, width: 204, at: [[0, 0], [1, 0], [2, 0]] },
  // biome-ignore format: a table
  { from: 640, names: 150, width: 212, at: [[0, 0], [1, 0], [1, 1]] },
  // biome-ignore format: a table
  { from: 0, names: 122, width: 184, at: [[0, 0], [0, 1], [0, 2]] },
];

export default defineView("lookup", { chosen: ({ ids }) => ids }, render, ({ word }, { ids }) => ({
  chosen: Number(word) < ids.length ? word : undefined,
}));

/** @param {Lookup} view */
function render({ data, now: { chosen }, root, colours }) {
  const id = data.ids[chosen],
    start = data.starts[chosen],
    near = data.near_names[chosen];
  const overview = unpack(data.overview),
    rows = [data.windows, data.near].map((sent) => slice(unpack(sent), chosen)),
    most = largest(rows[0]);
  const { names, width, at } = PLANS.find(({ from }) => root.clientWidth >= from) ?? PLANS[0];
  const height = rows[0].shape[0] * PITCH,
    high = Math.max(overview.shape[0], height);
  const all = { x: 1, y: TOP, width: E_WIDTH, height: high };
  /** @type {(i: number, part: {title: string, pieces: string[], lit: number}) => Part} */
  const part = (i, about) => {
    const [column, row] = at[i + 1];
    const left = E_WIDTH + FAN + (column - 1) * (names + width + COSINES + FAN / 2);
    const box = { x: names + (column ? left : 0), y: TOP + row * (high + LOWER), width, height };
    return { ...about, rows: rows[i], box };
  };
  const parts = [
    part(0, { title: t("next to it on the list"), pieces: data.names[chosen], lit: id - start }),
    part(1, { title: t("rows most like it"), pieces: near, lit: 0 }),
  ];
  /** @type {(name: string, box: Box, matrix: Tensor, most: number, of: unknown[]) => unknown} */
  const heatMap = (name, box, matrix, most, of) =>
    html`<canvas aria-hidden="true" data-name=${name} style=${placed(box)} .painting=${{
      of: [...of, colours],
      paint: (/** @type {HTMLCanvasElement} */ canvas) =>
        dots(canvas, matrix, (value) => colours.signed(value / most)),
    }}></canvas>`;
  const right = Math.max(...parts.map(({ box }) => box.x + width)) + COSINES,
    bottom = Math.max(...parts.map(({ box }) => box.y + height)) + 4;
  const label = t(
    "{piece} has id {id}, so it picks row {id} of E. The nearest rows are those of {others}.",
    { piece: spoken(near[0]), id: whole(id), others: near.slice(1).map(spoken).join(", ") },
  );
  const count = whole(data.vocabulary);
  return html`<div class="board" role="img" aria-label=${label}
    style="width: ${right}px; height: ${bottom}px">
    ${heatMap("E", all, overview, largest(overview), [data.overview])}
    ${parts.map(({ box }, i) => heatMap(["rows", "near"][i], box, rows[i], most, [data, chosen]))}
    <div aria-hidden="true">${parts.map((one, i) => rowNames(one, names, i ? 8 : 46))}</div>
    <svg aria-hidden="true" width=${right} height=${bottom}>
      ${[all, ...parts.map(({ box }) => box)].map((box) => frame(box, "X"))}
      <text x="1" y=${TOP - 11}><tspan class="letter" fill="var(--glass-X-ink)">E</tspan
        ><tspan class="plain" dx="8">${t("{count} rows, one per token", { count })}</tspan></text>
      ${parts.map((one, i) => besideRows(one, names, i ? null : start))}
      ${fan(all, all.y + (id / data.vocabulary) * high, parts, names)}
    </svg></div>`;
}

/**
 * The pieces on the left of a part, with room for ids beside them.
 *
 * @type {(part: Part, width: number, room: number) => unknown}
 */
const rowNames = ({ box, pieces, lit }, width, room) =>
  pieces.map(
    (text, row) => html`<span class="row-name ${row === lit ? "lit" : "dim"}" title=${text} lang=""
      translate="no" style="left: ${box.x - width}px; top: ${box.y + row * PITCH}px;
        width: ${width - room}px">${piece(text)}</span>`,
  );

/**
 * What is written around a part: its title, the ids on the left, if there are any, and on the right
 * the cosine of each row and the picked one, with a bar.
 *
 * @type {(part: Part, names: number, start: number | null) => unknown}
 */
function besideRows({ box: { x, y, width }, title, rows, lit }, names, start) {
  const left = x + width + 8,
    own = slice(rows, lit).values;
  const length = (/** @type {Float32Array} */ values) => Math.hypot(...values);
  return [
    svg`<text x=${x - names} y=${y - 11} class="title">${title}</text>
      <text x=${left} y=${y - 11} class="dim">${t("alike")}</text>`,
    Array.from({ length: rows.shape[0] }, (_, row) => {
      const { values } = slice(rows, row),
        top = y + row * PITCH,
        kind = row === lit ? "lit" : "";
      const product = values.reduce((sum, value, i) => sum + value * own[i], 0);
      const cosine = product / Math.max(length(values) * length(own), 1e-12);
      const id = svg`<text x=${x - 8} y=${top + PITCH / 2 + 5} text-anchor="end"
        class="id ${kind || "dim"}">${whole((start ?? 0) + row)}</text>`;
      return svg`${start === null ? nothing : id}
        <text x=${left + 36} y=${top + PITCH / 2 + 3} text-anchor="end"
          class="cosine ${kind}">${number(cosine, 2)}</text>
        <rect x=${left} y=${top + PITCH - 6} width=${36 * Math.max(0, cosine)} height="3"
          class="alike"></rect>`;
    }),
  ];
}

/**
 * From the thin row of the whole matrix to the same row, enlarged.
 *
 * @type {(all: Box, from: number, parts: Part[], names: number) => unknown}
 */
function fan(all, from, parts, names) {
  const right = all.x + all.width,
    [{ box, lit }] = parts;
  const to = box.x - names - 6,
    middle = box.y + (lit + 0.5) * PITCH;
  const path = `M${right + 2} ${from}C${right + 20} ${from} ${to - 20} ${middle} ${to} ${middle}`;
  return [
    ring(all.x, from - 1.5, all.width, 3),
    parts.map(({ box: { x, y, width }, lit }) => ring(x, y + lit * PITCH, width, PITCH)),
    to < right ? nothing : svg`<path d=${path} class="fan"></path>`,
  ];
}
