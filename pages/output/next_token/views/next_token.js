// The next token: at the left a dot product, at the right the distribution and what sampling does.

import { defineView, gaps, ifAny } from "../../../../ui/views/library/define.js";
import { cellUnder } from "../../../../ui/views/library/dom.js";
import { DOWN, lines, moved, onKey } from "../../../../ui/views/library/keys.js";
import { samplingKnobs } from "../../../../ui/views/library/knobs.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack, whole } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { classesOf, cut } from "../../../../ui/views/library/tokens.js";
import { html, nothing, svg } from "../../../../ui/views/vendor/lit-html.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Candidate, NextTokenData, NextTokenEvents, Sampling } from "./data.d.ts" */

/** Place is that of the component that is named. */
/** @typedef {{chosen: number, sampling: Sampling, place?: number}} Now */
/** @typedef {View<NextTokenData, Now, NextTokenEvents>} NextToken */

const GRID = 32; // components in a row of the small pictures
/** @type {Sampling} */
const NEUTRAL = { temperature: 1, top_k: 0, top_p: 1 };

export default defineView(
  "next_token",
  { chosen: ({ version, candidates }) => [version, candidates], sampling: () => null },
  (/** @type {NextToken} */ view) =>
    html`<section class="product">${product(view)}</section>
      <section class="distribution">${view.keep(
        "distribution",
        [view.data, view.now.chosen, view.now.sampling],
        () => distributions(view),
      )}</section>`,
);

/** @type {(candidate: Candidate) => string} */
const shown = (candidate) => (candidate.joined ? "‿" : "") + candidate.text;

/**
 * The vector, the row of E and their products, which add up to the logit.
 *
 * @param {NextToken} view
 */
function product(view) {
  const { data, now } = view;
  const candidate = data.candidates[now.chosen],
    token = shown(candidate);
  const x = unpack(data.x).values,
    row = slice(unpack(data.rows), now.chosen).values;
  const products = x.map((value, i) => value * row[i]);
  const place = Math.min(now.place ?? 0, x.length - 1);
  const logit = html`<b>${number(unpack(data.logits).values[candidate.rank], 3)}</b>`;
  const numbers = [x, row, products].map((values) => number(values[place], 3));
  const named = { place: place + 1, size: x.length, x: numbers[0], e: numbers[1] };
  return html`<h4>${t("Where the score of “{token}” comes from", { token })}</h4>
    <p>${t(
      "Each of the decoder's {size} numbers is multiplied by the token's own number in the same " +
        "place. The curve adds up the products, from left to right:",
      named,
    )}</p>
    ${climb(data, now.chosen, x)}
    <p class="sum">${gaps(t("“{token}” ends at {logit}, its score"), { token, logit })}</p>
    <p class="summary">${t(
      "Only differences between scores count: one point more means 2.7 times the probability.",
    )} ${data.candidates.some(({ joined }) => joined) ? t("‿ no space before it") : nothing}</p>
    <details><summary>${t("The numbers that are multiplied")}</summary>
    ${grid(view, place, "x", x, t("the decoder's vector x"))}
    ${grid(view, place, "row", row, t("row {row} of E, “{token}”", { token, row: candidate.id }))}
    ${grid(view, place, "products", products, t("their products"))}
    <p class="cell" aria-live="polite">${t("component {place} of {size}: {x} × {e} = {product}", {
      ...named,
      product: numbers[2],
    })}</p></details>`;
}

/**
 * The sum of the products as it grows, for the chosen candidate and the strongest other one.
 *
 * @type {(data: NextTokenData, chosen: number, x: Float32Array) => unknown}
 */
