// All layers and heads with one number each: a menu, and a measure.

import { css, ink } from "../../../../ui/views/library/colours.js";
import { times } from "../../../../ui/views/library/dom.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { html, nothing } from "../../../../ui/views/vendor/lit-html.js";
import { placeName } from "./memory_state.js";

/** @import { Acts, State } from "./memory_state.js" */

/**
 * The table of heads, with the tabs that choose its measure.
 *
 * @param {State} state
 * @param {Acts["pick"]} pick
 */
export function memoryTable(state, pick) {
  const { measures, layer, head } = state,
    { values, best, note } = measures[state.measure],
    shape = [values.length, values[0].length],
    [layers, heads] = shape;
  const walk = onKey(
    (key) => movedOver([layer, head], key, shape, { around: true }),
    ([to, beside]) => pick({ layer: to, head: beside }),
  );
  const side = (/** @type {number} */ a) =>
    a < layers - 1 ? t("layer {layer}", { layer: a + 1 }) : t("all layers");
  return html`<details class="table"><summary>${t("All layers and heads")}</summary>
    <div class="tabs" role="radiogroup" aria-label=${t("Measure of each head")}
      >${measures.map(
        ({ name }, measure) => html`<button type="button" role="radio"
          aria-checked=${measure === state.measure} @click=${() => pick({ measure })}
          >${name}</button>`,
      )}</div>
    <div class="grid" role="radiogroup" aria-label=${t("Layer and head")} @keydown=${walk}
      style="--heads: ${heads}"><span class="name">${t("head")}</span>${times(
        heads,
        (b) => html`<span class="top ${b === head ? "on" : ""}"
          >${b < heads - 1 ? b + 1 : t("all")}</span>`,
      )}${times(
        layers,
        (a) =>
          html`<span class="name ${a === layer ? "on" : ""}">${side(a)}</span>${times(heads, (b) =>
            cell(state, a, b, pick),
          )}`,
      )}</div>
    <div class="foot"><span>${note}</span>${
      best
        ? html`<button type="button" class="best"
            @click=${() => pick({ layer: best[0], head: best[1] })}>${t("{name}: {value}", {
              name: `★ ${placeName({ layer: best[0], head: best[1] }, shape)}`,
              value: number(values[best[0]][best[1]] ?? 0),
            })}</button>`
        : nothing
    }</div></details>`;
}

/** @type {(state: State, a: number, b: number, pick: Acts["pick"]) => unknown} */
function cell({ measures, measure, layer, head, silenced, attention }, a, b, pick) {
  const { name, values, shades, best } = measures[measure],
    value = values[a][b],
    colour = attention(shades[a][b] ?? 0),
    on = a === layer && b === head,
    star = best?.join() === [a, b].join();
  const silent = silenced.some(([x, y]) => x === a && y === b);
  const place = placeName({ layer: a, head: b }, [values.length, values[0].length]);
  const spoken =
    value === null
      ? t("{place}: {measure} not measured", { place, measure: name })
      : t("{name}: {value}", { name: place, value: `${name} ${number(value)}` });
  return html`<button type="button" role="radio" aria-checked=${on} tabindex=${on ? 0 : -1}
    class="${star ? "star" : ""} ${silent ? "silent" : ""}" aria-label=${spoken}
    style="background: ${css(colour)}; color: ${ink(colour)}"
    @click=${() => pick({ layer: a, head: b })}>${value === null ? "–" : brief(value)}${
      star ? "★" : ""
    }</button>`;
}
