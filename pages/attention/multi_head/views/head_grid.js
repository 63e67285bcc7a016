// The left half: all heads as small maps, a menu; below each column what that head adds.

import { ifAny } from "../../../../ui/views/library/define.js";
import { cellUnder, times } from "../../../../ui/views/library/dom.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import {
  largest,
  number,
  percent,
  rowOf,
  slice,
  strongestOf,
} from "../../../../ui/views/library/numbers.js";
import { dots, pooled } from "../../../../ui/views/library/paint.js";
import { shown } from "../../../../ui/views/library/tokens.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Acts, Heads, State } from "./head_view.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/**
 * The menu of heads; arrow keys move in both directions.
 *
 * @param {State} state
 * @param {Acts["pick"]} pick
 */
export function headMenu(state, pick) {
  const { layer, head, weights } = state,
    [N, h] = weights.shape;
  const walk = onKey(
    (key) => movedOver([layer, head], key, [N, h], { around: true }),
    ([to, beside]) => pick({ layer: to, head: beside }),
  );
  const legend = t("each map is a head, each row a word; dark is what it attends to");
  return html`<p class="legend">${legend}</p>
    <div class="columns menu" role="radiogroup" aria-label=${t("Layer and head")}
    @keydown=${walk}><span class="name">${t("head")}</span>${times(
      h,
      (i) => html`<span class="top ${i === head ? "on" : ""}">${i + 1}</span>`,
    )}${times(
      N,
      (i) =>
        html`<span class="name ${i === layer ? "on" : ""}">${t("layer {layer}", {
          layer: i + 1,
        })}</span>${times(h, (j) => button(state, i, j, pick))}`,
    )}</div>
    ${choices(state, pick)}`;
}

/**
 * Below each head of the layer, the token to which it sends most of the chosen word's weight; those
 * that several heads choose are tinted.
 *
 * @type {(state: State, pick: Acts["pick"]) => unknown}
 */
function choices({ layer, head, word, weights, queries, keys }, pick) {
  const asked = { layer: layer + 1, word: queries[word].text };
  const found = times(weights.shape[1], (i) => strongestOf(rowOf(slice(weights, layer, i), word)));
  const shared = [...new Set(found)].filter((key) => found.indexOf(key) < found.lastIndexOf(key));
  return html`<h3>${t("What “{word}” attends to most in each head of layer {layer}", asked)}</h3>
    ${shared.length ? html`<p class="legend">${t("same colour: same token")}</p>` : nothing}
    <div class="columns choices"><span></span>${found.map((key, i) => {
      const { text, lang } = keys[key],
        tint = shared.includes(key) ? `tint-${shared.indexOf(key)}` : "";
      return html`<span class="${i === head ? "on" : ""} ${tint}" title=${text}
        lang=${ifAny(lang)} translate="no" @click=${() => pick({ head: i })}>${text}</span>`;
    })}</div>`;
}

/** @type {(state: State, layer: number, head: number, pick: Acts["pick"]) => unknown} */
function button(state, layer, head, pick) {
  const { weights, silenced, version, colours, cellColour } = state,
    on = layer === state.layer && head === state.head,
    silent = silenced.some(([a, b]) => a === layer && b === head),
    fine = Math.max(...weights.shape.slice(2)) > 22;
  const place = { layer: layer + 1, head: head + 1 };
  const spoken = silent
    ? t("Layer {layer}, head {head}, switched off", place)
    : t("Layer {layer}, head {head}", place);
  const painting = {
    of: [version, colours],
    paint: (/** @type {HTMLCanvasElement} */ canvas) => {
      const map = slice(weights, layer, head),
        small = pooled(map, 44);
      const whole = small.shape.join() === map.shape.join();
      dots(canvas, small, whole ? cellColour : colours.attention);
    },
  };
  return html`<button type="button" role="radio" aria-checked=${on} aria-label=${spoken}
    class="${silent ? "silent" : ""} ${fine ? "fine" : ""}" tabindex=${on ? 0 : -1}
    @click=${() => pick({ layer, head })}><canvas aria-hidden="true" .painting=${painting}></canvas
    ></button>`;
}

