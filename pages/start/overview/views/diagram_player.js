// The translation one token at a time.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { flow, PACE } from "./diagram_flow.js";

/** @import { View } from "./types.d.ts" */

/**
 * Make the player; below its buttons stands the token of the step, with its probability.
 *
 * @param {View} view
 */
export function makeTokenPlayer(view) {
  const label = t("The translation, one token at a time");
  /** @type {(step: number, moving: boolean) => void} */
  const show = (step, moving) => {
    [view.step, view.playing] = [step, moving];
    view.repaint();
    if (moving) flow(view);
    else view.tellLater("step");
  };
  view.player = makePlayer(view.overlay, label, view.count, show, PACE);
  const { node } = view.player;
  node.prepend(element("span", { class: "caption" }, node, t("one token at a time")));
  const said = element("span", { class: "said", "aria-live": "polite" }, node);
  view.drawPlayer = () => {
    view.player.set(view.step);
    said.replaceChildren();
    const { text, lang } = view.data.output[view.step - 1];
    element("b", { lang }, said, text);
    element("span", { class: "p" }, said, ` ${number(view.data.next.said[view.step - 1], 3)}`);
  };
}
