// The words of the readers above and below the memory, and the lines along which they read.

import { LEAST } from "../../../../ui/views/library/attention.js";
import { element, svg, times, zoomOf } from "../../../../ui/views/library/dom.js";
import { walkChildren } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { FAINT, lightStage, strand } from "./memory_lights.js";
import { mapOf } from "./memory_state.js";
import { fillChips } from "./word_chips.js";

/** @import { Place, Point, Stage, State, StageNodes, View } from "./types.d.ts" */

/**
 * The label beside (on a phone: above) a row of words.
 *
 * @type {(parent: Element, kind: string) => StageNodes["labels"][number]}
 */
function sideLabel(parent, kind) {
  const side = element("div", { class: `side ${kind}` }, parent);
  return {
    name: element("b", {}, side),
    shape: element("span", { class: "shape" }, side),
    role: element("span", { class: "role" }, side),
  };
}

/**
 * Make the stage: three lines of words, and room for the lines between them.
 *
 * @param {Element} parent
 * @param {View} view
 * @returns {Stage}
 */
export function memoryStage(parent, view) {
  const node = element("div", { class: "stage", tabindex: -1 }, parent);
  const frame = element("div", { class: "frame" }, node);
  const drawing = svg("svg", { class: "drawing", "aria-hidden": "true" }, frame);
  const lines = times(3, (i) =>
    element("div", { class: `line ${i === 1 ? "memory" : "reader"}` }, frame),
  );
  const labels = lines.map((line, i) => sideLabel(line, i === 1 ? "memory" : "reader"));
  const boxes = lines.map((line) => element("div", { class: "box" }, line));
  const [above, memory, below] = boxes.map((box) => element("div", { class: "words" }, box));
  above.setAttribute("role", "radiogroup");
  for (const group of [memory, below]) group.setAttribute("role", "group");
  /** @type {StageNodes} */
  const nodes = {
    node,
    frame,
    drawing,
    lines,
    labels,
    box: boxes[1],
    groups: [above, memory, below],
  };
  const stage = /** @type {Stage} */ (nodes);
  walkChildren(above, (row) => view.choose({ step: view.state.readers[0].row_of.indexOf(row) }));
  [memory, below].forEach((group) => walkChildren(group));
  new ResizeObserver(() => {
    if (view.state.rows) {
      stage.paint(view.state);
      stage.light(view.state);
    }
  }).observe(node);
  stage.fill = (state) => fillStage(stage, state, view);
  stage.paint = (state) => paintStage(stage, state);
  stage.light = (state) => lightStage(stage, state);
  return stage;
}

/** @type {(stage: Stage, state: State, view: View) => void} */
function fillStage(stage, { readers, source, memory }, { choose, hover, state }) {
  const { labels, groups } = stage;
  /** @type {(chip: HTMLElement, place: Place) => void} */
  const watch = (chip, place) => {
    chip.onmouseenter = chip.onfocus = () => hover(place);
    chip.onmouseleave = chip.onblur = () => hover(null);
  };
  stage.node.classList.toggle("single", readers.length < 2);
  stage.node.classList.toggle(
    "long",
    Math.max(source.length, ...readers.map((r) => r.tokens.length)) > 16,
  );
  stage.chips = [0, 1].map((i) => {
    const reader = readers[i],
      group = groups[2 * i],
      label = labels[2 * i];
    stage.lines[2 * i].hidden = !reader;
    if (!reader) return [];
    label.name.textContent = reader.language;
    label.shape.textContent = reader.note;
    label.role.replaceChildren(t("queries:"), " ");
    element("b", { class: "q" }, label.role, "Q");
    const { language } = reader;
    group.setAttribute(
      "aria-label",
      i
        ? t("{language} translation", { language })
        : t("{language} translation: the row to show", { language }),
    );
    const chips = fillChips(group, reader.tokens, i ? {} : { role: "radio" });
    chips.forEach((chip, row) => {
      watch(chip, { reader: i, row });
      if (i === 0) chip.onclick = () => choose({ step: state.readers[0].row_of.indexOf(row) });
      else chip.tabIndex = row ? -1 : 0;
    });
    return chips;
  });
  labels[1].name.textContent = t("memory");
  labels[1].shape.textContent = `${memory[0]} × ${memory[1]}`;
  labels[1].role.replaceChildren(t("gives:"), " ");
  element("b", { class: "k" }, labels[1].role, "K");
  labels[1].role.append(" ");
  element("b", { class: "v" }, labels[1].role, "V");
  groups[1].setAttribute("aria-label", t("Memory: one vector for each source token"));
  stage.source = fillChips(groups[1], source, {});
  stage.source.forEach((chip, column) => {
    watch(chip, { column });
    chip.tabIndex = column ? -1 : 0;
  });
}

