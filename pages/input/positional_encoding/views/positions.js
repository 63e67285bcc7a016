// Positional encoding: waves, heat map and clocks of one position, which sliders and pointer move.

import { announce } from "../../../../ui/views/library/choices.js";
import { defineView } from "../../../../ui/views/library/define.js";
import { times } from "../../../../ui/views/library/dom.js";
import { slider } from "../../../../ui/views/library/knobs.js";
import { t } from "../../../../ui/views/library/messages.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { clocks } from "./position_clocks.js";
import { waves } from "./position_waves.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { Knob } from "../../../../ui/views/library/knobs.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { PositionsData, PositionsEvents } from "./data.d.ts" */

/** A position, a pair of numbers (from 0) and the width of the encoding. */
/** @typedef {{word: number, pair: number, d_model: number}} Chosen */
/** A cell of a table that is pointed at. */
/** @typedef {{pointed?: {table: Tensor, row: number, column: number} | null}} Pointed */
/** @typedef {View<PositionsData, Chosen & Pointed, PositionsEvents>} Positions */
/** @typedef {(change: Partial<Chosen> & Pointed, moving?: boolean) => void} Pick */
/**
 * Speeds are the angles by which the pairs turn from one position to the next. The pair is one
 * that the table has, also while that of another width is awaited.
 *
 * @typedef {Positions & {table: Tensor, speeds: number[], word: number, pair: number, pick: Pick}}
 *   Drawn
 */

const TOLD_AFTER = 200; // milliseconds without a change: then the server hears of it
const TURN = 250; // milliseconds for each position while the clocks run

export default defineView(
  "positions",
  { word: ({ ids }) => ids, pair: () => null, d_model: () => null },
  render,
  ({ word }) => ({ word }),
);

/** @param {Positions} view */
function render(view) {
  const { data, now, root, set, choose, once } = view,
    { widths } = data,
    table = unpack(data.table),
    [positions, width] = table.shape;
  if (!root.firstChild) queueMicrotask(() => set({})); // again, once the waves have a width
  /** @type {Pick} */
  const pick = (change, moving = false) => {
    const { word, pair, d_model } = { ...now, ...change };
    if (moving) set(change);
    else choose(change, "pick", [word + 1, pair + 1, d_model], TOLD_AFTER);
    if ("word" in change) announce({ word });
  };
  /** Another width keeps the pair that turns about as fast. @type {(d_model: number) => void} */
  const widen = (d_model) => {
    const same = Math.round((now.pair * d_model) / now.d_model);
    pick({ d_model, pair: Math.min(d_model / 2 - 1, same) });
  };
  const player = once("player", () =>
    makePlayer(
      null,
      t("Turn the clocks"),
      () => view.data.table.shape[0],
      (step, moving) => pick({ word: step - 1 }, moving),
      TURN,
    ),
  );
  player.set(now.word + 1);
  /** @type {(label: string, count: number, show?: (at: number) => string) => Knob} */
  const knob = (label, count, show = String) => ({ label, min: 0, max: count - 1, step: 1, show });
  const word = slider(knob(t("Position"), positions), now.word, (word) => pick({ word }));
  const pair = slider(knob(t("Clock"), now.d_model / 2), now.pair, (pair) => pick({ pair }));
  const d_model = slider(
    knob("d_model", widths.length, (at) => String(widths[at])),
    widths.indexOf(now.d_model),
    (at) => widen(widths[at]),
  );
  const first = table.values.subarray(width, 2 * width);
  /** @type {Drawn} */
  const drawn = {
    ...view,
    table,
    speeds: times(width / 2, (i) => Math.atan2(first[2 * i], first[2 * i + 1])),
    word: now.word,
    pair: Math.min(now.pair, width / 2 - 1),
    pick,
  };
  return html`<div class="sliders"><div class="turns">${word}${player.node}</div>
      <details class="more"><summary>${t("More")}</summary>${pair}${d_model}</details></div>
    <div class="panels"><div class="turning">${clocks(drawn)}</div>
      <div class="along">${waves(drawn)}</div></div>`;
}
