// The left half: all heads as small maps, a menu; below each column what that head adds.

import { cellUnder, element, svg, times } from "../../../../ui/views/library/dom.js";
import { movedOver, walk } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { largest, number, percent, slice } from "../../../../ui/views/library/numbers.js";
import { dots, pooled } from "../../../../ui/views/library/paint.js";
import { shown } from "../../../../ui/views/library/tokens.js";

/** @import { Choose, State } from "./types.d.ts" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/** @typedef {{bar: HTMLElement, share: HTMLElement, fill: HTMLElement}} Bar */

/**
 * Build the menu of heads; arrow keys move in both directions.
 *
 * @param {Element} parent
 * @param {number} N
 * @param {number} h
 * @param {Choose} choose
 * @returns {{mark: (state: State) => void, paint: (state: State) => void}}
 */
export function headMenu(parent, N, h, choose) {
  const root = element(
    "div",
    { class: "columns menu", role: "radiogroup", "aria-label": t("Layer and head") },
    parent,
  );
  element("span", { class: "name" }, root, t("head"));
  const tops = times(h, (head) => element("span", { class: "top" }, root, head + 1));
  /** @type {HTMLElement[]} */
  const sides = [];
  const buttons = times(N, (layer) => {
    sides.push(element("span", { class: "name" }, root, t("layer {layer}", { layer: layer + 1 })));
    return times(h, (head) => {
      const button = element("button", { type: "button", role: "radio" }, root);
      element("canvas", { "aria-hidden": "true" }, button);
      button.onclick = () => choose({ layer, head });
      return button;
    });
  });
  let now = { layer: 0, head: 0 };
  walk(
    root,
    (key) => movedOver([now.layer, now.head], key, [N, h], { around: true }),
    ([layer, head]) => {
      choose({ layer, head });
      buttons[layer][head].focus();
    },
  );
  /** @type {(state: State) => void} */
  const mark = ({ layer, head, silenced }) => {
    now = { layer, head };
    tops.forEach((top, i) => top.classList.toggle("on", i === head));
    sides.forEach((side, i) => side.classList.toggle("on", i === layer));
    buttons.flat().forEach((button, i) => {
      const at = [Math.floor(i / h), i % h],
        on = at[0] === layer && at[1] === head;
      const silent = silenced.some(([a, b]) => a === at[0] && b === at[1]);
      button.setAttribute("aria-checked", String(on));
      const place = { layer: at[0] + 1, head: at[1] + 1 };
      button.setAttribute(
        "aria-label",
        silent
          ? t("Layer {layer}, head {head}, switched off", place)
          : t("Layer {layer}, head {head}", place),
      );
      button.classList.toggle("silent", silent);
      button.tabIndex = on ? 0 : -1;
    });
  };
  /** @type {(state: State) => void} */
  const paint = ({ weights, attention, cellColour }) =>
    buttons.forEach((row, layer) =>
      row.forEach((button, head) => {
        const map = slice(weights, layer, head),
          small = pooled(map, 44);
        dots(
          /** @type {HTMLCanvasElement} */ (button.firstChild),
          small,
          small.shape.join() === map.shape.join() ? cellColour : attention,
        );
        button.classList.toggle("fine", Math.max(...map.shape) > 22);
      }),
    );
  return { mark, paint };
}

/**
 * Build bars, blocks of z and the output below the columns of the menu.
 *
 * @param {Element} parent
 * @param {number} h
 * @param {Choose} choose
 * @returns {(state: State) => void}
 */
