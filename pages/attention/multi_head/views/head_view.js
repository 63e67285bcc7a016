// Multi-head attention in one view: what is chosen is painted here at once, and then told.

import { followControls, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { cellUnder, element } from "../../../../ui/views/library/dom.js";
import { movedOver } from "../../../../ui/views/library/keys.js";
import { unpack } from "../../../../ui/views/library/numbers.js";
import { silenceCard } from "./head_card.js";
import { headMenu, headParts } from "./head_grid.js";
import { fillTokens, mapFrame, paintActive, paintMap } from "./head_map.js";

/** Read what the server sent; tensors only when they are new. */
function readHeads(view, data) {
  const { state } = view;
  const version = data.version.join();
  if (view.sent !== version) {
    view.sent = version;
    ["weights", "heads", "outputs"].forEach((name) => {
      state[name] = unpack(data[name]);
    });
    state.hover = null;
    view.fresh = true;
  }
  for (const name of ["queries", "keys", "shares", "habits", "causal", "result", "hint"])
    state[name] = data[name];
  if (JSON.stringify(state.silenced) !== JSON.stringify(data.silenced))
    state.silenced = data.silenced;
  // A quick hand is ahead of the server: an answer to an older choice changes nothing.
  const { layer, head, word } = data;
  const news = view.exchange.news([layer, head, word].join());
  if (news || view.fresh) Object.assign(state, { layer, head, word });
}

/** The colours of the theme; masked cells have none. */
function themeColours(view, root) {
  const colours = palette(root);
  colours.release();
  Object.assign(view.state, {
    attention: colours.attention,
    signed: colours.signed,
    cellColour: (value, row, column) =>
      view.state.causal && column > row ? null : colours.attention(value),
  });
}

function buildHeads(root, N, h) {
  root.replaceChildren();
  root.style.setProperty("--heads", h);
  const view = { state: {}, exchange: makeExchange() };
  const show = (change) => {
    Object.assign(view.state, change);
    const { layer, head, word } = view.state;
    view.exchange.told([layer, head, word].join());
    paintHeads(view);
  };
  const choose = (change) => {
    show(change);
    const { layer, head, word } = view.state;
    view.send("choose", { layer: layer + 1, head: head + 1, word: word + 1 });
  };
  // The controls above tell the server themselves.
  listen(root, ({ layer = view.state.layer, head = view.state.head }) => {
    if (layer !== view.state.layer || head !== view.state.head) show({ layer, head });
  });
  const hover = (place) => {
    view.state.hover = place;
    paintActive(view.map, view.state);
  };
  const left = element("div", { class: "left" }, root),
    right = element("div", { class: "right" }, root);
  view.menu = headMenu(left, N, h, choose);
  view.parts = headParts(left, h, choose);
  view.map = mapFrame(right);
  view.card = silenceCard(right, (layer, head, silent) =>
    view.send("silence", { layer: layer + 1, head: head + 1, silent }),
  );
  walkCells(view, choose, hover);
  Object.assign(view, { choose, hover });
  return view;
}

/** Point at a cell with the mouse, or walk over the cells with the arrow keys. */
function walkCells(view, choose, hover) {
  const { field } = view.map;
  const place = (event) => cellUnder(field, event, view.map.values.shape);
  field.onpointermove = (event) => hover(place(event));
  field.onpointerleave = field.onblur = () => hover(null);
  field.onclick = (event) => choose({ word: place(event).row });
  field.onkeydown = (event) => {
    const { row = view.state.word, column = 0 } = view.state.hover ?? {};
    const to = movedOver([row, column], event.key, view.map.values.shape);
    if (!to && event.key !== "Enter") return;
    event.preventDefault();
    if (!to) choose({ word: row });
    else if (view.state.hover?.column === undefined)
      hover({ row, column }); // one stands here
    else hover({ row: to[0], column: to[1] });
  };
}

function paintHeads(view) {
  const { state } = view;
  view.menu.mark(state);
  view.parts(state);
  paintMap(view.map, state);
  paintActive(view.map, state);
  view.card(state);
}

export default function ({ data, parentElement, setTriggerValue }) {
  // at each change of data or theme
  const root = parentElement.querySelector(".head_view");
  const [N, h] = data.weights.shape;
  if (root.view?.size !== `${N} ${h}`)
    root.view = Object.assign(buildHeads(root, N, h), { size: `${N} ${h}` });
  const { view } = root;
  view.send = setTriggerValue;
  readHeads(view, data);
  themeColours(view, root);
  if (view.fresh) fillTokens(view.map, view.state, view.choose, view.hover);
  view.fresh = false;
  view.menu.paint(view.state);
  paintHeads(view);
  followControls();
}
