// The ground that the blocks stand on: frames, streams, legends.

import { arrowHeads, sheets, sums } from "../../../../ui/views/library/diagram_frames.js";
import { dotsOf, lettersOf, linesOf } from "../../../../ui/views/library/diagram_layout.js";
import { times } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { words } from "./diagram_holders.js";
import { higherBy } from "./diagram_tokens.js";

/** @import { State } from "./diagram_state.js" */

/**
 * Whether a stream enters a block; a stack is entered where one of its blocks is.
 *
 * @type {(to: string[], name: string) => boolean}
 */
export const enters = (to, name) =>
  to.some(
    (one) =>
      one === name ||
      (name.endsWith("_stack") && one.startsWith(name.slice(0, 8))) ||
      (name === "decoder_stack" && one === "cross"),
  );

/**
 * Frames, streams, forks, legends and captions: all that is no block.
 *
 * @param {State} state
 */
export function ground(state) {
  const { layout: l, data, shown, madeOf, keep } = state;
  const below = () => [arrowHeads("diagram"), sheets(l, data.layers)];
  const streams = () =>
    linesOf(l).map(
      ({ to, path, colour, width, arrow }) => svg`<path d=${path} data-to=${to.join(" ")}
        class="stream ${enters(to, shown) ? "on" : ""}" stroke="var(--glass-${colour})"
        stroke-width=${width} marker-end=${arrow ? `url(#diagram-${colour})` : nothing}></path>`,
    );
  return [
    keep("below", madeOf, below),
    keep("streams", [l, shown], streams),
    keep("above", madeOf, () => signs(state)),
  ];
}

/**
 * What stands on the streams, and beside them.
 *
 * @param {State} state
 */
function signs(state) {
  const { layout: l } = state;
  return svg`${dotsOf(l).map(
    ([cx, cy, colour]) =>
      svg`<circle cx=${cx} cy=${cy} r="3.2" fill="var(--glass-${colour})"></circle>`,
  )}
    ${lettersOf(l).map(([x, y, role]) =>
      words(x, y, role, l.narrow ? 12 : 13.5, { weight: 700, kind: `role ${role}` }),
    )}
    ${sums(l)}${legends(l.narrow)}
    ${caption(state, "source", l.encoder)}${caption(state, "target", l.decoder)}`;
}

/**
 * Both colour scales.
 *
 * @type {(narrow: boolean) => unknown}
 */
function legends(narrow) {
  const x = narrow ? 14 : 505,
    [first, second] = narrow ? [236, 274] : [664, 700];
  /** @type {[string, number, string, string, string][]} */
  const scales = [
    ["attention", first, "0", "1", t("attention")],
    ["signed", second, "−", "+", t("signed value")],
  ];
  const [left, anchor] = narrow ? [0, "start"] : [x + 46, "middle"];
  return scales.map(
    ([name, y, low, high, title]) => svg`<linearGradient id="diagram-${name}">${times(
      5,
      (i) => svg`<stop offset=${i / 4} stop-color="var(--glass-${name}-${i})"></stop>`,
    )}</linearGradient>
      <rect x=${x} y=${y} width="92" height="8" fill="url(#diagram-${name})"></rect>
      ${words(left, y - 6, title, 13, { anchor, kind: "muted" })}
      ${words(x - 6, y + 8, low, 13, { anchor: "end", kind: "muted" })}
      ${words(x + 98, y + 8, high, 13, { kind: "muted" })}`,
  );
}

/** @type {(state: State, name: "source" | "target", axis: number) => unknown} */
function caption(state, name, axis) {
  const { tokens, narrow } = state.layout,
    y = tokens + higherBy(state, `${name}_tokens`, 1) + (narrow ? 38 : 47);
  const text = state.data.captions[narrow ? `${name}_short` : name];
  return words(axis, y, text, narrow ? 12.5 : 14, { anchor: "middle", kind: "muted" });
}
