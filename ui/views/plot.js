// Plotly in a node that stays: react() repaints it, so nothing blinks and the zoom is kept.

import { GRID } from "./library/keys.js";
import { languageHere, t } from "./library/messages.js";
import { within } from "./library/numbers.js";
import { release, seen } from "./library/seen.js";
import { figureOf } from "./plot_figure.js";
import { unfold } from "./plot_unfold.js";
import { plotPicture, plotTables } from "./take_away/plot.js";

/** @import { Axis, Figure, PlotNode, Takes, Trace } from "./take_away/types.d.ts" */

/**
 * A figure, where Plotly is, whether the page hears of clicks, and whether its lines draw
 * themselves.
 *
 * @typedef {{figure: Figure, key: string, label: string, height: number, url: string,
 *   clicks: boolean, unfolds?: boolean}} Data
 */

/**
 * What was clicked.
 *
 * @typedef {{
 *   curveNumber: number,
 *   pointNumber: number | number[],
 *   x: unknown,
 *   y: unknown,
 *   z?: number,
 * }} Point
 */

/**
 * A heat map as Plotly keeps it.
 *
 * @typedef {{
 *   z: number[][],
 *   trace: Trace & {type: string, index: number, xaxis: string, yaxis: string},
 * }} HeatMap
 */

/**
 * @typedef {PlotNode & {
 *   request: Data,
 *   send: ViewCall<Data>["setTriggerValue"],
 *   takes: Takes,
 *   painting: boolean,
 *   wired: boolean,
 *   config: object,
 *   observer: ResizeObserver,
 *   leaves: AbortController,
 *   calcdata: HeatMap[][],
 *   on: (name: string, act: (event: {points: Point[]}) => void) => void,
 * }} Node
 */

/** @type {HTMLScriptElement | null} */
const streamlit = document.querySelector('script[src*="static/js/"]');
/** @type {(url: string) => Promise<unknown>} */
const load = (url) =>
  (window.plotlyLoading ??= window.Plotly
    ? Promise.resolve()
    : import(new URL(url, streamlit?.src).href));

/** What Plotly calls its buttons: it brings English alone. */
const dictionary = () => ({
  "Double-click to zoom back out": t("Double-click to zoom back out"),
  Pan: t("Pan"),
  "Reset axes": t("Reset axes"),
  Zoom: t("Zoom"),
  "Zoom in": t("Zoom in"),
  "Zoom out": t("Zoom out"),
});

const config = () => ({
  locale: languageHere(),
  locales: languageHere() === "en" ? {} : { [languageHere()]: { dictionary: dictionary() } },
  displaylogo: false,
  responsive: false,
  modeBarButtonsToRemove: ["toImage", "sendChartToCloud", "select2d", "lasso2d", "autoScale2d"],
});

/** @type {(node: Node) => Promise<void>} */
async function paint(node) {
  // one at a time, only the newest request, and first when it is seen
  if (node.painting) return;
  node.painting = true;
  try {
    await load(node.request.url);
    node.config ??= config(); // a new one would make react() start from nothing
    node.style.minHeight ||= `${node.request.height}px`;
    for (let drawn; drawn !== node.request && node.isConnected; ) {
      if (!node.wired) await seen(node); // later it must fit its place even where nobody looks
      if (!node.isConnected) return;
      drawn = node.drawn = node.request;
      const { data, layout } = figureOf(node, drawn, node.clientWidth);
      layout.autosize = true;
      node.style.minHeight = `${layout.height ?? drawn.height}px`;
      await Plotly.react(node, { data, layout, config: node.config });
      if (!node.wired) wire(node);
      node.dataset.revision = String(Number(node.dataset.revision ?? 0) + 1); // tests wait for this
      if (drawn.unfolds) unfold(node, drawn.figure);
    }
  } finally {
    node.painting = false;
  }
}

/** @type {(node: Node) => void} */
function wire(node) {
  node.wired = true; // once per node
  /** @type {(event: {points: Point[]}) => void} */
  const pick = (event) => {
    if (!node.request.clicks) return;
    const point = event.points[0];
    node.send("click", {
      trace: point.curveNumber,
      index: point.pointNumber,
      x: point.x,
      y: point.y,
      z: point.z ?? null,
    });
  };
  node.on("plotly_click", pick);
  let row = 0,
    column = 0,
    seen = false;
  node.onblur = () => {
    seen = false;
  };
  node.onkeydown = (event) => {
    // arrows walk over a heat map, Enter picks a cell
    const map = node.calcdata.find(([c]) => c.z && c.trace.type === "heatmap")?.[0];
    const step = GRID[event.key];
    if (!map || event.target !== node || (!step && event.key !== "Enter")) return;
    event.preventDefault();
    const { z, trace } = map;
    const axis = /** @type {Axis} */ (node._fullLayout[trace.yaxis.replace("y", "yaxis")]);
    const [low, high] = axis.range ?? [];
    const down = low > high ? 1 : -1; // rows may count downwards
    const [up, right] = seen && step ? step : [0, 0]; // the first key shows where one stands
    row = within(row + down * up, 0, z.length - 1);
    column = within(column + right, 0, z[0].length - 1);
    seen = true;
    const at = { xval: trace.x?.[column] ?? column, yval: trace.y?.[row] ?? row };
    Plotly.Fx.hover(node, [at], trace.xaxis + trace.yaxis);
    if (event.key === "Enter") {
      pick({
        points: [
          {
            curveNumber: trace.index,
            pointNumber: [row, column],
            x: at.xval,
            y: at.yval,
            z: z[row][column],
          },
        ],
      });
    }
  };
}

/**
 * @param {ViewCall<Data, Node>} call
 * @returns {() => void}
 */
export default function ({ data, parentElement, setTriggerValue }) {
  // at each change of data or theme
  const node = parentElement.querySelector(".plot");
  Object.assign(node, {
    request: data,
    send: setTriggerValue,
    id: `plot-${data.key}`,
    tabIndex: 0,
    role: "figure",
    ariaLabel: data.label,
  });
  node.takes = {
    picture: (themed) => plotPicture(node, (width) => figureOf(node, node.request, width), themed),
    tables: () => plotTables(node),
  };
  const anew = () => {
    node.request = { ...node.request };
    paint(node);
  };
  paint(node);
  if (!node.observer) {
    node.observer = new ResizeObserver(([{ contentRect }]) => {
      const { width } = contentRect; // to ask the node would lay out the page again
      if (!node.wired || !width || Math.abs(width - node._fullLayout.width) < 1) return;
      anew(); // there may be room for more names, or for fewer
    });
    node.observer.observe(node);
    node.leaves = new AbortController();
    addEventListener("glass-letters", anew, { signal: node.leaves.signal }); // on a projector
  }
  return () => {
    // may also run late, for an older call: act on removal only
    if (node.isConnected) return;
    release(node);
    node.observer.disconnect();
    node.leaves.abort();
    if (node.wired) Plotly.purge(node);
  };
}
