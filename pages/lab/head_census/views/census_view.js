// Head census: every head by its role, and a slider that silences the least needed ones first.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { paintCurves } from "./census_curves.js";
import { buildGrids, paintGrids, paintLegend } from "./census_grids.js";

/** @import { Data, View } from "./types.d.ts" */

/**
 * At each change of data or theme.
 *
 * @param {ViewCall<Data, HTMLElement & {view?: View}>} call
 */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".census_view");
  const view = (root.view ??= buildView(root)),
    version = JSON.stringify(data.version),
    fresh = view.version !== version;
  Object.assign(view, { data, version, tell: setTriggerValue });
  // A quick hand is ahead of the server: an answer to an older choice changes nothing.
  const silenced = data.silenced.join();
  if (view.pruning.news(silenced) || fresh) view.silenced = new Set(data.silenced);
  if (view.looking.news(data.chosen) || fresh) view.chosen = data.chosen;
  paint(view);
}

/** @type {(root: Element) => View} */
function buildView(root) {
  const exchanges = { pruning: makeExchange(), looking: makeExchange() };
  const view = /** @type {View} */ ({ ...exchanges, silenced: new Set() });
  const above = element("div", { class: "above" }, root);
  const left = element("div", { class: "curve" }, above);
  view.title = element("div", { class: "title" }, left);
  view.plot = element("div", { class: "plot" }, left);
  view.slider = element("input", { type: "range", min: 0, step: 1 }, left);
  view.slider.oninput = () => prune(view, Number(view.slider.value));
  view.ends = element("div", { class: "ends" }, left);
  const right = element("div", { class: "right" }, above);
  view.says = element("dl", { "aria-live": "polite" }, right);
  view.notes = element("div", { class: "notes" }, right);
  view.grids = element("div", { class: "grids" }, root);
  view.legend = element("div", { class: "legend" }, root);
  view.choose = (place) => {
    view.chosen = place;
    view.looking.told(place);
    paint(view);
    view.tell("choose", place);
  };
  return view;
}

/**
 * Silence the first of the order here at once; tell the server when the hand rests.
 *
 * @type {(view: View, count: number) => void}
 */
function prune(view, count) {
  const first = view.data.order.slice(0, count);
  view.silenced = new Set(first);
  paint(view);
  clearTimeout(view.timer);
  view.timer = setTimeout(() => {
    view.pruning.told([...first].sort((a, b) => a - b).join());
    view.tell("prune", count);
  }, 250);
}

/** @type {(view: View) => void} */
function paint(view) {
  const { data } = view,
    count = view.silenced.size;
  if (view.grids.children.length !== data.kinds.length) buildGrids(view);
  paintLegend(view);
  paintGrids(view);
  view.slider.max = String(data.order.length);
  view.slider.value = String(count);
  view.slider.setAttribute("aria-label", t("How many heads are off, the least needed first"));
  const total = data.order.length;
  view.slider.setAttribute("aria-valuetext", t("{count} of {total} heads off", { count, total }));
  view.title.replaceChildren(element("b", {}, null, t("How many can go?")));
  element("span", {}, view.title, t("{count} off", { count }));
  view.ends.replaceChildren();
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    element("span", {}, view.ends, Math.round(part * data.order.length));
  }
  paintCurves(view);
  paintSays(view);
}

/**
 * The translations, changed words marked; while the server works, the one of now is dimmed.
 *
 * @type {(view: View) => void}
 */
function paintSays({ says, notes, data, silenced }) {
  says.replaceChildren();
  says.classList.toggle(
    "waiting",
    [...silenced].sort((a, b) => a - b).join() !== data.silenced.join(),
  );
  for (const { label, words } of data.says) {
    element("dt", {}, says, label);
    const text = element("dd", {}, says);
    for (const [word, changed] of words) {
      element(changed ? "mark" : "span", {}, text, word);
      text.append(" ");
    }
  }
  notes.replaceChildren();
  for (const note of data.notes) element("p", {}, notes, note);
}
