// Beside the picture: the chosen node in numbers. On a phone: the ways as a list.

import { element, writeInto } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { nodeAt, plus } from "./trace_graph.js";
import { chain, shownWays } from "./trace_ways.js";

/** @import { GraphNode, View } from "./types.d.ts" */

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
  writeInto(element("h3", {}, card), headingOf(node), {
    node: element("b", {}, null, node.full),
    token: node.token,
    part: element("b", { class: node.part < 0 ? "minus" : "plus" }, null, plus(node.part)),
  });
  const into = data.ways.filter(({ end }) => end === chosen);
  const out = data.ways.filter(({ begin }) => begin === chosen);
  list(view, t("Inflow from"), into, "begin");
  list(view, t("Outflow to"), out, "end");
  if (data.card.id !== chosen) return;
  const { weights, units, predicted, measured, says, p } = data.card;
  if (weights.length) {
    const tokens = weights.map(([token, weight]) =>
      t("“{token}” {weight}", { token, weight: brief(weight) }),
    );
    const said = t("It attends to {tokens}.", { tokens: tokens.join(", ") });
    const line = element("p", { class: "line" }, card, `${said} `);
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
    const link = { href: `./scaled_dot_product?${place}`, target: "_self" };
    element("a", link, line, t("See its scores"));
  }
  if (units.length) {
    element("h4", {}, card, t("Its strongest hidden units, with the words that activate them"));
    const rows = element("ul", { class: "flows" }, card);
    for (const [unit, part, words] of units) {
      const row = element("li", {}, rows);
      element("span", {}, row, `${unit}: ${words.join(", ") || t("none of our words")}`);
      element("span", { class: part < 0 ? "number minus" : "number plus" }, row, plus(part));
    }
  }
  const cut = element("p", { class: "cut" }, card);
  element("b", {}, cut, `${t("Cut it:")} `);
  const sentences = [
    t("predicted m {predicted}, measured {measured}."),
    t("The most likely token is then “{token}” (p = {p})."),
  ];
  writeInto(cut, sentences.join(" "), {
    predicted: element("b", {}, null, number(predicted)),
    measured: element("b", {}, null, number(measured)),
    token: says,
    p: number(p),
  });
}

/** @type {(node: GraphNode) => string} */
function headingOf({ layer, kind }) {
  if (layer) return t("{node} at “{token}” carries {part}");
  return kind === "position" ? t("{node} of “{token}” carries {part}") : t("{node} carries {part}");
}

/** @type {(view: View, name: string, ways: View["data"]["ways"], end: "begin" | "end") => void} */
function list(view, name, ways, end) {
  if (!ways.length) return;
  element("h4", {}, view.card, name);
  const rows = element("ul", { class: "flows" }, view.card);
  for (const way of ways.slice(0, MOST)) {
    const node = view.by.get(way[end]);
    const row = element("li", {}, rows);
    const text = node ? nodeAt(node) : "m";
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
      const button = element("button", about, steps, nodeAt(one));
      button.onclick = () => view.choose(id);
    });
    steps.append(` → ${data.said}`);
    const kind = last.flow < 0 ? "number minus" : "number plus";
    element("span", { class: kind }, row, plus(last.flow));
  }
}
