// The translation one token at a time: buttons, keys and a clock.

import { element, svg } from "../../../../ui/views/library/dom.js";
import { ACROSS, movedTo, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, within } from "../../../../ui/views/library/numbers.js";

/** @import { View } from "./types.d.ts" */

const PACE = 900; // milliseconds for each token

/**
 * Make the buttons that show the translation one token at a time.
 *
 * @param {View} view
 */
export function makeTokenPlayer(view) {
  const label = t("The translation, one token at a time");
  const player = element(
    "div",
    { class: "player", role: "group", "aria-label": label },
    view.overlay,
  );
  const play = element("button", { type: "button", class: "play" }, player);
  const row = element("div", { class: "steps" }, player);
  /** @type {(label: string, sign: string, act: () => void) => void} */
  const button = (label, sign, act) => {
    const node = element("button", { type: "button", "aria-label": label, title: label }, row);
    svg("path", { d: sign }, svg("svg", { viewBox: "0 0 16 16" }, node));
    node.onclick = () => {
      pause(view);
      act();
    };
  };
  button(t("First step"), "M3 3v10M13 3L6 8l7 5z", () => goTo(view, 1));
  button(t("Step back"), "M10.5 3L5 8l5.5 5", () => goTo(view, view.step - 1));
  button(t("Step forward"), "M5.5 3L11 8l-5.5 5", () => goTo(view, view.step + 1));
  const where = element("div", { class: "where", "aria-live": "polite" }, player);
  play.onclick = () => (view.playing ? pause(view) : start(view));
  walk(
    player,
    (key) => movedTo(view.step - 1, key, view.count(), { keys: ACROSS }),
    (place) => {
      pause(view);
      goTo(view, place + 1);
    },
  );
  view.drawPlayer = () => {
    play.textContent = view.playing ? t("❚❚ pause") : t("▶ one token at a time");
    where.replaceChildren();
    const [step, count] = [view.step, view.count()];
    element("span", {}, where, t("step {step} of {count}", { step, count }));
    const { text } = view.data.output[view.step - 1];
    const said = element("span", { class: "said" }, where);
    element("b", {}, said, text);
    element("span", { class: "p" }, said, ` ${number(view.data.next.said[view.step - 1], 3)}`);
  };
}

/**
 * Show a step, and let the link follow once the reader pauses.
 *
 * @type {(view: View, step: number, tell?: boolean) => void}
 */
function goTo(view, step, tell = true) {
  view.step = within(step, 1, view.count());
  view.repaint();
  if (tell) view.tellLater("step");
}

/** @type {(view: View) => void} */
function start(view) {
  view.playing = setInterval(() => {
    if (!view.root.isConnected) return clearInterval(view.playing);
    if (view.step >= view.count()) pause(view);
    else goTo(view, view.step + 1, false);
  }, PACE);
  goTo(view, view.step >= view.count() ? 1 : view.step, false);
}

/** @type {(view: View) => void} */
function pause(view) {
  if (!view.playing) return;
  clearInterval(view.playing);
  view.playing = 0;
  goTo(view, view.step);
}
