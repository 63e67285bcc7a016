// The controls below a search tree: the player, the sliders and "show pruned".

import { announce } from "../../../../ui/views/library/choices.js";
import { element } from "../../../../ui/views/library/dom.js";
import { makeKnobs, makeSlider } from "../../../../ui/views/library/knobs.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";

/** @import { View } from "./types.d.ts" */

/**
 * Make the controls; they change view.state and tell the server what the reader chose.
 *
 * @param {View} view
 */
export function makeTools(view) {
  const bar = element("div", { class: "tools" }, view.root);
  view.player = makePlayer(
    bar,
    t("Decoding steps"),
    () => view.tree?.columns.length ?? 1,
    (step, moving) => showStep(view, step, moving),
    700,
  );
  view.alpha = makeSlider(bar, {
    label: t("Length penalty α"),
    min: 0,
    max: 2,
    step: 0.1,
    show: (v) => number(v, 1),
    move: (alpha) => {
      view.set({ alpha });
      announce({ alpha });
    },
    stop: () => view.told("alpha"),
  });
  view.alphaBox = /** @type {HTMLElement} */ (bar.lastElementChild);
  view.knobs = makeKnobs(
    bar,
    () => view.state,
    (change) => view.set(change),
    (name) => view.told(name),
  );
  const pruned = element("label", { class: "toggle" }, bar);
  const box = element("input", { type: "checkbox", role: "switch" }, pruned);
  const name = element("span", {}, pruned);
  box.onchange = () => {
    view.set({ pruned: Number(box.checked) });
    view.redraw();
    view.told("pruned");
  };
  view.drawTools = () => {
    const sampling = view.data.method === "sampling";
    view.alphaBox.hidden = sampling;
    view.knobs.node.hidden = !sampling;
    view.player.set(view.state.step);
    view.alpha(view.state.alpha);
    view.knobs.draw();
    box.checked = Boolean(view.state.pruned);
    name.textContent = sampling ? t("show others") : t("show pruned");
  };
}

/**
 * Show a step; the last one is the whole search, which links need not name.
 *
 * @type {(view: View, step: number, moving: boolean) => void}
 */
function showStep(view, step, moving) {
  view.set({ step });
  keepStepInSight(view);
  if (!moving) view.told("step");
}

/**
 * Keep the newest column in sight.
 *
 * @param {View} view
 */
export function keepStepInSight(view) {
  const { x, width } = view.tree.places[view.state.step - 1],
    box = view.scroll;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const behavior = still ? "instant" : "smooth";
  if (x + width + 40 > box.scrollLeft + box.clientWidth) {
    box.scrollTo({ left: x + width + 80 - box.clientWidth, behavior });
  } else if (x - 40 < box.scrollLeft) box.scrollTo({ left: Math.max(0, x - 80), behavior });
}
