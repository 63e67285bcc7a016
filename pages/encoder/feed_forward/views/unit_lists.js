// Two lists beside the hidden layer: the strongest units of a token, the tokens that excite a unit.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, slice } from "../../../../ui/views/library/numbers.js";

/** @import { Excited, View } from "./types.d.ts" */

const LISTED = 8;

/**
 * The units that are most active at the chosen position, strongest first.
 *
 * @type {(view: View) => number[]}
 */
function strongestUnits(view) {
  const { values } = slice(view.hidden, view.word);
  const order = [...values.keys()].sort((a, b) => values[b] - values[a]);
  return order.slice(0, LISTED).filter((unit, rank) => values[unit] > 0 || rank === 0);
}

/**
 * The unit that was chosen, or else the strongest one.
 *
 * @param {View} view
 * @returns {number}
 */
export const chosenUnit = (view) => (view.unit >= 0 ? view.unit : strongestUnits(view)[0]);

/**
 * List the strongest units; a click chooses one.
 *
 * @param {View} view
 */
export function drawStrongest(view) {
  const { values } = slice(view.hidden, view.word),
    units = strongestUnits(view);
  const focused = view.strongest.contains(document.activeElement);
  view.strongest.replaceChildren();
  const token = view.data.tokens[view.word].text;
  element("h4", {}, view.strongest, t("The strongest units at “{token}”", { token }));
  const about = { role: "group", "aria-label": t("Strongest units") };
  const group = element("div", about, view.strongest);
  units.forEach((unit) => {
    const line = element("button", { type: "button", class: "line" }, group);
    element("span", { class: "unit" }, line, t("unit {unit}", { unit: unit + 1 }));
    const rail = element("span", { class: "rail" }, line);
    element("span", { style: `width:${(100 * values[unit]) / (values[units[0]] || 1)}%` }, rail);
    element("span", { class: "value" }, line, number(values[unit], 3));
    line.setAttribute("aria-pressed", String(unit === chosenUnit(view)));
    line.onclick = () => view.choose(unit);
  });
  /** @type {HTMLElement | null} */
  const chosen = group.querySelector('[aria-pressed="true"]');
  if (focused) chosen?.focus({ preventScroll: true });
}

/**
 * List where in the sentences the chosen unit answers most.
 *
 * @param {View} view
 */
export function drawExcited(view) {
  const unit = chosenUnit(view),
    [count, units] = view.values.shape;
  /** @type {(name: Excited, rank: number) => number} */
  const at = (name, rank) => view[name].values[rank * units + unit];
  view.excited.replaceChildren();
  element(
    "h4",
    {},
    view.excited,
    t("Tokens that activate unit {unit} the most", { unit: unit + 1 }),
  );
  if (at("values", 0) <= 0) {
    element("p", { class: "none" }, view.excited, t("No token of these sentences activates it."));
    return;
  }
  for (let rank = 0; rank < Math.min(LISTED, count) && at("values", rank) > 0; rank++) {
    const line = element("div", { class: "context" }, view.excited);
    const sentence = at("sentences", rank);
    context(line, view.data.texts[sentence], at("positions", rank), view.data.spoken[sentence]);
    element("span", { class: "value" }, line, number(at("values", rank), 2));
  }
}

/**
 * A token in bold among its neighbours.
 *
 * @type {(line: Element, tokens: [piece: string, continues: boolean][], place: number,
 *   lang: string) => void}
 */
function context(line, tokens, place, lang) {
  const text = element("span", { class: "text", lang }, line);
  /** @type {(from: number, to: number) => string} */
  const joined = (from, to) =>
    tokens
      .slice(from, to)
      .map(([piece, continues], i) => (continues || from + i === 0 ? piece : ` ${piece}`))
      .join("");
  const from = Math.max(0, place - 5);
  text.append((from ? "… " : "") + joined(from, place) + (place && !tokens[place][1] ? " " : ""));
  element("b", {}, text, tokens[place][0]);
  text.append(joined(place + 1, tokens.length));
}
