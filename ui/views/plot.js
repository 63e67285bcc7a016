// Plotly in a node that stays: react() repaints it, so nothing blinks and the zoom is kept.

import { css, palette } from "./library/colours.js";
import { GRID } from "./library/keys.js";
import { within } from "./library/numbers.js";
import { plotPicture, plotTables } from "./library/take_plot.js";

/** @type {HTMLScriptElement} */
const streamlit = document.querySelector('script[src*="static/js/"]');
const load = (url) =>
  (window.plotlyLoading ??= window.Plotly
    ? Promise.resolve()
    : import(new URL(url, streamlit.src).href));

/** Replace colour names ("var(--glass-Q)") by the theme's colours, wherever they stand. */
function coloured(value, colours) {
  if (typeof value === "string") {
    const [, name] = value.match(/^(?:role:|var\(--glass-)([\w-]+)\)?$/) ?? [];
    return name ? css(colours.colour(name)) : value;
  }
  if (Array.isArray(value)) return value.map((part) => coloured(part, colours));
  if (value && typeof value === "object") {
    for (const [name, part] of Object.entries(value)) value[name] = coloured(part, colours);
  }
  return value;
}

function template(node, colours) {
  const stops = (name) => colours.ramp(name).map((rgb, i) => [i / 4, css(rgb)]);
  const text = css(colours.colour("text"));
  const axis = {
    gridcolor: css(colours.colour("line")),
    zerolinecolor: css(colours.colour("line2")),
    linecolor: css(colours.colour("line2")),
    automargin: true,
    tickfont: { size: 13 },
    title: { font: { size: 14 } },
  };
  return {
    layout: {
      font: { family: getComputedStyle(node).fontFamily, color: text, size: 14 },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      colorway: ["primary", "Q", "K", "V", "Z", "X"].map((name) => css(colours.colour(name))),
      xaxis: axis,
      yaxis: axis,
      margin: { l: 10, r: 10, t: 30, b: 10 },
      coloraxis: { colorscale: stops("attention"), cmin: 0, cmax: 1 },
      coloraxis2: { colorscale: stops("signed"), cmid: 0 },
      hoverlabel: { bgcolor: css(colours.colour("panel2")), font: { color: text } },
    },
  };
}

const NAME = 14; // pixels that a name on an axis needs when it stands upright

/** Where the names of tokens have no room beside each other, leave some out at equal steps. */
function thin(axis, width) {
  if (!Array.isArray(axis?.tickvals) || !Array.isArray(axis.ticktext)) return;
  const every = Math.ceil((axis.tickvals.length * NAME) / Math.max(NAME, width - 90));
  for (const name of ["tickvals", "ticktext"])
    axis[name] = axis[name].filter((_, i) => i % every === 0);
}

const config = () => ({
  displaylogo: false,
  responsive: false,
  modeBarButtonsToRemove: ["toImage", "sendChartToCloud", "select2d", "lasso2d", "autoScale2d"],
});

/** The figure in the colours that a node has now. */
function figureOf(node, request, width) {
  const colours = palette(node.parentElement);
  const { data, layout } = coloured(JSON.parse(request.figure), colours);
  const base = template(node, colours);
  for (const name of ["coloraxis", "coloraxis2"]) {
    // Plotly takes the colour scale of an axis from the figure only, not from its template.
    if (layout[name]) layout[name] = { ...base.layout[name], ...layout[name] };
  }
  thin(layout.xaxis, width);
  Object.assign(layout, { template: base, uirevision: layout.uirevision ?? request.key });
  colours.release();
  return { data, layout };
}

async function paint(node) {
  // one at a time, and only the newest request
  if (node.painting) return;
  node.painting = true;
  try {
    await load(node.request.url);
    node.config ??= config(); // a new one would make react() start from nothing
    for (let seen; seen !== node.request && node.isConnected; ) {
      seen = node.request;
      const { data, layout } = figureOf(node, seen, node.clientWidth);
      layout.autosize = true;
      await Plotly.react(node, { data, layout, config: node.config });
      if (!node.wired) wire(node);
      node.dataset.revision = Number(node.dataset.revision ?? 0) + 1; // tests wait for this
    }
  } finally {
    node.painting = false;
  }
}

function wire(node) {
  // once per node
  node.wired = true;
  const pick = (event) => {
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
    const range = node._fullLayout[trace.yaxis.replace("y", "yaxis")].range;
    const down = range[0] > range[1] ? 1 : -1; // rows may count downwards
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
  node.style.minHeight = `${data.height}px`;
  paint(node);
  if (!node.observer) {
    node.observer = new ResizeObserver(
      () =>
        node.wired &&
        node.offsetWidth &&
        node.offsetWidth !== node._fullLayout.width &&
        Plotly.Plots.resize(node),
    );
    node.observer.observe(node);
  }
  return () => {
    // may also run late, for an older call: act on removal only
    if (node.isConnected) return;
    node.observer.disconnect();
    if (node.wired) Plotly.purge(node);
  };
}
