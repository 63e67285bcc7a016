// The story: texts that are scrolled, and one picture beside them that moves with them.

import { palette } from "../../../../ui/views/library/colours.js";
import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { still } from "../../../../ui/views/library/motion.js";
import { unpack, within } from "../../../../ui/views/library/numbers.js";
import { painter } from "./story_paint.js";
import { SCENES } from "./story_scenes.js";

/** @import { Data, Runs, Told } from "./types.d.ts" */

const LINE = 0.62; // of the window's height: a scene ends when its foot comes up to there

const PHONE = 48; // pixels of what stays above on a phone, where the bar does not
const DRAWN = 520; // pixels of width from which on all is drawn larger

/**
 * @typedef {{data: Data, canvas: HTMLCanvasElement, figure: HTMLElement, scenes: HTMLElement[],
 *   points: HTMLButtonElement[], paint: ReturnType<typeof painter>, told: Told, scene: number,
 *   progress: number, asked: number, drawn: string, look: () => void, leave: () => void}} View
 */

/** @type {(root: HTMLElement) => View} */
function open(root) {
  const view = /** @type {View} */ ({ scene: 0, progress: 0, asked: 0 });
  view.look = () => {
    view.asked ||= requestAnimationFrame(() => {
      view.asked = 0;
      if (view.told && root.isConnected) follow(view);
    });
  };
  // Whatever scrolls the page: Streamlit's own box, or a window that is enlarged.
  document.addEventListener("scroll", view.look, { capture: true, passive: true });
  const observer = new ResizeObserver(() => view.told && size(view));
  observer.observe(root);
  view.leave = () => {
    document.removeEventListener("scroll", view.look, { capture: true });
    observer.disconnect();
  };
  root.addEventListener("keydown", (event) => {
    const to = { ArrowDown: 1, ArrowRight: 1, PageDown: 1, ArrowUp: -1, ArrowLeft: -1, PageUp: -1 }[
      event.key
    ];
    const last = view.scenes.length - 1;
    const scene =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? last
          : to && within(view.scene + to, 0, last);
    if (scene === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(view, scene);
  });
  return view;
}

/** @type {(view: View, scene: number) => void} */
function goTo(view, scene) {
  view.scenes[scene].scrollIntoView({ block: "center", behavior: still() ? "auto" : "smooth" });
  view.points[scene].focus({ preventScroll: true });
}

/** @type {(parent: Element, runs: Runs) => void} */
const write = (parent, runs) => {
  for (const [text, strong] of runs) element(strong ? "strong" : "span", {}, parent, text);
};

/** @type {(root: HTMLElement, view: View) => void} */
function build(root, view) {
  root.replaceChildren();
  view.figure = element("figure", { class: "story-picture" }, root);
  view.canvas = element("canvas", { role: "img" }, view.figure);
  const bar = element(
    "div",
    { class: "story-points", role: "group", "aria-label": t("Scenes") },
    view.figure,
  );
  const column = element("div", { class: "story-scenes" }, root);
  view.points = [];
  view.scenes = view.data.scenes.map(({ title, text, now }, number) => {
    const scene = element("section", { class: "story-scene", "aria-label": title }, column);
    element(
      "p",
      { class: "story-number" },
      scene,
      t("Scene {number} of {count}", { number: number + 1, count: view.data.scenes.length }),
    );
    element("h2", {}, scene, title);
    const [keep, ...before] = [...text].reverse();
    for (const paragraph of before.reverse()) write(element("p", {}, scene), paragraph);
    write(element("p", { class: "story-now" }, scene), now);
    write(element("p", { class: "story-keep" }, scene), keep);
    const point = element(
      "button",
      {
        type: "button",
        title,
        "aria-label": t("Scene {number}: {title}", { number: number + 1, title }),
      },
      bar,
    );
    point.addEventListener("click", () => goTo(view, number));
    view.points.push(point);
    return scene;
  });
}

/** @type {(view: View) => void} */
function size(view) {
  const { clientWidth: width, clientHeight: height } = view.canvas;
  const scale = devicePixelRatio || 1;
  const bar = document.querySelector(".st-key-bar");
  const stays = bar && getComputedStyle(bar).position === "sticky";
  view.figure.style.setProperty("--above", `${stays ? bar.clientHeight : PHONE}px`);
  if (!width || !height) return;
  [view.canvas.width, view.canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  follow(view, true);
}

/**
 * See which scene is read, and how far it is; paint that.
 *
 * @type {(view: View, always?: boolean) => void}
 */
function follow(view, always = false) {
  const line = innerHeight * LINE;
  const boxes = view.scenes.map((scene) => scene.getBoundingClientRect());
  const past = boxes.findLastIndex(({ top }) => top <= line);
  const scene = Math.max(0, past);
  const { top, height } = boxes[scene];
  const progress = still() ? 1 : within((line - top) / height, 0, 1);
  if (!always && scene === view.scene && progress === view.progress) return;
  [view.scene, view.progress] = [scene, progress];
  view.points.forEach((point, n) => {
    if (n === scene) point.setAttribute("aria-current", "step");
    else point.removeAttribute("aria-current");
  });
  view.canvas.setAttribute(
    "aria-label",
    t("Picture of scene {number}: {title}", {
      number: scene + 1,
      title: view.data.scenes[scene].title,
    }),
  );
  const { clientWidth, clientHeight } = view.canvas;
  const zoom = within(clientWidth / DRAWN, 1, 1.4);
  const room = { width: clientWidth / zoom, height: clientHeight / zoom };
  view.paint(view.canvas, SCENES[scene](view.told, progress, room), zoom * (devicePixelRatio || 1));
  view.figure.dataset.moment = `${scene} ${progress.toFixed(2)}`; // tests wait for this
}

/**
 * @param {ViewCall<Data, HTMLElement & {view?: View}>} call
 * @returns {() => void}
 */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".story");
  const view = (root.view ??= open(root));
  view.data = data;
  const drawn = JSON.stringify(data.scenes);
  if (drawn !== view.drawn) build(root, view);
  view.drawn = drawn;
  const tensors = Object.fromEntries(
    Object.entries(data.tensors).map(([name, sent]) => [name, unpack(sent)]),
  );
  view.told = { ...data, tensors };
  view.paint = painter(view.told, palette(root), getComputedStyle(root).fontFamily);
  size(view);
  return () => {
    // may also run late, for an older call: act on removal only
    if (!root.isConnected) view.leave();
  };
}