/**
 * Where lines begin and end: at the words of a reader, and at the edge of the memory.
 *
 * @type {(stage: Stage) => void}
 */
function measureStage(stage) {
  const tall = stage.node.clientWidth < 520;
  stage.node.classList.toggle("tall", tall);
  const edge = stage.box.getBoundingClientRect(),
    origin = stage.frame.getBoundingClientRect(),
    zoom = zoomOf(stage.frame);
  /** @type {(x: number, y: number) => Point} */
  const inside = (x, y) => ({ x: (x - origin.left) / zoom, y: (y - origin.top) / zoom });
  /** @type {(chip: Element, side: number, outer?: DOMRect) => Point} */
  const place = (chip, side, outer) => {
    const at = chip.getBoundingClientRect(),
      limit = outer ?? at;
    return tall
      ? inside(limit[side ? "right" : "left"], (at.top + at.bottom) / 2)
      : inside((at.left + at.right) / 2, limit[side ? "bottom" : "top"]);
  };
  Object.assign(stage, {
    tall,
    from: [
      stage.chips[0].map((chip) => place(chip, 1)),
      stage.chips[1].map((chip) => place(chip, 0)),
    ],
    to: [0, 1].map((side) => stage.source.map((chip) => place(chip, side, edge))),
  });
  stage.drawing.setAttribute("width", origin.width / zoom);
  stage.drawing.setAttribute("height", stage.frame.offsetHeight);
}

/**
 * Paint all lines in grey; rows that are not written yet are dim.
 *
 * @type {(stage: Stage, state: State) => void}
 */
function paintStage(stage, state) {
  measureStage(stage);
  stage.drawing.replaceChildren();
  state.readers.forEach((_, reader) => {
    const map = mapOf(state, reader),
      columns = map.shape[1];
    map.values.forEach((value, i) => {
      const row = Math.floor(i / columns),
        future = reader === 0 && row > state.rows[0];
      if (value >= LEAST)
        strand(
          stage,
          reader,
          row,
          i % columns,
          0.5 + FAINT * value,
          future ? "faint future" : "faint",
          stage.drawing,
        );
    });
  });
  stage.lit = svg("g", {}, stage.drawing);
  stage.chips[0].forEach((chip, row) => {
    chip.classList.toggle("future", row > state.rows[0]);
    chip.setAttribute("aria-checked", row === state.rows[0]);
    chip.tabIndex = row === state.rows[0] ? 0 : -1;
  });
  keepInView(stage, state.rows[0]);
}

/**
 * Long sentences scroll inside the stage; the current word stays in its window.
 *
 * @type {(stage: Stage, row: number) => void}
 */
function keepInView(stage, row) {
  if (stage.seen === row || !stage.chips[0][row]) return;
  stage.seen = row;
  const { node } = stage,
    chip = stage.chips[0][row],
    still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const outer = node.getBoundingClientRect(),
    inner = chip.getBoundingClientRect();
  const behavior = still ? "auto" : "smooth",
    zoom = zoomOf(node);
  if (stage.tall) {
    if (inner.top >= outer.top + 30 && inner.bottom <= outer.bottom - 60) return;
    const top = node.scrollTop + (inner.top - outer.top - outer.height / 2) / zoom;
    node.scrollTo({ top, behavior });
  } else {
    if (inner.left >= outer.left + 110 && inner.right <= outer.right - 60) return;
    const left = node.scrollLeft + (inner.left - outer.left - outer.width / 2) / zoom;
    node.scrollTo({ left, behavior });
  }
}
