// The translation one token at a time.

import { ifAny } from "../../../../ui/views/library/define.js";
import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { html, render } from "../../../../ui/views/vendor/lit-html.js";
import { flow, PACE } from "./diagram_flow.js";

/** @import { Diagram } from "./diagram_state.js" */

/**
 * Make the player; below its buttons stands the token of the step, with its probability.
 *
 * @param {Diagram} view
 */
export function tokenPlayer(view) {
  const { now, set, choose } = view;
  const sentence = () => JSON.stringify(view.data.sentence);
  let played = "";
  /** @type {(step: number, moving: boolean) => void} */
  const show = (step, moving) => {
    if (moving) {
      set({ step, playing: true, before: now.playing ? now.before : now.step });
      return flow(view);
    }
    if (played !== sentence()) return; // it was stopped for another one
    // Where it began, as after it played by itself, there is no news for the server.
    if (now.playing && step === now.before && step === view.data.step) set({ playing: false });
    else choose({ step, playing: false }, "step", step, 120);
  };
  const label = t("The translation, one token at a time"),
    player = makePlayer(null, label, () => view.data.output.length, show, PACE);
  player.node.prepend(element("span", { class: "caption" }, null, t("one token at a time")));
  const said = element("span", { class: "said", "aria-live": "polite" }, player.node);
  const draw = () => {
    const { output, next } = view.data;
    if (played !== sentence()) {
      player.pause();
      now.playing = false;
      played = sentence();
    }
    player.set(now.step);
    const { text, lang } = output[now.step - 1],
      p = number(next.said[now.step - 1], 3);
    const word = html`<b lang=${ifAny(lang)} translate="no">${text}</b>`;
    render(html`${word}<span class="p"> ${p}</span>`, said);
  };
  return { ...player, draw };
}
