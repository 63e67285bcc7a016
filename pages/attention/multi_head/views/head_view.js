// Multi-head attention in one view: what is chosen is painted here at once, and then told.

import { pointAtCells, walkOverCells } from "../../../../ui/views/library/attention_map.js";
import { followControls, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { silenceCard } from "./head_card.js";
import { headMenu, headParts } from "./head_grid.js";
import { fillTokens, mapFrame, paintMap } from "./head_map.js";
import { paintActive } from "./head_map_lit.js";

/** @import { Choose, Data, Hover, State, View } from "./types.d.ts" */

/**
 * Read what the server sent; tensors only when they are new.
 *
 * @type {(view: View, data: Data) => void}
 */
function readHeads(view, data) {
  const { state } = view;
  const version = data.version.join();
  if (view.sent !== version) {
    view.sent = version;
    const [weights, heads, outputs] = [data.weights, data.heads, data.outputs].map(unpack);
    Object.assign(state, { weights, heads, outputs });
    state.hover = null;
    view.fresh = true;
  }
  const { queries, keys, shares, habits, causal, result, hint } = data;
  Object.assign(state, { queries, keys, shares, habits, causal, result, hint });
  if (JSON.stringify(state.silenced) !== JSON.stringify(data.silenced))
    state.silenced = data.silenced;
  // A quick hand is ahead of the server: an answer to an older choice changes nothing.
  const { layer, head, word } = data;
  const news = view.exchange.news([layer, head, word].join());
  if (news || view.fresh) Object.assign(state, { layer, head, word });
}

/**
 * The colours of the theme; masked cells have none.
 *
 * @type {(view: View, root: Element) => void}
 */
function themeColours(view, root) {
  const colours = palette(root);
  /** @type {State["cellColour"]} */
  const cellColour = (value, row, column) =>
    view.state.causal && column > row ? null : colours.attention(value);
  Object.assign(view.state, { attention: colours.attention, signed: colours.signed, cellColour });
}

/** @type {(root: HTMLElement, N: number, h: number) => View} */
function buildHeads(root, N, h) {
  root.replaceChildren();
  root.style.setProperty("--heads", String(h));
  const view = /** @type {View} */ ({ state: {}, exchange: makeExchange() });
  /** @type {Choose} */
  const show = (change) => {
    Object.assign(view.state, change);
    const { layer, head, word } = view.state;
    view.exchange.told([layer, head, word].join());
    paintHeads(view);
  };
  /** @type {Choose} */
  const choose = (change) => {
    show(change);
    const { layer, head, word } = view.state;
    view.send("choose", { layer: layer + 1, head: head + 1, word: word + 1 });
  };
  // The controls above tell the server themselves.
  listen(root, ({ layer = view.state.layer, head = view.state.head }) => {
    if (layer !== view.state.layer || head !== view.state.head) show({ layer, head });
  });
  /** @type {Hover} */
  const hover = (place) => {
    view.state.hover = place;
    paintActive(view.map, view.state);
  };
  const left = element("div", { class: "left", "data-part": "grid" }, root),
    right = element("div", { class: "right", "data-part": "map" }, root);
  view.menu = headMenu(left, N, h, choose);
  view.parts = headParts(left, h, choose);
  view.map = /** @type {View["map"]} */ (mapFrame(right));
  view.card = silenceCard(right, (layer, head, silent) =>
    view.send("silence", { layer: layer + 1, head: head + 1, silent }),
  );
  walkCells(view, choose, hover);
  Object.assign(view, { choose, hover });
  return view;
}

/**
 * Point at a cell with the mouse, or walk over the cells with the arrow keys.
 *
 * @type {(view: View, choose: Choose, hover: Hover) => void}
 */
function walkCells(view, choose, hover) {
  const { field } = view.map;
  const shape = () => view.map.values.shape;
  pointAtCells(field, shape, hover, ({ row }) => choose({ word: row }));
  walkOverCells(
    field,
    () => ({ shape: shape(), hover: view.state.hover, row: view.state.word }),
    hover,
    (row) => choose({ word: row }),
  );
}

/** @type {(view: View) => void} */
function paintHeads(view) {
  const { state } = view;
  view.menu.mark(state);
  view.parts(state);
  paintMap(view.map, state);
  paintActive(view.map, state);
  view.card(state);
}

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  // at each change of data or theme
  const root = parentElement.querySelector(".head_view");
  const [N, h] = data.weights.shape;
  const size = `${N} ${h}`;
  const view =
    root.view?.size === size ? root.view : Object.assign(buildHeads(root, N, h), { size });
  root.view = view;
  view.send = setTriggerValue;
  readHeads(view, data);
  themeColours(view, root);
  if (view.fresh) fillTokens(view.map, view.state, view.choose, view.hover);
  view.fresh = false;
  view.menu.paint(view.state);
  paintHeads(view);
  followControls();
}
