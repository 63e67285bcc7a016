// Positional encoding: waves, heat map and clocks of one position, which sliders and pointer move.

import { announce, listen } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { arrangeClocks, buildClocks, showClocks } from "./position_clocks.js";
import { arrangeWaves, buildWaves, showWaves } from "./position_waves.js";

/** @import { Chosen, Data, Root, Slider } from "./types.d.ts" */

const TOLD_AFTER = 200; // milliseconds without a change: then the server hears of it
const TURN = 250; // milliseconds for each position while the clocks run

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".positions");
  if (root.data?.table.data !== data.table.data) readTable(root, data);
  Object.assign(root, { data, send: setTriggerValue });
  if (!root.parts) build(root);
  // What a person chose a moment ago is newer than what the server knows.
  if (!root.now || Date.now() - root.changed > 1500) {
    root.now = { word: data.word, pair: data.pair, d_model: data.d_model };
  }
  listen(root, (choice) => {
    if ("word" in choice && choice.word !== root.now.word) {
      root.changed = Date.now();
      root.now.word = choice.word;
      show(root);
    }
  });
  arrange(root);
}

/**
 * Each pair turns by the same angle from one position to the next: that at position 1.
 *
 * @type {(root: Root, data: Data) => void}
 */
function readTable(root, data) {
  root.table = unpack(data.table);
  const [, width] = root.table.shape,
    first = root.table.values.subarray(width, 2 * width);
  root.speeds = Array.from({ length: width / 2 }, (_, i) =>
    Math.atan2(first[2 * i], first[2 * i + 1]),
  );
}

/** @type {(root: Root) => void} */
function build(root) {
  root.choose = (change) => choose(root, change);
  const bar = element("div", { class: "sliders" }, root),
    more = element("details", { class: "more" });
  element("summary", {}, more, t("More"));
  const sliders = {
    word: slider(bar, t("Position"), (place) => choose(root, { word: place })),
    pair: slider(more, t("Clock"), (pair) => choose(root, { pair })),
    width: slider(more, "d_model", (at) => choose(root, { d_model: root.data.widths[at] }, 60)),
  };
  bar.append(more);
  const player = makePlayer(
    sliders.word.box,
    t("Turn the clocks"),
    () => root.table.shape[0],
    (step, moving) => choose(root, { word: step - 1 }, moving ? null : TOLD_AFTER),
    TURN,
  );
  const panels = element("div", { class: "panels" }, root);
  root.parts = {
    sliders,
    player,
    clocks: buildClocks(element("div", { class: "turning" }, panels)),
    waves: buildWaves(root, element("div", { class: "along" }, panels)),
  };
  root.observer = atNewWidth(root, () => arrange(root));
}

/** @type {(parent: Element, name: string, slide: (value: number) => void) => Slider} */
function slider(parent, name, slide) {
  const box = element("div", { class: "slider" }, parent);
  const label = element("label", {}, box);
  element("span", {}, label, name);
  const input = element("input", { type: "range", min: 0 }, label);
  const output = element("output", {}, label);
  input.oninput = () => slide(input.valueAsNumber);
  /** @type {Slider["set"]} */
  const set = (value, most, text) => {
    Object.assign(input, { max: most, value }); // the largest first: it limits the value
    input.setAttribute("aria-valuetext", text);
    output.textContent = text;
  };
  return { box, set };
}

/**
 * Choose here at once, and tell the server when the choice has come to rest.
 *
 * @type {(root: Root, change: Partial<Chosen>, delay?: number | null) => void}
 */
function choose(root, change, delay = TOLD_AFTER) {
  const { now } = root;
  if (change.d_model) change.pair = sameClock(root, change.d_model);
  Object.assign(now, change);
  root.changed = Date.now();
  show(root);
  if ("word" in change) announce({ word: now.word });
  clearTimeout(root.timer);
  const tell = () => root.send("pick", [now.word + 1, now.pair + 1, now.d_model]);
  if (delay !== null) root.timer = setTimeout(tell, delay);
}

/**
 * The pair of another width that turns as fast as the chosen one.
 *
 * @type {(root: Root, width: number) => number}
 */
function sameClock(root, width) {
  const pair = Math.round((root.now.pair * width) / root.now.d_model);
  return Math.min(width / 2 - 1, pair);
}

/**
 * Draw what depends on table, width of the page and theme; then what is chosen.
 *
 * @type {(root: Root) => void}
 */
function arrange(root) {
  root.colours = palette(root);
  arrangeWaves(root, root.parts.waves);
  arrangeClocks(root, root.parts.clocks);
  show(root);
}

/** @type {(root: Root) => void} */
function show(root) {
  const {
    now,
    data,
    parts: { sliders, player, waves, clocks },
  } = root;
  const [positions, width] = root.table.shape;
  const widths = data.widths,
    token = data.tokens[now.word];
  const pairs = now.d_model / 2,
    shown = { ...now, pair: Math.min(now.pair, width / 2 - 1) };
  sliders.word.set(now.word, positions - 1, String(now.word));
  sliders.pair.set(now.pair, pairs - 1, String(now.pair));
  sliders.width.set(widths.indexOf(now.d_model), widths.length - 1, String(now.d_model));
  player.set(now.word + 1);
  showWaves(root, waves, shown, token);
  showClocks(root, clocks, shown, token);
}
