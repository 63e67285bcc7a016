// The names above a map's columns: upright, and as many as have room.

import { svg } from "../../../../ui/views/library/dom.js";
import { cut } from "../../../../ui/views/library/tokens.js";

/** @import { Board } from "../../../../ui/views/library/board.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

const SMALLEST = 12; // pixels of letters that can be read

/**
 * Write the names of columns, those that have room.
 *
 * @param {Board} sheet
 * @param {Token[]} keys
 * @param {number} x
 * @param {number} top
 * @param {number} pitch
 */
export function columnNames(sheet, keys, x, top, pitch) {
  const every = Math.ceil(SMALLEST / pitch);
  keys.forEach((token, i) => {
    if (i % every) return;
    const text = cut(token.text, 9);
    svg(
      "text",
      {
        transform: `translate(${x + (i + 0.5) * pitch + 4} ${top - 5}) rotate(-90)`,
        class: "plain",
        style: `font-size: ${Math.max(SMALLEST, Math.min(13.5, pitch))}px`,
        lang: token.lang,
      },
      sheet.frames,
      text,
    );
  });
}
