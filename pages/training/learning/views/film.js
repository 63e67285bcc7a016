// The film of the training: a list of what was said, all heads as small maps, one head large.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element, writeInto } from "../../../../ui/views/library/dom.js";
import { DOWN, moved, movedOver, walk } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number, slice, unpack, whole, within } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { makePlayer } from "../../../../ui/views/library/player.js";

/** @import { Exchange } from "../../../../ui/views/library/choices.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */
/** @import { Player } from "../../../../ui/views/library/player.js" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/**
 * By frame: the update, what was said, the loss, and weights by layer and head.
 *
 * @typedef {{version: string, spoken: string[], source: string, given: string, steps: number[],
 *   texts: string[],
 *   losses: number[], weights: SentTensor, queries: Token[], keys: Token[], frame: number, layer:
 *   number, head: number}} Data
 */

/** @typedef {{cell: HTMLElement, canvas: HTMLCanvasElement, layer: number, head: number}} Small */

/**
 * @typedef {{root: HTMLElement, data: Data, tell: ViewCall<Data>["setTriggerValue"], frames:
 *   Exchange, heads: Exchange, version?: string, weights: Tensor, frame: number, layer: number,
 *   head: number, player: Player, now: HTMLElement, pair: HTMLElement, list: HTMLElement, grid:
 *   HTMLElement, title: HTMLElement, large: HTMLElement, lines: HTMLElement[], small: Small[],
 *   canvas: HTMLCanvasElement}} View
 */

/** @param {ViewCall<Data, HTMLElement & {view?: View}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".film");
  const view = (root.view ??= build(root, data));
  const fresh = view.version !== data.version;
  view.version = data.version;
  Object.assign(view, { data, tell: setTriggerValue, weights: unpack(data.weights) });
  const { frame, layer, head } = data;
  if (view.frames.news(frame)) view.frame = frame;
  if (view.heads.news([layer, head].join()) || fresh) Object.assign(view, { layer, head });
  if (fresh) layOut(view);
  view.player.set(view.frame + 1);
  repaint(view);
}

/** @type {(root: HTMLElement, data: Data) => View} */
function build(root, data) {
  // The data, too: the player asks at once how many steps there are.
  const view = /** @type {View} */ ({ root, data, frames: makeExchange(), heads: makeExchange() });
  const top = element("div", { class: "top" }, root);
  view.player = makePlayer(
    top,
    t("Steps of the training"),
    () => view.data.steps.length,
    (place, moving) => {
      view.frame = place - 1;
      repaint(view);
      if (!moving) tellFrame(view);
    },
    undefined,
    "frame",
  );
  view.now = element("div", { class: "now", "aria-live": "polite" }, top);
  view.pair = element("p", { class: "pair" }, root);
  const columns = element("div", { class: "columns" }, root);
  view.list = element(
    "div",
    { class: "said", role: "listbox", tabindex: 0, "aria-label": t("Frames") },
    columns,
  );
  walk(
    view.list,
    (key) => moved(view.frame, key, view.data.steps.length, { keys: DOWN }),
    (frame) => show(view, frame),
  );
  const maps = element("div", { class: "maps" }, columns);
  view.grid = element(
    "div",
    { class: "grid", role: "radiogroup", "aria-label": t("Layer and head") },
    maps,
  );
  view.title = element("h4", {}, maps);
  view.large = element("div", { class: "large" }, maps);
  return view;
}

/** @type {(view: View, frame: number) => void} */
function show(view, frame) {
  view.frame = within(frame, 0, view.data.steps.length - 1);
  view.player.set(view.frame + 1);
  repaint(view);
  tellFrame(view);
}

/** @type {(view: View) => void} */
function tellFrame(view) {
  view.frames.told(view.frame);
  view.tell("frame", view.frame + 1);
}

/**
 * Lines, small maps and labels for another sentence or another attention.
 *
 * @type {(view: View) => void}
 */
