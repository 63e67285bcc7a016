// What the decoder looks back at before it asks the memory: arcs to earlier words, bars below them.

import { announce, listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { walkChildren } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import {
  brief,
  number,
  rowOf,
  slice,
  strongestOf,
  unpack,
} from "../../../../ui/views/library/numbers.js";
import { placeName } from "./memory_state.js";
import { fillChips } from "./word_chips.js";

/** @import { BackData, BackState, BackView } from "./types.d.ts" */
/** @import { Token } from "../../../../ui/views/library/tokens.js" */

/** @type {(root: Element) => BackView} */
function buildBack(root) {
  root.replaceChildren();
  const title = element("p", { class: "title" }, root);
  const scroll = element("div", { class: "stage" }, root);
  const frame = element("div", { class: "frame" }, scroll);
  const drawing = svg("svg", { class: "drawing", "aria-hidden": "true" }, frame);
  const words = element(
    "div",
    {
      class: "words",
      role: "radiogroup",
      "aria-label": t("Words the decoder has read; choose one to see what it attends to"),
    },
    frame,
  );
  const bars = element("div", { class: "bars", "aria-hidden": "true" }, frame);
  const beginning = { state: /** @type {BackState} */ ({}), exchange: makeExchange() };
  /** @type {Partial<BackView>} */
  const nodes = { ...beginning, title, scroll, frame, drawing, words, bars };
  const view = /** @type {BackView} */ (nodes);
  view.choose = (step) => {
    announce({ step }); // this view hears it, too
    view.send("step", step + 1);
  };
  walkChildren(words, view.choose);
  new ResizeObserver(() => view.chips && paintBack(view)).observe(scroll);
  return view;
}

/** @type {(view: BackView, tokens: Token[]) => void} */
function fillBack(view, tokens) {
  view.chips = fillChips(view.words, tokens, { role: "radio" });
  view.chips.forEach((chip, row) => {
    chip.onclick = () => view.choose(row);
  });
  view.bars.replaceChildren();
  view.rails = tokens.map(() => {
    const rail = element("span", { class: "rail" }, view.bars);
    return { rail, fill: element("i", {}, rail), value: element("span", {}, rail) };
  });
}

/** @type {(state: Pick<BackState, "layer" | "head" | "step">) => string} */
const chosenIn = ({ layer, head, step }) => [layer, head, step].join();

/** @type {(view: BackView) => void} */
function paintBack(view) {
  const { state } = view,
    { step, layer, head, weights, tokens } = state;
  const row = rowOf(slice(weights, layer, head), step),
    best = strongestOf(row);
  view.title.textContent = titleOf(state, best, row[best]);
  view.chips.forEach((chip, i) => {
    chip.setAttribute("aria-checked", i === step);
    const token = tokens[i].text;
    chip.setAttribute(
      "aria-label",
      i > step
        ? t("{token}: masked", { token })
        : t("{name}: {value}", { name: token, value: number(row[i], 3) }),
    );
    chip.tabIndex = i === step ? 0 : -1;
    chip.classList.toggle("chosen", i === step);
    chip.classList.toggle("future", i > step);
    const { rail, fill, value } = view.rails[i];
    rail.style.width = `${chip.offsetWidth}px`;
    rail.style.left = `${chip.offsetLeft}px`;
    rail.classList.toggle("masked", i > step);
    fill.style.height = `${i > step ? 0 : row[i] * 46}px`;
    value.textContent = i > step ? "" : brief(row[i]);
  });
  arcs(view, row, step);
}

/**
 * An arc to each word that is read; to the word itself, a loop.
 *
 * @type {(view: BackView, row: Float32Array, step: number) => void}
 */
function arcs({ drawing, frame, chips, scroll }, row, step) {
  /** @type {(chip: HTMLElement) => number} */
  const middle = (chip) => chip.offsetLeft + chip.offsetWidth / 2,
    top = chips[0].offsetTop,
    from = middle(chips[step]);
  drawing.replaceChildren();
  drawing.setAttribute("width", frame.offsetWidth);
  drawing.setAttribute("height", top);
  row.forEach((value, i) => {
    if (i > step || value < 0.02) return;
    const to = middle(chips[i]),
      rise = Math.min(top - 8, 18 + Math.abs(from - to) * 0.3) * 1.3;
    const path =
      i === step
        ? `M${from - 6} ${top}C${from - 22} ${top - 34} ${from + 22} ${top - 34} ${from + 6} ${top}`
        : `M${from} ${top}C${from} ${top - rise} ${to} ${top - rise} ${to} ${top}`;
    svg("path", { d: path, "stroke-width": 0.8 + 9 * value, "data-column": i }, drawing);
  });
  const low = chips[step].offsetLeft - scroll.clientWidth / 2;
  if (Math.abs(scroll.scrollLeft + scroll.clientWidth / 2 - from) > scroll.clientWidth / 2 - 60)
    scroll.scrollLeft = low;
}

/** @type {(state: BackState, best: number, weight: number) => string} */
function titleOf(state, best, weight) {
  const { step, tokens } = state,
    gaps = {
      place: placeName(state, state.weights.shape),
      token: tokens[step].text,
      weight: number(weight, 3),
    };
  return best === step
    ? t("Masked self-attention, {place}: “{token}” gives the most weight to itself, {weight}", gaps)
    : t(
        "Masked self-attention, {place}: “{token}” gives the most weight to “{other}”, " +
          "{steps} back, {weight}",
        { ...gaps, other: tokens[best].text, steps: step - best },
      );
}

/** @param {ViewCall<BackData, HTMLElement & {view?: BackView}>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  // at each change of data or theme
  const root = parentElement.querySelector(".look_back");
  const view = (root.view ??= buildBack(root));
  view.send = setTriggerValue;
  const draw = () => {
    const page = window.glassTensors;
    if (!page?.tensors.back || page.version !== view.wanted.version) return; // it is on its way
    const { version, tokens, layer, head, step } = view.wanted,
      fresh = view.version !== version;
    if (fresh) fillBack(view, tokens);
    view.version = version;
    Object.assign(view.state, { tokens, weights: unpack(page.tensors.back) });
    if (view.exchange.news(chosenIn(view.wanted)) || fresh)
      Object.assign(view.state, { layer, head, step });
    paintBack(view);
  };
  /** @type {(change: Partial<BackState>) => void} */
  const show = (change) => {
    view.exchange.told(chosenIn(Object.assign(view.state, change)));
    paintBack(view);
  };
  view.wanted = data;
  listen(root, ({ tensors, step, place }) => {
    if (tensors) draw();
    else if (view.chips && step !== undefined) show({ step });
    else if (view.chips && place) show({ layer: place[0], head: place[1] });
  });
  draw();
}