function climb({ candidates, rows }, chosen, x) {
  const [width, height, names] = [250, 150, 76];
  const others = candidates.map((_, place) => place).filter((place) => place !== chosen);
  const rival = others.reduce((a, b) => (candidates[b].rank < candidates[a].rank ? b : a));
  const sums = [rival, chosen].map((place) => {
    const row = slice(unpack(rows), place).values;
    let sum = 0;
    return [0, ...Array.from(x, (value, i) => (sum += value * row[i]))];
  });
  const [low, high] = [Math.min(...sums.flat()), Math.max(...sums.flat())];
  const y = (/** @type {number} */ sum) => 8 + ((high - sum) / (high - low || 1)) * (height - 16);
  const ends = sums.map((line) => y(line[x.length]));
  const apart = Math.abs(ends[1] - ends[0]) < 16; // names that would lie on one another
  const free = ends.every((end) => Math.abs(end - y(0)) > 20); // room for the name of the line
  return html`<svg class="climb" viewBox="0 0 ${width + names} ${height}" role="img"
      aria-label=${t("The sum of the products as it grows, for two tokens")}>
    <line class="zero" x1="0" x2=${width} y1=${y(0)} y2=${y(0)}></line>
    ${free ? svg`<text class="zero" x=${width + 6} y=${y(0) + 4}>0</text>` : nothing}
    ${[rival, chosen].map((place, i) => {
      const points = sums[i].map((sum, at) => `${(at / x.length) * width},${y(sum)}`).join(" ");
      const shift = apart ? (ends[i] < ends[1 - i] || (ends[i] === ends[1 - i] && i) ? -5 : 13) : 4;
      return svg`<g class=${i ? "own" : "rival"}><polyline points=${points}></polyline>
        <text x=${width + 6} y=${ends[i] + shift}>${cut(shown(candidates[place]), 9)}</text></g>`;
    })}</svg>`;
}

/**
 * One vector as a small picture, whose cells can be pointed at or walked with the arrow keys.
 *
 * @type {(view: NextToken, place: number, name: string, values: Float32Array, label: string) =>
 *   unknown}
 */
function grid({ data, now, colours, set }, place, name, values, label) {
  const rows = Math.ceil(values.length / GRID),
    most = largest({ values });
  const painting = {
    of: [data, now.chosen, colours],
    paint: (/** @type {HTMLCanvasElement} */ canvas) =>
      dots(canvas, { shape: [rows, GRID], values }, (value) => colours.signed(value / most)),
  };
  const follow = (/** @type {PointerEvent & {currentTarget: Element}} */ event) => {
    const { row, column } = cellUnder(event.currentTarget, event, [rows, GRID]);
    set({ place: Math.min(row * GRID + column, values.length - 1) });
  };
  const walk = onKey(
    (key) => moved(place, key, values.length, { keys: lines(GRID) }),
    (to) => set({ place: to }),
  );
  const [width, height] = [100 / GRID, 100 / rows];
  return html`<div class="grid ${name}">
    <div class="caption">${label}<span>±${number(most, 2)}</span></div>
    <div class="picture"><canvas tabindex="0" role="img" aria-label=${label} .painting=${painting}
      @pointermove=${follow} @pointerdown=${follow} @keydown=${walk}></canvas><span class="mark"
      style="width: ${width}%; height: ${height}%; left: ${(place % GRID) * width}%;
        top: ${Math.floor(place / GRID) * height}%"></span></div></div>`;
}

/**
 * The candidates with their probabilities, and how certain all of it is.
 *
 * @param {NextToken} view
 */
