// Patch it: the large map under its tokens, what the chosen cell's run says, and six small maps.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { paintCard, paintRuns } from "./patch_card.js";
import { cellAt, goTo, markMore, paintCells } from "./patch_cells.js";
import { goToMap, mapAt, paintMaps } from "./patch_maps.js";

/** @import { Chosen, Data, View } from "./types.d.ts" */

/**
 * At each change of data or theme.
 *
 * @param {ViewCall<Data, HTMLElement & {view?: View}>} call
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".patch_view");
  const view = (root.view ??= buildView(root)),
    focused = view.cells.contains(document.activeElement);
  view.exchange ??= makeExchange();
  const version = JSON.stringify(data.version),
    news = view.exchange.news(data.chosen.join("."));
  if (news || view.version !== version) view.chosen = data.chosen;
  Object.assign(view, { data, version, tell: setTriggerValue });
  view.colours?.release();
  view.colours = palette(parentElement);
  paintView(view);
  if (focused) view.buttons.get(view.chosen.slice(1).join("."))?.focus({ preventScroll: true });
}

/**
 * Build what stays: a place for each part.
 *
 * @type {(root: Element) => View}
 */
function buildView(root) {
  const view = /** @type {View} */ ({});
  view.choose = (chosen, delay = 0) => chooseCell(view, chosen, delay);
  const above = element("div", { class: "above" }, root);
  const left = element("div", { class: "left" }, above);
  view.scroll = element("div", { class: "scroll" }, left);
  view.scroll.onscroll = () => markMore(view.scroll);
  let width = 0;
  new ResizeObserver(() => {
    if (view.data && view.scroll.clientWidth !== width) paintCells(view);
    width = view.scroll.clientWidth;
  }).observe(view.scroll);
  view.cells = element("div", { class: "cells", role: "grid" }, view.scroll);
  walk(
    view.cells,
    (key) => cellAt(view, key),
    (chosen) => goTo(view, chosen, 250),
  );
  view.legend = buildLegend(left);
  const right = element("div", { class: "right" }, above);
  view.runs = element("div", { class: "runs" }, right);
  view.card = element("section", { class: "card", "aria-live": "polite" }, right);
  const heading = element("div", { class: "heading" }, root);
  element("h3", { id: "patch-where" }, heading, t("Where else to look"));
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

/** @type {(parent: Element) => {note: HTMLElement}} */
function buildLegend(parent) {
  const legend = element("div", { class: "legend" }, parent);
  const scale = element("div", { class: "scale" }, legend);
  element("span", {}, scale, t("effect of the location"));
  const bar = element("span", { class: "ramp" }, scale);
  for (const [name, text] of [
    ["low", "−1"],
    ["high", "1"],
    ["middle", t("0 no change")],
  ]) {
    element("span", { class: name }, bar, text);
  }
  element("span", {}, scale, t("1 changes the answer"));
  return { note: element("p", { class: "note" }, legend) };
}

/** @type {(view: View) => void} */
function paintView(view) {
  const { data } = view;
  paintCells(view);
  paintRuns(view);
  paintCard(view);
  paintMaps(view);
  view.legend.note.textContent = data.note;
  view.where.textContent = data.caption;
}

/**
 * Choose a cell here at once and tell Python soon after; keys held down are told once.
 *
 * @type {(view: View, chosen: Chosen, delay: number) => void}
 */
function chooseCell(view, chosen, delay) {
  view.chosen = chosen;
  paintView(view);
  view.exchange.told(chosen.join("."));
  clearTimeout(view.timer);
  view.timer = setTimeout(() => view.tell("choose", chosen), delay);
}
