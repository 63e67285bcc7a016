// Two lists beside the hidden layer: the strongest units of a token, the tokens that excite a unit.

import { t } from "../../../../ui/views/library/messages.js";
import { number, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { FeedForward } from "./feed_forward.js" */

const LISTED = 8;

/**
 * The hidden units at the chosen position, and those that are most active, strongest first.
 *
 * @type {(view: FeedForward) => {values: Float32Array, units: number[]}}
 */
function ranked({ data, now }) {
  const { values } = slice(unpack(data.hidden), now.word);
  const order = [...values.keys()].sort((a, b) => values[b] - values[a]).slice(0, LISTED);
  return { values, units: order.filter((unit, rank) => values[unit] > 0 || rank === 0) };
}

/**
 * The unit that was chosen, or else the strongest one.
 *
 * @param {FeedForward} view
 * @returns {number}
 */
export const chosenUnit = (view) => (view.now.unit >= 0 ? view.now.unit : ranked(view).units[0]);

/**
 * The strongest units; a click chooses one.
 *
 * @param {FeedForward} view
 */
export function strongest(view) {
  const { values, units } = ranked(view),
    token = view.data.tokens[view.now.word].text;
  return html`<h4>${t("The strongest units at “{token}”", { token })}</h4>
    <div role="group" aria-label=${t("Strongest units")}>${units.map(
      (unit) => html`<button type="button" class="line" aria-pressed=${unit === chosenUnit(view)}
        @click=${() => view.choose({ unit }, "unit", unit + 1)}
        ><span class="unit">${t("unit {unit}", { unit: unit + 1 })}</span><span class="rail"
        ><span style="width:${(100 * values[unit]) / (values[units[0]] || 1)}%"></span></span
        ><span class="value">${number(values[unit], 3)}</span></button>`,
    )}</div>`;
}

/**
 * Where in the sentences the chosen unit answers most.
 *
 * @param {FeedForward} view
 */
export function excited(view) {
  const { data } = view,
    unit = chosenUnit(view),
    [count, units] = data.values.shape;
  /** @type {(name: "values" | "sentences" | "positions") => number[]} */
  const ranks = (name) =>
    Array.from({ length: count }, (_, rank) => unpack(data[name]).values[rank * units + unit]);
  const [sentences, positions] = [ranks("sentences"), ranks("positions")];
  const active = ranks("values").filter((value) => value > 0);
  return html`<h4>${t("Tokens that activate unit {unit} the most", { unit: unit + 1 })}</h4>
    ${active.slice(0, LISTED).map((value, rank) => {
      const sentence = sentences[rank];
      return html`<div class="context"><span class="text" lang=${data.spoken[sentence]}
        translate="no">${context(data.texts[sentence], positions[rank])}</span
        ><span class="value">${number(value, 2)}</span></div>`;
    })}
    ${
      active.length
        ? ""
        : html`<p class="none">${t("No token of these sentences activates it.")}</p>`
    }`;
}

/**
 * A token in bold among its neighbours.
 *
 * @type {(tokens: [piece: string, continues: boolean][], place: number) => unknown}
 */
function context(tokens, place) {
  /** @type {(from: number, to: number) => string} */
  const joined = (from, to) =>
    tokens
      .slice(from, to)
      .map(([piece, continues], i) => (continues || from + i === 0 ? piece : ` ${piece}`))
      .join("");
  const from = Math.max(0, place - 5),
    space = place && !tokens[place][1] ? " " : "";
  return html`${from ? "… " : ""}${joined(from, place)}${space}<b>${tokens[place][0]}</b
    >${joined(place + 1, tokens.length)}`;
}
