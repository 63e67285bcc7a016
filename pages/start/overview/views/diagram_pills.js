// The pills: which layer is shown, and what goes from one stack to the other.

import { times } from "../../../../ui/views/library/dom.js";
import { moved, onKey, RISING } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { blockHolder, words } from "./diagram_holders.js";
import { textWidth } from "./diagram_tokens.js";

/** @import { Block } from "./data.d.ts" */
/** @import { State } from "./diagram_state.js" */

const PITCH = 24; // of the buttons of layers

/**
 * The pill on a frame's edge: the name of the stack, and which layer's numbers are shown.
 *
 * @type {(state: State, block: Block) => unknown}
 */
export function layerPill(state, block) {
  const { layout: l, data } = state,
    encoder = block.name === "encoder_stack",
    count = encoder ? data.layers.encoder : data.layers.decoder;
  const x = (encoder ? l.encoder : l.decoder) - l.card / 2 - l.overhang + (l.narrow ? 8 : 14),
    y = l.frame[encoder ? 0 : 1],
    label = l.narrow ? tn("{count} layer", "{count} layers", count) : block.title;
  const size = l.narrow ? 12.5 : 13,
    tall = l.narrow ? 20 : 26,
    name = textWidth(state, label, size, 600) + (l.narrow ? 16 : 22),
    all = l.narrow ? name : name + count * PITCH + 4;
  const title = words(x + name / 2, y + 4.5, label, size, { weight: 600, anchor: "middle" });
  const look = { box: [x, y - tall / 2, name, tall], kind: "bare" };
  return svg`<rect x=${x} y=${y - tall / 2} width=${all} height=${tall} rx=${tall / 2}
      class="pill"></rect>${blockHolder(state, block, title, look)}
    ${l.narrow ? nothing : layers(state, count, x + name, y)}`;
}

/** @type {(state: State, count: number, left: number, y: number) => unknown} */
function layers({ now, choose }, count, left, y) {
  const shown = Math.min(now.layer, count) - 1; // the other stack may have more
  const pick = (/** @type {number} */ place) =>
    choose({ layer: place + 1 }, "layer", place + 1, 120);
  const button = (/** @type {number} */ i) => {
    const x = left + i * PITCH + PITCH / 2 - 2,
      ways = { keys: RISING, around: true };
    const press = (/** @type {KeyboardEvent & {currentTarget: SVGElement}} */ event) =>
      onKey(
        (key) => (key === "Enter" || key === " " ? i : moved(i, key, count, ways)),
        (place) => {
          pick(place);
          const group = /** @type {SVGElement} */ (event.currentTarget.parentNode);
          /** @type {SVGElement} */ (group.children[place]).focus();
        },
      )(event);
    return svg`<g role="radio" class="choice" aria-label=${t("Layer {layer}", { layer: i + 1 })}
      aria-checked=${i === shown} tabindex=${i === shown ? 0 : -1}
      @click=${() => pick(i)} @keydown=${press}
      ><rect x=${x - PITCH / 2} y=${y - 13} width=${PITCH} height="26" fill="transparent"></rect
      ><circle cx=${x} cy=${y} r="10"></circle
      >${words(x, y + 4.5, i + 1, 13, { anchor: "middle" })}</g>`;
  };
  return svg`<g role="radiogroup" aria-label=${t("Layer shown in both stacks")}
    >${times(count, button)}</g>`;
}

/**
 * What the encoder hands to the decoder.
 *
 * @type {(state: State, block: Block) => unknown}
 */
export function memoryPill(state, block) {
  const { x: right, y } = state.layout.memory,
    label = t("memory");
  if (state.layout.narrow) {
    const inside = words(right - 45, y + 3.5, label, 12, { weight: 650, anchor: "middle" });
    return blockHolder(state, block, inside, { box: [right - 76, y - 11, 62, 20], kind: "memory" });
  }
  const said = t("output of layer {layer}, read by every decoder layer", {
    layer: state.data.layers.encoder,
  });
  const width = textWidth(state, label, 14, 650) + textWidth(state, said, 13.5) + 36,
    x = right - width - 10;
  const inside = [
    words(x + 13, y + 4.5, label, 14, { weight: 650 }),
    words(x + width - 13, y + 4.5, said, 13.5, { anchor: "end", silent: true }),
  ];
  return blockHolder(state, block, inside, { box: [x, y - 13, width, 26], kind: "memory" });
}