/**
 * Bars, blocks of z and the output below the columns of the menu.
 *
 * @type {(view: Heads, state: State, pick: Acts["pick"]) => unknown}
 */
export function headParts({ now, set }, state, pick) {
  const { layer, head, shares, heads, outputs } = state,
    z = slice(heads, layer),
    sum = slice(outputs, layer),
    [h, rows, d_k] = z.shape,
    columns = d_k * h;
  const strongest = (/** @type {Tensor} */ tensor) =>
    t("Colours reach full strength at ±{most}", { most: number(largest(tensor)) });
  /**
   * @type {(matrix: Tensor, most: number, label: string, say: (cell: object) => string) =>
   *   unknown}
   */
  const picture = (matrix, most, label, say) => {
    const painting = {
      of: [state.version, layer, state.colours],
      paint: (/** @type {HTMLCanvasElement} */ canvas) =>
        dots(canvas, matrix, (value) => state.colours.signed(value / most)),
    };
    const tell = (/** @type {PointerEvent & {currentTarget: Element}} */ event) => {
      const { row, column } = cellUnder(event.currentTarget, event, matrix.shape),
        value = number(matrix.values[row * matrix.shape[1] + column], 3),
        token = shown(state.queries[row]);
      set({ told: say({ token, number: column + 1, value }) });
    };
    return html`<canvas role="img" aria-label=${label} .painting=${painting} @pointermove=${tell}
      @pointerleave=${() => set({ told: null })}></canvas>`;
  };
  /** @type {(i: number) => unknown} */
  const block = (i) => {
    const label = tn(
      "z of head {head}: {count} row of {columns} numbers",
      "z of head {head}: {count} rows of {columns} numbers",
      rows,
      { head: i + 1, columns: d_k },
    );
    return html`<span class="block ${i === head ? "on" : ""}" @click=${() => pick({ head: i })}
      ><svg viewBox="0 0 10 14" class="arrow-down" aria-hidden="true"
      ><path d="M5 0V13m-4 -5l4 5l4 -5"></path></svg>${picture(
        slice(z, i),
        largest(z),
        label,
        (cell) =>
          t("{token}: z of head {head}, number {number} = {value}", { ...cell, head: i + 1 }),
      )}</span>`;
  };
  const output = tn(
    "Output: {count} row of {columns} numbers",
    "Output: {count} rows of {columns} numbers",
    rows,
    { columns },
  );
  return html`<details><summary>${t("How the heads' results become the output")}</summary>
    <h3>${t("How much each head of layer {layer} adds to its output", { layer: layer + 1 })}</h3>
    ${bars(shares[layer], head, pick)}
    <div class="columns blocks" title=${strongest(z)}><span class="name"><b>z</b
      ><span>${rows} × ${d_k}</span></span>${times(h, block)}</div>
    <p class="caption"><span
      >${now.told ?? t("side by side: {rows} × {columns}", { rows, columns })}</span
      ><span>${t("× W_O then mixes the heads")}</span></p>
    <div class="columns result" title=${strongest(sum)}><span class="name">${t("output")}</span
      >${picture(sum, largest(sum), output, (cell) =>
        t("{token}: output, number {number} = {value}", { ...cell }),
      )}</div></details>`;
}

/** @type {(shares: number[], chosen: number, pick: Acts["pick"]) => unknown} */
function bars(shares, chosen, pick) {
  const most = Math.max(0.25, ...shares.map(Math.abs));
  const spoken = shares.map((share, i) =>
    t("Head {head} {share}", { head: i + 1, share: percent(share) }),
  );
  const title = t(
    "How far each head's part reaches along the output, over all tokens; the shares sum to 100%",
  );
  return html`<div class="columns bars" role="img" aria-label=${spoken.join(", ")} title=${title}
    ><span></span>${shares.map(
      (share, i) => html`<span @click=${() => pick({ head: i })}
        class="bar ${i === chosen ? "on" : ""} ${share < 0 ? "against" : ""}"
        ><span class="share">${percent(share)}</span
        ><i style="height: ${(Math.abs(share) / most) * 42}px"></i></span>`,
    )}</div>`;
}
