// Patch it: the large map under its tokens, what the chosen cell's run says, and six small maps.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element } from "../../../../ui/views/library/dom.js";
import { walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { paintCard, paintRuns } from "./patch_card.js";
import { cellAt, focusChosen, markMore, paintCells } from "./patch_cells.js";
import { goToMap, mapAt, paintMaps } from "./patch_maps.js";

/** @import { Data, View } from "./types.d.ts" */

/**
 * At each change of data or theme.
 *
 * @param {ViewCall<Data, HTMLElement & {view?: View}>} call
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".patch_view");
  const view = (root.view ??= buildView(root)),
    focused = view.cells.contains(document.activeElement);
  const version = JSON.stringify([data.after, data.host, data.ids, data.maps[0].tokens]),
    news = view.exchange.news(data.chosen.join("."));
  if (news || view.version !== version) view.chosen = data.chosen;
  Object.assign(view, { data, version, tell: setTriggerValue });
  paintView(view);
  if (focused) focusChosen(view);
}

/**
 * Build what stays: a place for each part.
 *
 * @type {(root: Element) => View}
 */
function buildView(root) {
  const view = /** @type {View} */ ({ exchange: makeExchange() });
  // A cell is chosen here at once, and told soon after; keys held down are told once.
  view.choose = (chosen, delay) => {
    view.chosen = chosen;
    paintView(view);
    view.exchange.told(chosen.join("."));
    clearTimeout(view.timer);
    view.timer = setTimeout(() => view.tell("choose", chosen), delay);
  };
  const above = element("div", { class: "above" }, root);
  const left = element("div", { class: "left" }, above);
  view.scroll = element("div", { class: "scroll" }, left);
  view.scroll.onscroll = () => markMore(view.scroll);
  atNewWidth(view.scroll, () => paintCells(view));
  view.cells = element("div", { class: "cells", role: "grid" }, view.scroll);
  walk(
    view.cells,
    (key) => cellAt(view, key),
    (chosen) => {
      view.choose(chosen, 250);
      focusChosen(view);
    },
  );
  view.note = buildLegend(left);
  const right = element("div", { class: "right" }, above);
  view.runs = element("div", { class: "runs" }, right);
  view.card = element("section", { class: "card", "aria-live": "polite" }, right);
  const heading = element("div", { class: "heading" }, root);
  element("h3", { id: "patch-where" }, heading, t("Other places to search"));
  view.where = element("span", { class: "caption" }, heading);
  const group = { class: "small", role: "radiogroup", "aria-labelledby": "patch-where" };
  view.small = element("div", group, root);
  walk(
    view.small,
    (key) => mapAt(view, key),
    (place) => goToMap(view, place),
  );
  return view;
}

/** @type {(parent: Element) => HTMLElement} */
function buildLegend(parent) {
  const legend = element("div", { class: "legend" }, parent);
  const scale = element("div", { class: "scale" }, legend);
  element("span", {}, scale, t("effect of the location"));
  const ramp = element("span", { class: "ramp" }, scale);
  element("span", { class: "low" }, ramp, "−1");
  element("span", { class: "high" }, ramp, "1");
  element("span", { class: "middle" }, ramp, t("0 no change"));
  element("span", {}, scale, t("1 as much change as with the other sentence"));
  return element("p", { class: "note" }, legend);
}

/** @type {(view: View) => void} */
function paintView(view) {
  view.colours = palette(view.scroll);
  paintCells(view);
  paintRuns(view);
  paintCard(view);
  paintMaps(view);
  view.note.textContent = view.data.note;
  view.where.textContent = view.data.caption;
}
