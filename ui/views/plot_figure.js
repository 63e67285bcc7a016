// A figure that Python made, in the colours of the page, with as many names as have room.

import { css, palette } from "./library/colours.js";
import { numbered, thin } from "./library/plot_room.js";

/** @import { Palette } from "./library/colours.js" */
/** @import { Figure } from "./take_away/types.d.ts" */

/**
 * Replace colour names ("var(--glass-Q)") by the theme's colours, wherever they stand.
 *
 * @type {(value: unknown, colours: Palette) => unknown}
 */
function coloured(value, colours) {
  if (typeof value === "string") {
    const [, name] = value.match(/^var\(--glass-([\w-]+)\)$/) ?? [];
    return name ? css(colours.colour(name)) : value;
  }
  if (Array.isArray(value)) return value.map((part) => coloured(part, colours));
  if (value && typeof value === "object") {
    const parts = Object.entries(value).map(([name, part]) => [name, coloured(part, colours)]);
    return Object.fromEntries(parts);
  }
  return value;
}

/**
 * Make every letter of a figure so many times larger.
 *
 * @type {(value: unknown, by: number) => void}
 */
export function enlargeLetters(value, by) {
  if (!value || typeof value !== "object") return;
  for (const [name, part] of Object.entries(value)) {
    if (/font$/i.test(name) && typeof part?.size === "number") part.size *= by;
    enlargeLetters(part, by);
  }
}

/**
 * Make a figure fit for a projector: its letters, the margins that hold them, and its height, as
 * long as it fits the screen.
 *
 * @type {(layout: Figure["layout"], data: Figure["data"], larger: number) => void}
 */
function enlarge(layout, data, larger) {
  enlargeLetters([layout, data], larger);
  const margin = /** @type {Record<string, number>} */ (layout.margin ?? {});
  for (const side of "lrtb") if (margin[side]) margin[side] *= larger;
  const height = Number(layout.height) || 360;
  layout.height = Math.max(height, Math.min(height * larger, innerHeight - 100));
}

/**
 * @type {(node: Element, colours: Palette, larger: number) => {layout: Record<string, unknown>}}
 */
function template(node, colours, larger) {
  /** @type {(name: string) => [number, string][]} */
  const stops = (name) => colours.ramp(name).map((rgb, i) => [i / 4, css(rgb)]);
  const text = css(colours.colour("text"));
  const axis = {
    gridcolor: css(colours.colour("line")),
    zerolinecolor: css(colours.colour("line2")),
    linecolor: css(colours.colour("line2")),
    automargin: true,
    tickfont: { size: 13 * larger },
    title: { font: { size: 14 * larger } },
  };
  return {
    layout: {
      font: { family: getComputedStyle(node).fontFamily, color: text, size: 14 * larger },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      colorway: ["primary", "Q", "K", "V", "Z", "X"].map((name) => css(colours.colour(name))),
      xaxis: axis,
      yaxis: axis,
      margin: { l: 10, r: 10, t: 30, b: 10 },
      coloraxis: { colorscale: stops("attention"), cmin: 0, cmax: 1 },
      coloraxis2: { colorscale: stops("signed"), cmid: 0 },
      // A number without room is left out, not shrunk.
      uniformtext: { minsize: 12 * larger, mode: "hide" },
      hoverlabel: {
        bgcolor: css(colours.colour("panel2")),
        font: { color: text, size: 13 * larger },
      },
    },
  };
}

/**
 * A figure as Plotly takes it, in the colours that a node has now.
 *
 * @param {HTMLElement} node
 * @param {{figure: Figure, key: string}} request a key keeps the figure's zoom
 * @param {number} width in pixels
 * @returns {Figure}
 */
export function figureOf(node, request, width) {
  const colours = palette(node.parentElement ?? node);
  const figure = /** @type {Figure} */ (coloured(request.figure, colours));
  const { data, layout } = figure;
  const larger = Number(getComputedStyle(node).getPropertyValue("--letters")) || 1; // projected
  const base = template(node, colours, larger);
  for (const name of ["coloraxis", "coloraxis2"]) {
    // Plotly takes the colour scale of an axis from the figure only, not from its template.
    const own = layout[name];
    if (own) layout[name] = Object.assign({}, base.layout[name], own);
  }
  thin(layout.xaxis, width / larger);
  for (const trace of data) numbered(trace, layout.yaxis, width / larger);
  if (larger !== 1) enlarge(layout, data, larger);
  Object.assign(layout, { template: base, uirevision: layout.uirevision ?? request.key });
  return { data, layout };
}