export function headParts(parent, h, choose) {
  const title = element("h3", {}, parent);
  const bars = element("div", { class: "columns bars", role: "img" }, parent);
  element("span", {}, bars);
  const columns = times(h, (head) => {
    const bar = element("span", { class: "bar" }, bars);
    bar.onclick = () => choose({ head });
    return { bar, share: element("span", { class: "share" }, bar), fill: element("i", {}, bar) };
  });
  const blocks = element("div", { class: "columns blocks" }, parent);
  const name = element("span", { class: "name" }, blocks);
  element("b", {}, name, "z");
  const size = element("span", {}, name);
  const canvases = times(h, (head) => {
    const holder = element("span", { class: "block" }, blocks);
    svg(
      "path",
      { d: "M5 0V13m-4 -5l4 5l4 -5" },
      svg("svg", { viewBox: "0 0 10 14", class: "arrow-down", "aria-hidden": "true" }, holder),
    );
    const canvas = element("canvas", { role: "img" }, holder);
    holder.onclick = () => choose({ head });
    return canvas;
  });
  const caption = element("p", { class: "caption" }, parent);
  const [beside, then] = times(2, () => element("span", {}, caption));
  const last = element("div", { class: "columns result" }, parent);
  element("span", { class: "name" }, last, t("output"));
  const output = element("canvas", { role: "img" }, last);

  return (state) => {
    const { layer, head, shares, heads, outputs, signed } = state;
    const z = slice(heads, layer),
      [, rows, d_k] = z.shape,
      most = largest(z);
    title.textContent = t("How much each head of layer {layer} adds to its output", {
      layer: layer + 1,
    });
    paintBars(bars, columns, shares[layer], head);
    size.textContent = `${rows} × ${d_k}`;
    canvases.forEach((canvas, i) => {
      dots(canvas, slice(z, i), (value) => signed(value / most));
      canvas.setAttribute(
        "aria-label",
        tn(
          "z of head {head}: {count} row of {columns} numbers",
          "z of head {head}: {count} rows of {columns} numbers",
          rows,
          { head: i + 1, columns: d_k },
        ),
      );
      canvas.parentElement?.classList.toggle("on", i === head);
    });
    blocks.title = t("Colours reach full strength at ±{most}", { most: number(most) });
    const both = t("side by side: {rows} × {columns}", { rows, columns: d_k * h });
    beside.textContent = both;
    then.textContent = t("× W_O then mixes the heads");
    /** @type {(text: string | null) => void} */
    const tell = (text) => {
      beside.textContent = text ?? both;
    };
    canvases.forEach((canvas, i) =>
      point(canvas, slice(z, i), state, tell, (cell) =>
        t("{token}: z of head {head}, number {number} = {value}", { ...cell, head: i + 1 }),
      ),
    );
    const sum = slice(outputs, layer),
      top = largest(sum);
    dots(output, sum, (value) => signed(value / top));
    output.setAttribute(
      "aria-label",
      tn(
        "Output: {count} row of {columns} numbers",
        "Output: {count} rows of {columns} numbers",
        rows,
        { columns: d_k * h },
      ),
    );
    point(output, sum, state, tell, (cell) =>
      t("{token}: output, number {number} = {value}", cell),
    );
    output.title = t("Colours reach full strength at ±{most}", { most: number(top) });
  };
}

/**
 * Tell the number of a matrix that the pointer is on.
 *
 * @type {(canvas: HTMLCanvasElement, matrix: Tensor, state: State, tell: (text: string | null) =>
 *   void, say: (cell: Record<string, unknown>) => string) => void}
 */
function point(canvas, matrix, { queries }, tell, say) {
  canvas.onpointermove = (event) => {
    const { row, column } = cellUnder(canvas, event, matrix.shape);
    const value = number(matrix.values[row * matrix.shape[1] + column], 3);
    tell(say({ token: shown(queries[row]), number: column + 1, value }));
  };
  canvas.onpointerleave = () => tell(null);
}

/** @type {(bars: HTMLElement, columns: Bar[], shares: number[], chosen: number) => void} */
function paintBars(bars, columns, shares, chosen) {
  const most = Math.max(0.25, ...shares.map(Math.abs));
  columns.forEach(({ bar, share, fill }, i) => {
    share.textContent = percent(shares[i]);
    fill.style.height = `${(Math.abs(shares[i]) / most) * 42}px`;
    bar.classList.toggle("on", i === chosen);
    bar.classList.toggle("against", shares[i] < 0);
  });
  bars.setAttribute(
    "aria-label",
    shares
      .map((share, i) => t("Head {head} {share}", { head: i + 1, share: percent(share) }))
      .join(", "),
  );
  bars.title = t(
    "How far each head's part reaches along the output, over all tokens; the shares sum to 100%",
  );
}
