// The ground that the blocks stand on: frames, streams, legends.

import { arrowHeads, sheets, sums } from "../../../../ui/views/library/diagram_frames.js";
import { dotsOf, lettersOf, linesOf } from "../../../../ui/views/library/diagram_layout.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { render } from "../../../../ui/views/vendor/lit-html.js";
import { words } from "./diagram_holders.js";

/** @import { View } from "./types.d.ts" */

/**
 * Frames, streams, forks, legends and captions: all that is no block.
 *
 * @param {View} view
 */
export function drawGround(view) {
  const { svg: canvas, layout: l } = view;
  render([arrowHeads("diagram"), sheets(l, view.data.layers)], svg("g", {}, canvas));
  for (const { to, path, colour, width, arrow } of linesOf(l)) {
    svg(
      "path",
      {
        d: path,
        "data-to": to.join(" "),
        class: "stream",
        stroke: `var(--glass-${colour})`,
        "stroke-width": width,
        "marker-end": arrow ? `url(#diagram-${colour})` : null,
      },
      canvas,
    );
  }
  for (const [cx, cy, colour] of dotsOf(l)) {
    svg("circle", { cx, cy, r: 3.2, fill: `var(--glass-${colour})` }, canvas);
  }
  for (const [x, y, role] of lettersOf(l)) {
    words(canvas, x, y, role, l.narrow ? 12 : 13.5, { weight: 700, kind: `role ${role}` });
  }
  render(sums(l), svg("g", {}, canvas));
  legends(view);
  captions(view);
}

/**
 * Both colour scales.
 *
 * @type {(view: View) => void}
 */
function legends(view) {
  const {
    svg: canvas,
    layout: { narrow },
  } = view;
  const defs = svg("defs", {}, canvas),
    x = narrow ? 14 : 505,
    [first, second] = narrow ? [236, 274] : [664, 700];
  /** @type {[string, number, string, string, string][]} */
  const scales = [
    ["attention", first, "0", "1", t("attention")],
    ["signed", second, "−", "+", t("signed value")],
  ];
  for (const [name, y, low, high, title] of scales) {
    const gradient = svg("linearGradient", { id: `diagram-${name}` }, defs);
    for (let i = 0; i < 5; i++) {
      svg("stop", { offset: i / 4, "stop-color": `var(--glass-${name}-${i})` }, gradient);
    }
    svg("rect", { x, y, width: 92, height: 8, fill: `url(#diagram-${name})` }, canvas);
    const anchor = narrow ? "start" : "middle";
    words(canvas, narrow ? 0 : x + 46, y - 6, title, 13, { anchor, kind: "muted" });
    words(canvas, x - 6, y + 8, low, 13, { anchor: "end", kind: "muted" });
    words(canvas, x + 98, y + 8, high, 13, { kind: "muted" });
  }
}

/** @type {(view: View) => void} */
function captions(view) {
  const { svg: canvas, layout: l, data } = view,
    row = l.chip + 4;
  for (const name of ["source", "target"]) {
    const axis = name === "source" ? l.encoder : l.decoder;
    const lines = l.narrow ? view.rowLines[`${name}_tokens`].length : 1;
    const y = l.tokens + (lines - 1) * row + (l.narrow ? 38 : 47);
    const text = data.captions[l.narrow ? `${name}_short` : name];
    words(canvas, axis, y, text, l.narrow ? 12.5 : 14, { anchor: "middle", kind: "muted" });
  }
}
