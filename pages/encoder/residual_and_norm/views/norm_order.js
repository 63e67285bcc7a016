// One layer with the norm on the stream (post-norm) and beside it (pre-norm). The same drawing
// twice: only the two boxes of LayerNorm change their place.

import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";

/**
 * A way to order norm and sub-layer; layer() draws one upwards from base and says where it ends.
 *
 * @typedef {{title: string, formula: string, spoken: string, layer: (parent: Element, base:
 *   number, name: string) => number, last?: (parent: Element) => void}} Kind
 */

const STREAM = 96,
  BRANCH = 262,
  WIDTH = 372,
  HEIGHT = 372;

/** @type {() => Kind[]} */
const kinds = () => [
  {
    title: t("Post-norm: the paper, and this model"),
    formula: "x ← LayerNorm(x + Sublayer(x))",
    spoken: t("The norm sits on the residual stream, after each addition."),
    layer: (parent, base, name) => {
      branch(parent, base, base - 92, [[name, base - 46]]);
      box(parent, STREAM, base - 127, "LayerNorm", true);
      return base - 156;
    },
  },
  {
    title: t("Pre-norm: most models since then"),
    formula: "x ← x + Sublayer(LayerNorm(x))",
    spoken: t("The norm sits before each sub-layer, and nothing interrupts the residual stream."),
    layer: (parent, base, name) => {
      branch(parent, base, base - 122, [
        ["LayerNorm", base - 34],
        [name, base - 80],
      ]);
      return base - 146;
    },
    last: (parent) => {
      box(parent, STREAM, 30, "LayerNorm", true);
      const once = t("once, after the last layer");
      svg("text", { x: STREAM + 72, y: 35, class: "aside" }, parent, once);
    },
  },
];

/** @type {(parent: Element, x: number, y: number, name: string, onStream?: boolean) => void} */
function box(parent, x, y, name, onStream = false) {
  const norm = name === "LayerNorm",
    width = norm ? 118 : 148;
  const shape = { x: x - width / 2, y: y - 15, width, height: 30, rx: 8 };
  svg("rect", { ...shape, class: norm ? "norm" : "sublayer" }, parent);
  svg("text", { x, y: y + 5, "text-anchor": "middle" }, parent, name);
  if (!onStream) return;
  svg("path", { d: `M${x} ${y - 20}l-4 5h8z`, class: "tip" }, parent);
}

/**
 * From the stream through boxes and back into an addition.
 *
 * @type {(parent: Element, from: number, to: number, boxes: [name: string, y: number][]) => void}
 */
function branch(parent, from, to, boxes) {
  svg("circle", { cx: STREAM, cy: from, r: 3.5, class: "fork" }, parent);
  svg(
    "path",
    {
      d: `M${STREAM} ${from}H${BRANCH - 8}q8 0 8 -8V${to + 8}q0 -8 -8 -8H${STREAM + 16}`,
      class: "branch",
    },
    parent,
  );
  svg("path", { d: `M${STREAM + 12} ${to}l7 -4.5v9z`, class: "branch-tip" }, parent);
  boxes.forEach(([name, y]) => box(parent, BRANCH, y, name));
  svg("circle", { cx: STREAM, cy: to, r: 11, class: "sum" }, parent);
  svg("path", { d: `M${STREAM - 6} ${to}h12M${STREAM} ${to - 6}v12`, class: "plus" }, parent);
}

/** @type {(root: Element, kind: Kind) => void} */
function panel(root, kind) {
  const figure = element("figure", {}, root);
  element("figcaption", {}, figure, kind.title);
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${kind.title}. ${kind.spoken}`,
    },
    figure,
  );
  svg("path", { d: `M${STREAM} ${HEIGHT - 24}V8`, class: "stream" }, picture);
  svg("path", { d: `M${STREAM} 2l-6 9h12z`, class: "stream-tip" }, picture);
  svg("text", { x: STREAM, y: HEIGHT - 6, "text-anchor": "middle", class: "x" }, picture, "x");
  const next = kind.layer(picture, HEIGHT - 36, t("self-attention"));
  kind.layer(picture, next, t("feed-forward"));
  kind.last?.(picture);
  element("code", {}, figure, kind.formula);
}

/** @param {ViewCall<unknown>} call */
export default function ({ parentElement }) {
  const root = parentElement.querySelector(".norm_order");
  if (root.hasChildNodes()) return;
  kinds().forEach((kind) => panel(root, kind));
}
