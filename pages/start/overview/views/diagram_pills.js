// The pills: which layer is shown, and what goes from one stack to the other.

import { svg } from "../../../../ui/views/library/dom.js";
import { chooseOne, moved, RISING, walk } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { blockHolder, words } from "./diagram_holders.js";
import { textWidth } from "./diagram_tokens.js";

/** @import { Block, View } from "./types.d.ts" */

/**
 * The pill on a frame's edge: the name of the stack, and which layer's numbers are shown.
 *
 * @param {View} view
 * @param {Block} block
 */
export function layerPill(view, block) {
  const { layout: l, data } = view,
    encoder = block.name === "encoder_stack",
    count = encoder ? data.layers.encoder : data.layers.decoder;
  const x = (encoder ? l.encoder : l.decoder) - l.card / 2 - l.overhang + (l.narrow ? 8 : 14);
  const y = l.frame[encoder ? 0 : 1],
    label = l.narrow ? tn("{count} layer", "{count} layers", count) : block.title;
  const size = l.narrow ? 12.5 : 13,
    name = textWidth(view, label, size, 600) + (l.narrow ? 16 : 22);
  const tall = l.narrow ? 20 : 26,
    pitch = 24,
    all = l.narrow ? name : name + count * pitch + 4;
  svg(
    "rect",
    { x, y: y - tall / 2, width: all, height: tall, rx: tall / 2, class: "pill" },
    view.svg,
  );
  const node = blockHolder(view, block, [x, y - tall / 2, name, tall]);
  node.classList.add("bare");
  words(node, x + name / 2, y + 4.5, label, size, { weight: 600, anchor: "middle" });
  if (l.narrow) return;
  const group = svg(
    "g",
    { role: "radiogroup", "aria-label": t("Layer shown in both stacks") },
    view.svg,
  );
  /** @type {(layer: number, focus: boolean) => void} */
  const choose = (layer, focus) => {
    view.layer = layer;
    view.repaint();
    view.tellLater("layer");
    if (focus) buttons[layer - 1].focus();
  };
  const buttons = Array.from({ length: count }, (_, i) => {
    const button = svg(
      "g",
      { role: "radio", class: "choice", "aria-label": t("Layer {layer}", { layer: i + 1 }) },
      group,
    );
    const cx = x + name + i * pitch + pitch / 2 - 2;
    svg(
      "rect",
      { x: cx - pitch / 2, y: y - 13, width: pitch, height: 26, fill: "transparent" },
      button,
    );
    svg("circle", { cx, cy: y, r: 10 }, button);
    words(button, cx, y + 4.5, i + 1, 13, { anchor: "middle" });
    button.onclick = () => choose(i + 1, false);
    const ways = { keys: RISING, around: true };
    walk(
      button,
      (key) => (key === "Enter" || key === " " ? i : moved(i, key, count, ways)),
      (layer) => choose(layer + 1, true),
    );
    return button;
  });
  view.pills.push(() => {
    const shown = Math.min(view.layer, count); // the other stack may have more
    chooseOne(buttons, shown - 1);
  });
}

/**
 * What the encoder hands to the decoder.
 *
 * @param {View} view
 * @param {Block} block
 */
export function memoryPill(view, block) {
  const { layout: l, data } = view,
    { x: right, y } = l.memory,
    label = t("memory");
  if (l.narrow) {
    const node = blockHolder(view, block, [right - 76, y - 11, 62, 20]);
    node.classList.add("memory");
    words(node, right - 45, y + 3.5, label, 12, { weight: 650, anchor: "middle" });
    return;
  }
  const said = t("output of layer {layer}, read by every decoder layer", {
    layer: data.layers.encoder,
  });
  const name = textWidth(view, label, 14, 650);
  const width = name + textWidth(view, said, 13.5) + 36,
    x = right - width - 10;
  const node = blockHolder(view, block, [x, y - 13, width, 26]);
  node.classList.add("memory");
  words(node, x + 13, y + 4.5, label, 14, { weight: 650 });
  words(node, x + width - 13, y + 4.5, said, 13.5, { anchor: "end", silent: true });
}
