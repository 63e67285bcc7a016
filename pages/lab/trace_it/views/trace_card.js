// Beside the picture: the chosen node in numbers. On a phone: the ways as a list.

import { element } from "../../../../ui/views/library/dom.js";
import { number, short } from "../../../../ui/views/library/numbers.js";
import { plus } from "./trace_graph.js";
import { chain, shownWays } from "./trace_ways.js";

/** @import { View } from "./types.d.ts" */

const MOST = 5; // ways of a node
const LISTED = 12; // ways to m

/**
 * Say all of the chosen node; what the server adds comes a moment later.
 *
 * @param {View} view
 */
export function paintCard(view) {
  const { data, card, chosen } = view;
  const node = view.by.get(chosen);
  if (!node) return;
  card.replaceChildren();
  const heading = element("h3", {}, card);
  const where = node.layer
    ? ` at “${node.token}”`
    : node.kind === "position"
      ? ` of “${node.token}”`
      : "";
  element("b", {}, heading, node.name);
  heading.append(`${where} carries `);
  element("b", { class: node.part < 0 ? "minus" : "plus" }, heading, plus(node.part));
  const into = data.ways.filter(({ end }) => end === chosen);
  const out = data.ways.filter(({ begin }) => begin === chosen);
  list(view, "It takes from", into, "begin");
  list(view, "It passes on to", out, "end");
  if (data.card.id !== chosen) return;
  const { weights, units, predicted, measured, says, p } = data.card;
  if (weights.length) {
    const line = element("p", { class: "line" }, card, "It looks at ");
    line.append(weights.map(([token, weight]) => `“${token}” ${short(weight)}`).join(", "));
    line.append(". ");
    const place = new URLSearchParams();
    const now = new URLSearchParams(location.search);
    for (const key of ["source", "from", "to", "edits"]) {
      const value = now.get(key);
      if (value) place.set(key, value);
    }
    place.set("attention", node.kind);
    place.set("layer", String(node.layer));
    place.set("head", String(node.head));
    place.set("word", String(node.position));
    element(
      "a",
      { href: `./scaled_dot_product?${place}`, target: "_self" },
      line,
      "See its scores",
    );
  }
  if (units.length) {
    element("h4", {}, card, "Its strongest hidden units, and words that activate them most");
    const rows = element("ul", { class: "flows" }, card);
    for (const [unit, part, words] of units) {
      const row = element("li", {}, rows);
      element("span", {}, row, `${unit}: ${words.join(", ") || "no word of ours"}`);
      element("span", { class: part < 0 ? "number minus" : "number plus" }, row, plus(part));
    }
  }
  const cut = element("p", { class: "cut" }, card);
  element("b", {}, cut, "Cut it: ");
  cut.append("predicted m ");
  element("b", {}, cut, number(predicted));
  cut.append(", measured ");
  element("b", {}, cut, number(measured));
  cut.append(`. The most likely token is then “${says}” (p = ${number(p)}).`);
}

/** @type {(view: View, name: string, ways: View["data"]["ways"], end: "begin" | "end") => void} */
function list(view, name, ways, end) {
  if (!ways.length) return;
  element("h4", {}, view.card, name);
  const rows = element("ul", { class: "flows" }, view.card);
  for (const way of ways.slice(0, MOST)) {
    const node = view.by.get(way[end]);
    const row = element("li", {}, rows);
    const text = node ? node.name + (node.layer ? ` at “${node.token}”` : "") : "m";
    const button = node
      ? element("button", { type: "button" }, row, text)
      : element("span", {}, row, text);
    button.onclick = () => node && view.choose(node.id);
    element("span", { class: way.flow < 0 ? "number minus" : "number plus" }, row, plus(way.flow));
  }
}

/**
 * The ways to m as a list, the strongest first.
 *
 * @param {View} view
 */
export function paintList(view) {
  const { data, list: node } = view;
  const ways = shownWays(data, view.share);
  node.replaceChildren();
  for (const last of ways.filter(({ end }) => end === "m").slice(0, LISTED)) {
    const row = element("li", {}, node);
    const ids = chain(ways, last);
    const steps = element("span", { class: "steps" }, row);
    ids.forEach((id, i) => {
      const one = view.by.get(id);
      if (!one) return;
      if (i) steps.append(" → ");
      const about = { type: "button", "aria-pressed": id === view.chosen };
      const button = element("button", about, steps, one.name);
      button.onclick = () => view.choose(id);
    });
    steps.append(` → ${data.said}`);
    const kind = last.flow < 0 ? "number minus" : "number plus";
    element("span", { class: kind }, row, plus(last.flow));
  }
}