function distributions({ data, now, set, choose }) {
  const { candidates } = data,
    logits = unpack(data.logits).values;
  const own = distribution(logits, NEUTRAL),
    sampled = distribution(logits, now.sampling);
  /** @type {(place: number) => void} */
  const pick = (place) => choose({ chosen: place }, "pick", candidates[place].id);
  /** @type {(sampling: Sampling) => void} */
  const tell = (sampling) => choose({ sampling }, "sampling", sampling);
  const neutral = JSON.stringify(now.sampling) === JSON.stringify(NEUTRAL);
  const walk = onKey(
    (key) => moved(now.chosen, key, candidates.length, { keys: DOWN, around: true }),
    pick,
  );
  /** @type {(p: Float64Array) => number} */
  const others = (p) => Math.max(0, 1 - candidates.reduce((sum, { rank }) => sum + p[rank], 0));
  return html`<div class="line head" aria-hidden="true"><span></span><span></span
    ><span class="logit">${t("score")}</span><span>${t("probability")}</span></div>
    <div role="radiogroup" aria-label=${t("Candidate")} class="list" @keydown=${walk}>
      ${candidates.map((candidate, place) => {
        const { rank, text, special, said } = candidate,
          p = sampled[rank];
        const about = { token: shown(candidate), rank: rank + 1, p: number(p, 3) };
        return html`<button type="button" role="radio" class="line ${p ? "" : "dropped"}"
          aria-checked=${place === now.chosen} tabindex=${place === now.chosen ? 0 : -1}
          aria-label=${t("{token}, rank {rank}, probability {p}", about)}
          @click=${() => pick(place)}><span class="rank">${rank + 1}</span
          ><span title=${text} translate="no"
            class=${classesOf(said ? "name said" : "name", candidate)}
            lang=${ifAny(special ? null : data.langs.target)}>${shown(candidate)}</span
          ><span class="logit">${number(logits[rank], 2)}</span>${rail(own[rank], p)}</button>`;
      })}
    </div>
    <div class="line rest"><span class="rank"></span><span class="name">${t("the other {count}", {
      count: whole(logits.length - candidates.length),
    })}</span><span class="logit"></span>${rail(others(own), others(sampled))}</div>
    <div class="sliders">
      ${samplingKnobs(
        now.sampling,
        (change) => set({ sampling: { ...now.sampling, ...change } }),
        () => tell(now.sampling),
      )}
      ${
        neutral
          ? nothing
          : html`<button type="button" @click=${() => tell(NEUTRAL)}
        >${t("The model's own probabilities")}</button>`
      }
    </div>
    <p class="summary" aria-live="polite">${summary(own, sampled)}</p>`;
}

/**
 * A probability as a bar and as a number; a line marks what the model itself says.
 *
 * @type {(own: number, p: number) => unknown}
 */
const rail = (own, p) =>
  html`<span class="rail"><span class="own" style="width: ${own * 100}%"></span><span class="bar"
    style="width: ${p * 100}%"></span></span><span class="p">${number(p, 3)}</span>`;

/** @type {(own: Float64Array, sampled: Float64Array) => string} */
function summary(own, sampled) {
  const bits = (/** @type {Float64Array} */ p) =>
    -p.reduce((sum, value) => (value > 0 ? sum + value * Math.log2(value) : sum), 0);
  if (!sampled.some((p, i) => Math.abs(p - own[i]) > 1e-7)) {
    return "";
  }
  return t("Entropy {before} → {now} bits; {kept} of {tokens} tokens can still be drawn.", {
    before: number(bits(own), 2),
    now: number(bits(sampled), 2),
    kept: whole(sampled.filter((p) => p > 0).length),
    tokens: whole(own.length),
  });
}

/**
 * The same as model.decoding.sampling_probabilities, for logits that are sorted, largest first.
 *
 * Divide by the temperature, take the softmax, keep the top_k first tokens (0: all) of which those
 * before hold less than top_p, and make what is kept add up to one again.
 *
 * @param {Float32Array} logits
 * @param {Sampling} sampling
 * @returns {Float64Array}
 */
function distribution(logits, { temperature, top_k, top_p }) {
  const p = normalize(
    Float64Array.from(logits, (logit) => Math.exp((logit - logits[0]) / temperature)),
  );
  let before = 0;
  return normalize(
    p.map((value, rank) => {
      const stays = (!top_k || rank < top_k) && (top_p >= 1 || before < top_p);
      before += value;
      return stays ? value : 0;
    }),
  );
}

/** @type {(p: Float64Array) => Float64Array} */
function normalize(p) {
  const sum = p.reduce((all, value) => all + value, 0);
  return p.map((value) => value / sum);
}
