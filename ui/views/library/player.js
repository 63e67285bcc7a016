// Buttons, keys and a clock that go through the steps of something.

import { element, svg } from "./dom.js";
import { ACROSS, movedTo, walk } from "./keys.js";
import { t } from "./messages.js";
import { within } from "./numbers.js";

/** @typedef {{node: HTMLDivElement, set: (step: number) => void, pause: () => void,
 *   start: () => void}} Player */

const WHERE = {
  /** @type {(place: { step: number, count: number }) => string} */
  step: (place) => t("step {step} of {count}", place),
  /** @type {(place: { step: number, count: number }) => string} */
  frame: (place) => t("frame {step} of {count}", place),
};
const PACE = 900; // milliseconds for each step, unless a view asks for others

/**
 * Make a player: first, back, play or pause, forward, and "step 3 of 9".
 *
 * @param {Element | null} parent where it is put; a template has a place for its node
 * @param {string} label what a screen reader says of it
 * @param {() => number} count the number of steps
 * @param {(step: number, moving: boolean) => void} show told each new step, from 1; it is moving
 *   while the clock runs: only a step at which the reader stops is told to the server
 * @param {number} [pace] milliseconds for each step
 * @param {keyof typeof WHERE} [noun] what a step is called
 * @returns {Player} its set() shows a step without telling anybody
 */
export function makePlayer(parent, label, count, show, pace = PACE, noun = "step") {
  const node = element(
    "div",
    { class: "steps-player", role: "group", "aria-label": label },
    parent,
  );
  let step = 1,
    clock = 0;
  /** @type {(name: string, sign: string, act: () => void) => HTMLButtonElement} */
  const button = (name, sign, act) => {
    const made = element("button", { type: "button", "aria-label": name, title: name }, node);
    svg("path", { d: sign }, svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, made));
    made.onclick = act;
    return made;
  };
  const play = button(t("Play"), "", () => (clock ? pause() : start()));
  button(t("First step"), "M4 3v10M13 3L6 8l7 5z", () => go(1));
  button(t("Step back"), "M10.5 3L5 8l5.5 5", () => go(step - 1));
  button(t("Step forward"), "M5.5 3L11 8l-5.5 5", () => go(step + 1));
  button(t("Last step"), "M12 3v10M3 3l7 5-7 5z", () => go(count()));
  play.classList.add("play");
  const where = element("span", { class: "where", "aria-live": "polite" }, node);

  function draw() {
    play.querySelector("path")?.setAttribute("d", clock ? "M5 3v10M11 3v10" : "M4 3l9 5-9 5z");
    const label = clock ? t("Pause") : t("Play");
    for (const name of ["aria-label", "title"]) play.setAttribute(name, label);
    where.textContent = WHERE[noun]({ step, count: count() });
  }
  /** @type {(wanted: number) => void} */
  function set(wanted) {
    step = within(wanted, 1, count());
    draw();
  }
  /** @type {(wanted: number) => void} */
  function go(wanted) {
    stop();
    set(wanted);
    show(step, false);
  }
  function stop() {
    clearInterval(clock);
    clock = 0;
  }
  function pause() {
    if (clock) go(step);
  }
  function start() {
    clock = setInterval(() => {
      if (!node.isConnected) return stop();
      if (step >= count()) return pause();
      set(step + 1);
      show(step, true);
    }, pace);
    set(step >= count() ? 1 : step);
    show(step, true);
  }
  walk(
    node,
    (key) => movedTo(step - 1, key, count(), { keys: ACROSS }),
    (place) => go(place + 1),
  );
  draw();
  return { node, set, pause, start };
}