function layOut(view) {
  const { data } = view,
    [, layers, heads] = view.weights.shape;
  view.pair.replaceChildren();
  const [from, to] = data.spoken;
  element("b", { lang: from }, view.pair, data.source);
  view.pair.append(" ");
  writeInto(view.pair, t("The loss and the maps belong to the given translation, {given}"), {
    given: element("span", { lang: to }, null, t("“{text}”", { text: data.given })),
  });
  const worst = Math.max(...data.losses);
  view.list.replaceChildren();
  view.lines = data.steps.map((step, frame) => {
    const line = element("div", { class: "line", role: "option", id: `film-${frame}` }, view.list);
    element("span", { class: "step" }, line, whole(step));
    element(
      "span",
      { class: "text", lang: to, title: data.texts[frame] },
      line,
      data.texts[frame] || "—",
    );
    const rail = element("span", { class: "rail", title: t("loss") }, line);
    element("span", { style: `width:${(100 * data.losses[frame]) / worst}%` }, rail);
    element("span", { class: "loss" }, line, number(data.losses[frame], 2));
    line.onclick = () => show(view, frame);
    return line;
  });
  view.grid.replaceChildren();
  view.grid.style.gridTemplateColumns = `repeat(${heads}, minmax(0, 1fr))`;
  view.small = [];
  for (let layer = 0; layer < layers; layer++) {
    for (let head = 0; head < heads; head++) {
      const name = t("Layer {layer}, head {head}", { layer: layer + 1, head: head + 1 });
      const cell = element(
        "button",
        { type: "button", role: "radio", "aria-label": name, title: name },
        view.grid,
      );
      cell.onclick = () => pick(view, layer, head);
      view.small.push({ cell, canvas: element("canvas", {}, cell), layer, head });
    }
  }
  walk(
    view.grid,
    (key) => movedOver([view.layer, view.head], key, [layers, heads], { around: true }),
    ([layer, head]) => pick(view, layer, head),
  );
  labelLarge(view);
}

/** @type {(view: View) => void} */
function labelLarge(view) {
  const { queries, keys } = view.data;
  view.large.replaceChildren();
  view.large.style.setProperty("--rows", String(queries.length));
  view.large.style.setProperty("--columns", String(keys.length));
  /** @type {(tokens: Token[], kind: string) => void} */
  const names = (tokens, kind) => {
    const box = element("div", { class: kind }, view.large);
    tokens.forEach((token) =>
      element("span", { class: token.special ? "special" : "", lang: token.lang }, box, token.text),
    );
  };
  names(keys, "keys");
  names(queries, "queries");
  view.canvas = element("canvas", { role: "img" }, view.large);
}

/** @type {(view: View, layer: number, head: number) => void} */
function pick(view, layer, head) {
  Object.assign(view, { layer, head });
  repaint(view);
  view.small[layer * view.weights.shape[2] + head].cell.focus();
  view.heads.told([layer, head].join());
  view.tell("head", [layer + 1, head + 1]);
}

/** @type {(view: View, step: number, said: string) => void} */
function writeNow(view, step, said) {
  const count = whole(step);
  if (!said) {
    view.now.textContent = tn(
      "after {count} step the model writes nothing",
      "after {count} steps the model writes nothing",
      step,
      { count },
    );
    return;
  }
  const message = tn(
    "after {count} step the model writes {text}",
    "after {count} steps the model writes {text}",
    step,
    { count },
  );
  const text = element("b", { lang: view.data.spoken[1] }, null, t("“{text}”", { text: said }));
  view.now.replaceChildren();
  writeInto(view.now, message, { text });
}

/** @type {(view: View) => void} */
function repaint(view) {
  const { data, frame } = view,
    colours = palette(view.root);
  writeNow(view, data.steps[frame], data.texts[frame]);
  view.lines.forEach((line, place) => {
    line.setAttribute("aria-selected", place === frame);
    line.classList.toggle("later", place > frame);
  });
  view.list.setAttribute("aria-activedescendant", `film-${frame}`);
  for (const { cell, canvas, layer, head } of view.small) {
    const chosen = layer === view.layer && head === view.head;
    dots(canvas, slice(view.weights, frame, layer, head), colours.attention);
    cell.setAttribute("aria-checked", chosen);
    cell.tabIndex = chosen ? 0 : -1;
  }
  view.title.textContent = t("Layer {layer}, head {head}, step {step}", {
    layer: view.layer + 1,
    head: view.head + 1,
    step: whole(data.steps[frame]),
  });
  view.canvas.setAttribute("aria-label", view.title.textContent);
  dots(view.canvas, slice(view.weights, frame, view.layer, view.head), colours.attention);
}
