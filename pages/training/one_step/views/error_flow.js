// The error's way back through the diagram of the model, stage by stage.

import { palette } from "../../../../ui/views/library/colours.js";
import { NARROW, WIDE } from "../../../../ui/views/library/diagram_sizes.js";
import { element, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number, percent } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { drawCards, paintCards } from "./error_cards.js";
import { drawStreams, paintStreams } from "./error_roads.js";

/** @import { ErrorFlow, ErrorFlowData, ErrorStage } from "./data.d.ts" */
/** @import { FlowView } from "./types.d.ts" */

const NARROWEST_WIDE = 780; // pixels below which the layout for phones is used
const PACE = 1500; // milliseconds for each stage
const HIGHEST = 34; // pixels of the bar of the largest loss

/** @type {(root: HTMLElement, data: ErrorFlowData) => FlowView} */
function open(root, data) {
  root.replaceChildren();
  const losses = element("div", { class: "losses", role: "group", tabindex: 0 }, root);
  const stage = element("div", { class: "ground" }, root);
  const says = element("div", { class: "says" }, stage);
  /** @type {Partial<FlowView>} */
  const beginning = { root, losses, stage, says, data, step: 1, whole: true, painted: new Map() };
  const view = /** @type {FlowView} */ (beginning);
  const label = element("label", {}, says);
  view.cut = element("input", { type: "checkbox", role: "switch" }, label);
  label.append(t("Cut the thick roads"));
  view.cut.onchange = () => repaint(view);
  view.player = makePlayer(
    says,
    t("The error's path"),
    () => stagesOf(view).length,
    (step) => {
      view.step = step;
      view.whole = false;
      repaint(view);
    },
    PACE,
  );
  says.prepend(view.player.node);
  view.title = element("h2", {}, says);
  view.said = element("p", { class: "line", "aria-live": "polite" }, says);
  view.observer = new ResizeObserver(() => {
    if (view.data && root.clientWidth && view.layout?.narrow !== isNarrow(root)) build(view);
  });
  view.observer.observe(root);
  return view;
}

/** @type {(root: HTMLElement) => boolean} */
const isNarrow = (root) => root.clientWidth < NARROWEST_WIDE;

/** @type {(view: FlowView) => ErrorFlow} */
const flowOf = (view) => view.data.flows[view.cut.checked ? 1 : 0];

/** @type {(view: FlowView) => ErrorStage[]} */
const stagesOf = (view) => flowOf(view).stages;

/** @type {(view: FlowView) => void} */
function fillLosses(view) {
  const { losses, tokens } = view.data;
  const most = Math.max(...losses.map(({ loss }) => loss), 1e-6);
  view.losses.replaceChildren();
  view.losses.ariaLabel = t("Probability and loss of each token of the right answer");
  element("span", { class: "name" }, view.losses, t("how sure (bar: loss)"));
  losses.forEach(({ loss, p }, i) => {
    const { text, joined, special, lang } = tokens.output[i];
    const kinds = ["token", joined && "joined", special && "special", loss === most && "worst"];
    const box = element("div", { class: kinds.filter(Boolean).join(" ") }, view.losses);
    box.title = t("{loss} nats", { loss: number(loss, 2) });
    element("span", {}, box, percent(p));
    const bar = element("i", { "aria-hidden": "true" }, box);
    bar.style.height = `${Math.max(1, (loss / most) * HIGHEST)}px`;
    element("b", { lang }, box, text);
  });
}

/** @type {(view: FlowView) => void} */
function build(view) {
  if (!view.root.clientWidth) return;
  view.layout = isNarrow(view.root) ? NARROW : WIDE;
  const { width, height, narrow, output } = view.layout;
  const top = narrow ? output : 0;
  view.stage.classList.toggle("narrow", narrow);
  view.stage.classList.toggle("wide", !narrow);
  view.stage.querySelector(":scope > svg")?.remove();
  view.svg = svg("svg", {
    viewBox: `0 ${top} ${width} ${height - top - (narrow ? 56 : 24)}`,
    role: "group",
    "aria-label": t("The gradient at each block: encoder on the left, decoder on the right."),
  });
  drawStreams(view);
  drawCards(view, (name) => jump(view, name));
  view.stage.append(view.svg);
  repaint(view);
}

/**
 * Go to a block's stage: in the layer that is shown, or in the stack's last one.
 *
 * @type {(view: FlowView, name: string) => void}
 */
function jump(view, name) {
  const stages = stagesOf(view);
  const now = stages[view.step - 1];
  const inLayer = stages.findIndex(({ block, layer }) => block === name && layer === now.layer);
  const found = inLayer >= 0 ? inLayer : stages.findIndex(({ block }) => block === name);
  if (found < 0) return;
  view.player.pause();
  view.step = found + 1;
  view.whole = false;
  view.player.set(view.step);
  repaint(view);
}

/** @type {(view: FlowView) => void} */
function repaint(view) {
  const flow = flowOf(view);
  const now = flow.stages[view.step - 1];
  view.title.textContent = now.title;
  view.said.replaceChildren();
  for (const [text, strong] of now.said) {
    if (strong) element("b", {}, view.said, text);
    else view.said.append(text);
  }
  paintStreams(view, flow);
  paintCards(view, flow);
  view.root.dataset.moment = `${view.step} ${view.cut.checked}`; // tests wait for this
}

/** @param {ViewCall<ErrorFlowData, HTMLElement & {view?: FlowView}>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".error_flow");
  const view = (root.view ??= open(root, data));
  const others = data.version !== view.seen;
  view.data = data;
  view.seen = data.version;
  view.colours = palette(root);
  view.painted.clear();
  if (others) {
    view.player.pause();
    view.step = 1;
    view.whole = true;
    view.player.set(1);
  }
  fillLosses(view);
  build(view);
  return () => {
    if (!root.isConnected) view.observer.disconnect();
  };
}
