// The same positions with sine and cosine in turn, and with all sines before all cosines.

import { defineView } from "../../../../ui/views/library/define.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { encodingMap, wholePixels } from "./encoding_map.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { LayoutsData } from "./data.d.ts" */

const LEFT = 30,
  RIGHT = 2,
  HIGH = 256;

export default defineView("layouts", { word: () => null }, render, ({ word }) => ({ word }));

/** @param {View<LayoutsData, {word: number}, {}>} view */
function render({ data, now, root, colours, set }) {
  const room = root.querySelector("figure")?.clientWidth ?? 0;
  if (!root.firstChild) queueMicrotask(() => set({})); // again, once the figures have a width
  return data.tables.map((sent, k) => {
    const table = unpack(sent),
      [positions, rows] = table.shape;
    return html`<figure><figcaption>${data.titles[k]}</figcaption>${encodingMap({
      table,
      colours,
      cell: wholePixels((room - LEFT - RIGHT) / positions),
      pitch: wholePixels(HIGH / rows),
      left: LEFT,
      right: RIGHT,
      position: now.word,
      pair: data.rings[k],
    })}</figure>`;
  });
}
