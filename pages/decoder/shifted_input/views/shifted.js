// The shifted input: teacher forcing above, free running below, a column for each step.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { ACROSS, moved } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { buildCards, paintCards } from "./shifted_cards.js";
import { drawLinks } from "./shifted_links.js";
import { buildRows, markStep, paintRows } from "./shifted_rows.js";

/** @import { Data, View } from "./types.d.ts" */

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".shifted");
  const view = (root.view ??= build(root));
  Object.assign(view, { data, tell: setTriggerValue });
  root.classList.remove("waiting");
  root.classList.toggle("changed", Boolean(data.put));
  const columns = Math.max(data.target.length, data.own.said.length);
  if (view.columns !== columns) buildRows(view, columns);
  view.columns = columns;
  if (view.exchange.news(data.step)) view.step = data.step;
  view.step = Math.min(view.step, columns - 1);
  paintRows(view);
  view.player.set(view.step + 1);
  show(view, false);
}

/** @type {(root: HTMLElement) => View} */
function build(root) {
  const view = /** @type {View} */ ({ root, columns: 0, exchange: makeExchange() });
  view.choose = (step) => choose(view, step);
  view.scroll = element("div", { class: "scroll" }, root);
  view.sheet = element(
    "div",
    { class: "sheet", role: "radiogroup", "aria-label": t("What the decoder reads") },
    view.scroll,
  );
  view.links = svg("svg", { "aria-hidden": "true" });
  view.band = element("span", { class: "band" });
  view.headings = [
    heading(
      1,
      t("Teacher forcing"),
      t("reads the reference, one step late; a single pass computes all steps"),
    ),
    heading(
      9,
      t("On its own words"),
      t("reads the most likely token of the step before (greedy); one pass for each step"),
    ),
  ];
  legend(view.headings[0].box);
  view.player = makePlayer(
    view.headings[1].box,
    t("Steps of decoding"),
    () => view.columns,
    (step, moving) => choose(view, step - 1, moving),
  );
  view.sheet.onkeydown = (event) => walk(view, event);
  buildCards(view);
  new ResizeObserver(() => view.data && drawLinks(view)).observe(view.sheet);
  return view;
}

/** @type {(line: number, name: string, note: string) => View["headings"][number]} */
function heading(line, name, note) {
  const node = element("div", { class: "heading", style: `grid-row:${line}` });
  const box = element("div", {}, node); // as wide as the window, whatever the sheet's width
  const text = element("p", {}, box);
  element("b", {}, text, name);
  element("span", {}, text, note);
  return { node, box };
}

/** @type {(parent: Element) => void} */
function legend(parent) {
  const box = element("p", { class: "legend" }, parent);
  const moved = element("span", { class: "moved-key" }, box);
  element("i", { class: "key moved" }, moved, t("word"));
  moved.append(t("now predicts a different word"));
  const keys = {
    good: t("✓ the right word"),
    bad: t("✗ another word"),
    share: t("probability of the right word"),
  };
  for (const [kind, text] of Object.entries(keys)) {
    const entry = element("span", {}, box);
    element("i", { class: `key ${kind}` }, entry);
    entry.append(text);
  }
}

/**
 * Choose a step: shown at once, then told, unless the player is on its way.
 *
 * @type {(view: View, step: number, moving?: boolean) => void}
 */
function choose(view, step, moving = false) {
  view.step = step;
  view.player.set(step + 1);
  show(view, moving);
  if (moving) return;
  view.exchange.told(step);
  view.tell("move", step + 1);
}

/** @type {(view: View, moving: boolean) => void} */
function show(view, moving) {
  markStep(view, moving);
  drawLinks(view);
  paintCards(view);
}

/** @type {(view: View, event: KeyboardEvent) => void} */
function walk(view, event) {
  const count = view.data.reads.length,
    ways = { keys: ACROSS, around: true };
  const to = moved(Math.min(view.step, count - 1), event.key, count, ways);
  const { target } = event;
  if (to === undefined || !(target instanceof Element) || !target.matches("[role=radio]")) return;
  event.preventDefault();
  choose(view, to);
  view.cells.reads[view.step].focus({ preventScroll: true });
}
