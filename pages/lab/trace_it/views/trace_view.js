// Trace it: the ways of a decision, a slider for how many, and the chosen node beside them.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { element } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { paintCard, paintList } from "./trace_card.js";
import { paintGraph } from "./trace_graph.js";
import { shareOf, shownWays } from "./trace_ways.js";

/** @import { Data, View } from "./types.d.ts" */

const PHONE = 640; // pixels under which the picture turns into a list

/**
 * At each change of data or theme.
 *
 * @param {ViewCall<Data, HTMLElement & {view?: View}>} call
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".trace_view");
  const view = (root.view ??= buildView(root));
  view.data = data;
  view.by = new Map(data.nodes.map((node) => [node.id, node]));
  const { share, chosen } = data;
  if (view.exchange.news([chosen, share].join()) || !view.by.has(view.chosen))
    Object.assign(view, { share, chosen });
  view.slider.value = String(view.share);
  view.spoken.textContent = data.spoken;
  view.slider.oninput = () => {
    view.share = Number(view.slider.value);
    paintWays(view);
  };
  const told = () => view.exchange.told([view.chosen, view.share].join());
  view.slider.onchange = () => {
    told();
    setTriggerValue("share", view.share);
  };
  view.choose = (id) => {
    view.chosen = id;
    paintWays(view);
    paintCard(view);
    told();
    setTriggerValue("choose", id);
  };
  paintWays(view);
  paintCard(view);
}

/** @type {(root: HTMLElement) => View} */
function buildView(root) {
  const view = /** @type {View} */ ({ root, exchange: makeExchange() });
  const above = element("div", { class: "above" }, root);
  const label = element("label", { class: "slider" }, above, `${t("show")} `);
  const range = { type: "range", min: 50, max: 100, step: 1 };
  view.slider = element("input", range, label);
  view.output = element("output", {}, above);
  const both = element("div", { class: "both" }, root);
  const left = element("div", { class: "left" }, both);
  view.picture = element("div", { class: "picture" }, left);
  view.list = element("ol", { class: "list" }, left);
  const legend = element("p", { class: "legend" }, left);
  element("i", { class: "swatch plus" }, legend);
  element("span", {}, legend, t("for the token"));
  element("i", { class: "swatch minus" }, legend);
  element("span", {}, legend, t("against it"));
  element(
    "span",
    {},
    legend,
    t("a wider ribbon means a larger flow; the small dots above tokens are their " + "positions"),
  );
  view.card = element("section", { class: "card", "aria-live": "polite" }, both);
  view.spoken = element("p", { class: "spoken-ways" }, root);
  new ResizeObserver(() => view.data && view.root.isConnected && paintWays(view)).observe(left);
  return view;
}

/**
 * Draw the ways, as a picture or as a list.
 *
 * @type {(view: View) => void}
 */
function paintWays(view) {
  const width = Math.floor(view.picture.parentElement?.clientWidth ?? 0);
  const phone = view.root.clientWidth < PHONE;
  view.root.classList.toggle("phone", phone);
  const shown = shownWays(view.data, view.share);
  view.output.textContent = tn(
    "{share}% of the flow into m, {count} path",
    "{share}% of the flow into m, {count} paths",
    shown.length,
    { share: shareOf(shown, view.data.into) },
  );
  if (phone) {
    view.picture.replaceChildren();
    paintList(view);
  } else if (width) {
    view.list.replaceChildren();
    paintGraph(view, width);
  }
}
