// Who reads what from the memory: what is chosen is painted here at once, and then told.

import { announce, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element, writeInto } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { columnOf, rowOf, strongestOf } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { memoryCards } from "./memory_cards.js";
import { memoryStage } from "./memory_lines.js";
import { memoryMap } from "./memory_map.js";
import { mapOf } from "./memory_state.js";
import { memoryTable } from "./memory_table.js";

/** @import { Chosen, Data, State, View } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/** @type {(keyof Chosen)[]} */
const CHOICES = ["layer", "head", "step", "measure"];
/** @type {(all: Chosen) => string} */
const chosenIn = (all) => CHOICES.map((name) => all[name]).join();

/**
 * Take over what the server sent; where a quick hand is ahead of it, all but what is chosen.
 *
 * @type {(view: View, data: Data) => void}
 */
function readMemory(view, data) {
  const { state } = view,
    fresh = view.version !== data.version;
  const news = view.exchange.news(chosenIn(data));
  if (fresh)
    Object.assign(state, { hover: null, mapped: Math.min(state.mapped, data.readers.length - 1) });
  const kept = fresh || news ? [] : CHOICES.map((name) => [name, state[name]]);
  const own = Object.fromEntries(kept);
  Object.assign(state, data, own);
  view.version = data.version;
  view.fresh ||= fresh;
}

/**
 * The row that each reader is at: of the second one, the row that reads the same word most.
 *
 * @type {(state: State) => number[]}
 */
function currentRows(state) {
  const [first, second] = state.readers,
    row = first.row_of[state.step];
  if (!second) return [row];
  const word = strongestOf(rowOf(mapOf(state, 0), row));
  return [row, strongestOf(columnOf(mapOf(state, 1), word))];
}

/** @type {(root: Element) => View} */
function buildMemory(root) {
  root.replaceChildren();
  const view = /** @type {View} */ ({ state: { mapped: 0 }, exchange: makeExchange() });
  /** @type {View["choose"]} */
  const show = (change) => {
    Object.assign(view.state, change);
    view.exchange.told(chosenIn(view.state));
    paintMemory(view);
  };
  /** @type {View["choose"]} */
  const choose = (change) => {
    show(change);
    if ("step" in change) announce({ step: change.step });
    if ("layer" in change) announce({ place: [view.state.layer, view.state.head] });
    tell(view);
  };
  /** @type {View["hover"]} */
  const hover = (place) => {
    view.state.hover = place;
    paintLit(view);
  };
  Object.assign(view, { choose, hover, show });
  const left = element("div", { class: "left" }, root),
    right = element("div", { class: "right" }, root);
  const top = element("div", { class: "now" }, left);
  view.player = makePlayer(
    top,
    t("Steps of the translation"),
    () => view.state.readers?.[0].row_of.length ?? 1,
    (step, moving) => {
      if (moving) {
        show({ step: step - 1 });
        announce({ step: step - 1 });
      } else choose({ step: step - 1 });
    },
  );
  view.writing = element("p", { class: "writing" }, top);
  view.stage = memoryStage(left, view);
  view.cards = memoryCards(left);
  view.map = memoryMap(right, view);
  view.table = memoryTable(right, view);
  return view;
}

/**
 * Tell the server what is chosen; a mean of layers does not touch the layer other pages show.
 *
 * @type {(view: View) => void}
 */
function tell({ state, send }) {
  const { values } = state.measures[0],
    layers = values.length - 1,
    heads = values[0].length - 1;
  /** @type {{layer?: number, head?: number}} */
  const own = state.layer < layers ? { layer: state.layer + 1 } : {};
  if (state.head < heads) own.head = state.head + 1;
  send("choose", {
    ...own,
    step: state.step + 1,
    head_measure: state.measure + 1,
    all_layers: Number(state.layer === layers),
    all_heads: Number(state.head === heads),
  });
}

/** @type {(view: View) => void} */
function paintMemory(view) {
  const { state } = view;
  state.rows = currentRows(state);
  view.player.set(state.step + 1);
  paintWriting(view.writing, state);
  view.stage.paint(state);
  view.map.paint(state);
  view.table.paint(state);
  paintLit(view);
}

/**
 * Paint what changes while the pointer moves.
 *
 * @type {(view: View) => void}
 */
function paintLit({ state, stage, map, cards }) {
  stage.light(state);
  map.light(state);
  cards(state);
}

/**
 * "It was given “est” and writes “fatigué”": the one that names the row in bold.
 *
 * @type {(node: Element, state: State) => void}
 */
function paintWriting(node, { readers: [reader], step, shift }) {
  /** @type {(token: Token, tag: "b" | "span") => HTMLElement} */
  const name = ({ text, lang }, tag) => element(tag, { lang }, null, t("“{text}”", { text }));
  /** @type {Record<string, HTMLElement>} */
  const names = {
    read: name(reader.reads[step], shift === "reads" ? "b" : "span"),
    written: name(reader.writes[step], shift === "writes" ? "b" : "span"),
  };
  node.replaceChildren();
  writeInto(node, t("has just read {read} · is writing {written}"), names);
}

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  // at each change of data or theme
  const root = parentElement.querySelector(".memory_view");
  const view = (root.view ??= buildMemory(root));
  view.send = setTriggerValue;
  const draw = () => {
    const page = window.glassTensors;
    if (!page?.whole || page.version !== view.wanted.version) return; // they are on their way
    view.state.tensors = page.tensors;
    readMemory(view, view.wanted);
    const colours = palette(root);
    view.state.attention = colours.attention;
    if (view.fresh) {
      [view.stage, view.map, view.table].forEach((part) => part.fill(view.state));
      view.fresh = false;
    }
    paintMemory(view);
  };
  view.wanted = data;
  listen(root, ({ tensors, step }) => {
    if (tensors) draw();
    else if (step !== undefined && step !== view.state.step) view.show({ step });
  });
  draw();
}
