// Beside the picture: the chosen node in numbers. On a phone: the ways as a list.

import { gaps } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { brief, number } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { nodeAt, plus, sign } from "./trace_graph.js";
import { chain } from "./trace_ways.js";

/** @import { TraceCard, TraceNode, TraceWay } from "./data.d.ts" */
/** @import { Trace } from "./trace_view.js" */

const MOST = 5; // ways of a node
const LISTED = 12; // ways to m

/** @type {(value: number) => unknown} */
const flow = (value) => html`<span class="number ${sign(value)}">${plus(value)}</span>`;

/**
 * All of the chosen node; what the server adds comes a moment later.
 *
 * @param {Trace} view
 */
export function card(view) {
  const { data, now } = view;
  const node = data.nodes.find(({ id }) => id === now.chosen);
  if (!node) return "";
  const heading = gaps(headingOf(node), {
    node: html`<b>${node.full}</b>`,
    token: node.token,
    part: html`<b class=${sign(node.part)}>${plus(node.part)}</b>`,
  });
  return html`<h3>${heading}</h3>
    ${data.card.id === node.id ? details(node, data.card) : ""}
    <details><summary>${t("Where this comes from, and where it goes")}</summary>${ends(
      view,
      t("Inflow from"),
      "end",
      "begin",
    )}${ends(view, t("Outflow to"), "begin", "end")}${
      data.card.id === node.id
        ? html`<p class="line">${t("If nothing else reacted, a cut would leave {predicted}.", {
            predicted: number(data.card.predicted),
          })}</p>`
        : ""
    }</details>`;
}

/** @type {(node: TraceNode, card: TraceCard) => unknown} */
function details(node, { weights, units, measured, says, p }) {
  const tokens = weights.map(([token, weight]) =>
    t("“{token}” {weight}", { token, weight: brief(weight) }),
  );
  const sentences = [
    t("the lead becomes {measured}."),
    t("The most likely token is then “{token}” (p = {p})."),
  ];
  const cut = gaps(sentences.join(" "), {
    measured: html`<b>${number(measured)}</b>`,
    token: says,
    p: number(p),
  });
  return html`${
    weights.length
      ? html`<p class="line">${t("It attends to {tokens}.", { tokens: tokens.join(", ") })} <a
          href=${scoresOf(node)} target="_self">${t("See its scores")}</a></p>`
      : ""
  }${
    units.length
      ? html`<h4>${t("Its strongest hidden units, with the words that activate them")}</h4>
        <ul class="flows">${units.map(
          ([unit, part, words]) =>
            html`<li><span>${unit}: ${words.join(", ") || t("none of our words")}</span
              >${flow(part)}</li>`,
        )}</ul>`
      : ""
  }<p class="cut"><b>${t("Cut it:")} </b>${cut}</p>`;
}

/**
 * A link to the scores of an attention head, of the same sentence and model.
 *
 * @param {TraceNode} node
 */
function scoresOf({ kind, layer, head, position }) {
  const now = new URLSearchParams(location.search);
  const kept = [...now].filter(
    ([key, value]) => value && ["source", "from", "to", "edits"].includes(key),
  );
  const place = { attention: kind, layer, head, word: position };
  return `./scaled_dot_product?${new URLSearchParams([
    ...kept,
    ...Object.entries(place).map(([key, value]) => [key, String(value)]),
  ])}`;
}

/** @type {(node: TraceNode) => string} */
function headingOf({ layer, kind }) {
  if (layer) return t("{node} at “{token}” carries {part}");
  return kind === "position" ? t("{node} of “{token}” carries {part}") : t("{node} carries {part}");
}

/**
 * The strongest ways of which the chosen node is one end, with what is at the other.
 *
 * @type {(view: Trace, name: string, own: "begin" | "end", other: "begin" | "end") => unknown}
 */
function ends({ data, now, choose }, name, own, other) {
  const ways = data.ways.filter((way) => way[own] === now.chosen);
  if (!ways.length) return "";
  return html`<h4>${name}</h4><ul class="flows">${ways.slice(0, MOST).map((way) => {
    const node = data.nodes.find(({ id }) => id === way[other]);
    return html`<li>${
      node
        ? html`<button type="button" @click=${() => choose({ chosen: node.id }, "choose", node.id)}
          >${nodeAt(node)}</button>`
        : html`<span>${t("the lead")}</span>`
    }${flow(way.flow)}</li>`;
  })}</ul>`;
}

/**
 * The ways to m as a list, the strongest first.
 *
 * @param {Trace} view
 * @param {TraceWay[]} ways
 */
export function list({ data, now, choose }, ways) {
  const by = new Map(data.nodes.map((node) => [node.id, node]));
  /** @type {(node: TraceNode) => unknown} */
  const step = (node) =>
    html`<button type="button" aria-pressed=${node.id === now.chosen}
      @click=${() => choose({ chosen: node.id }, "choose", node.id)}>${nodeAt(node)}</button> → `;
  return ways
    .filter(({ end }) => end === "m")
    .slice(0, LISTED)
    .map((last) => {
      const nodes = chain(ways, last)
        .map((id) => by.get(id))
        .filter((node) => node !== undefined);
      return html`<li><span class="steps">${nodes.map(step)}${data.said}</span
      >${flow(last.flow)}</li>`;
    });
}
