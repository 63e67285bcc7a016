// The same positions with sine and cosine in turn, and with all sines before all cosines.

import { listen } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element } from "../../../../ui/views/library/dom.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { encodingMap, paintEncoding, ringEncoding, wholePixels } from "./encoding_map.js";

/** @import { EncodingMap } from "./types.d.ts" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/**
 * For each layout its table and the two rows of the same pair.
 *
 * @typedef {{tables: SentTensor[], titles: string[], rings: [number, number][], word: number}} Data
 */

/**
 * @typedef {HTMLElement & {data: Data, tables: Tensor[], maps: EncodingMap[],
 *   observer: ResizeObserver}} Root
 */

const LEFT = 30,
  HIGH = 256;

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".layouts");
  root.data = data;
  root.tables = data.tables.map(unpack);
  root.maps ??= data.titles.map((title) => {
    const half = element("figure", {}, root);
    element("figcaption", {}, half, title);
    return encodingMap(half);
  });
  const ring = (/** @type {number} */ word) =>
    root.maps.forEach((map, k) => ringEncoding(map, word, ...root.data.rings[k]));
  const draw = () => {
    const colours = palette(root);
    root.maps.forEach((map, k) => {
      const [positions, rows] = root.tables[k].shape,
        room = map.node.parentElement?.clientWidth ?? 0;
      const cell = wholePixels((room - LEFT - 2) / positions),
        pitch = wholePixels(HIGH / rows);
      paintEncoding(map, root.tables[k], { cell, pitch, left: LEFT, right: 2 }, colours.signed);
    });
    ring(root.data.word);
  };
  root.observer ??= atNewWidth(root, draw);
  listen(root, (choice) => "word" in choice && ring(choice.word));
  draw();
}
