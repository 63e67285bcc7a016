// The blocks of the diagram: the gradient that arrived, as a picture, and its length as a bar.

import { THIN } from "../../../../ui/views/library/diagram_layout.js";
import { measureIn, times } from "../../../../ui/views/library/dom.js";
import { onKey } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { painted } from "../../../../ui/views/library/paint.js";
import { cut } from "../../../../ui/views/library/tokens.js";
import { nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { amountOf, flowOf, labelOf, stateOf } from "./error_state.js";

/** @import { Box, Layout } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { FlowView } from "./error_flow.js" */

/** Left, base line and room of the title; left, middle and room of the bar. */
/** @typedef {{title: number[], size: number, bar: number[], picture?: Box}} Places */

const HEADS = ["encoder_self", "decoder_self", "cross"];
const SMALLEST = 12; // pixels of a letter that can be read

/**
 * A block: its title, the length of the gradient of the layer where the error is, and its picture.
 *
 * @type {(view: FlowView, layout: Layout, name: string, box: Box, choose: (name: string) => void)
 *   => unknown}
 */
export function card(view, layout, name, box, choose) {
  const { data } = view,
    { arrived, layer, now } = stateOf(view, name),
    [x, y, width, height] = box,
    { title, size, bar, picture } = placesOf(layout, name, box);
  const most = Math.max(...Object.values(data.flows[0].lengths).flat()),
    length = flowOf(view).lengths[name]?.[layer] ?? 0;
  const [left, under, room] = bar,
    full = Math.max(length ? 1 : 0, room * Math.min(1, length / most));
  const rail = (/** @type {number} */ long, /** @type {string} */ kind) =>
    svg`<rect x=${left} y=${under - 3} height="6" rx="3" width=${long} class=${kind}></rect>`;
  const kind = [!arrived && "waiting", now && "now", name === "memory" && "bare"];
  return svg`<g class="block ${kind.filter(Boolean).join(" ")}" role="button" tabindex="0"
    aria-label=${labelOf(view, name)} data-block=${name}
    @click=${() => choose(name)} @keydown=${onKey(
      (key) => (key === "Enter" || key === " " ? name : undefined),
      choose,
    )}><rect x=${x} y=${y} width=${width} height=${height} rx=${Math.min(9, height / 2)}
      class="card"></rect>${titleOf(view, layout, data.titles[name], title, size)}
    ${room ? rail(room, "rail") : nothing}${rail(full, "length")}
    <text x=${left + (room && room + 5)} y=${under + 4.5} class="n"
      font-size="13">${amountOf(view, name, layer)}</text>
    ${picture ? pictures(view, name, layer, picture) : nothing}</g>`;
}

/**
 * Where a card has its title, its bar and its picture.
 *
 * @type {(layout: Layout, name: string, box: Box) => Places}
 */
function placesOf({ narrow }, name, [x, y, width, height]) {
  const middle = y + height / 2;
  if (name === "memory") {
    return { title: [x + 8, y + 17, width - 16], size: 13, bar: [x + 8, y + 32, width - 52] };
  }
  if (narrow && THIN.has(name)) {
    return { title: [x + 8, middle + 4.5, 40], size: 12.5, bar: [x + 52, middle, width - 98] };
  }
  if (narrow) {
    const places = { title: [x + 8, y + 16, width - 16], size: 13 };
    if (name === "softmax") return { ...places, bar: [x + 8, y + 27, 0] };
    const picture = [x + 8, y + 36, width - 16, height - 42];
    return { ...places, bar: [x + 8, y + 27, width - 58], picture };
  }
  if (THIN.has(name)) {
    const picture = [x + width - 88, middle - 7, 80, 14];
    return { title: [x + 12, middle + 4.5, 90], size: 14, bar: [x + 106, middle, 34], picture };
  }
  if (name === "softmax") {
    return { title: [x + 12, middle - 3, width - 24], size: 15, bar: [x + 12, middle + 12, 0] };
  }
  const tall = height < 50 ? height - 12 : 48;
  const picture = [x + width - 109, y + (height - tall) / 2, 101, tall];
  const room = picture[0] - x - 20;
  const bar = [x + 12, middle + 12, room - 56];
  return { title: [x + 12, middle - 4, room], size: 15, bar, picture };
}

/**
 * A title as large as there is room, or cut.
 *
 * @type {(view: FlowView, layout: Layout, whole: string, place: number[], size: number) => unknown}
 */
function titleOf({ root }, { narrow }, whole, [x, y, room], size) {
  const title = narrow && room < 50 ? t("Norm") : whole;
  const font = `600 ${size}px ${getComputedStyle(root).fontFamily}`;
  const wide = measureIn(font).measureText(title).width;
  const small = Math.max(SMALLEST, Math.min(size, (size * room) / wide));
  const fits = (wide * small) / size <= room + 2;
  // The blank parts title and number for who reads the text of the card as one.
  return svg`<text x=${x} y=${y} font-size=${small} font-weight="600"
    aria-hidden="true">${fits ? title : cut(title, room / (small * 0.56))} </text>`;
}

/**
 * The gradient as a picture, one for each head.
 *
 * @type {(view: FlowView, name: string, layer: number, box: Box) => unknown}
 */
function pictures(view, name, layer, [x, y, width, height]) {
  const { shape } = flowOf(view).tensors[name],
    count = HEADS.includes(name) ? shape[1] : 1,
    rows = count > 1 && height > 30 ? 2 : 1,
    columns = Math.ceil(count / rows),
    gap = count > 1 ? 2 : 0;
  const wide = (width - gap * (columns - 1)) / columns,
    high = (height - gap * (rows - 1)) / rows;
  return times(count, (head) => {
    const left = x + (head % columns) * (wide + gap),
      top = y + Math.floor(head / columns) * (high + gap);
    return svg`<image x=${left} y=${top} width=${wide} height=${high} class="picture"
        preserveAspectRatio="none" style="image-rendering: pixelated"
        href=${pictureOf(view, name, layer, head)}></image>
      <rect x=${left} y=${top} width=${wide} height=${high} class="frame"></rect>`;
  });
}

/**
 * The pictures that were painted, by the palette of the theme, which is another with other data.
 *
 * @type {WeakMap<object, Map<string, string>>}
 */
const known = new WeakMap();

/** @type {(view: FlowView, name: string, layer: number, head: number) => string} */
function pictureOf(view, name, layer, head) {
  const { colours, now } = view,
    before = known.get(colours) ?? new Map(),
    key = [!now.cut, name, layer, head].join();
  known.set(colours, before);
  if (!before.has(key)) {
    const tensor = unpack(flowOf(view).tensors[name]);
    const place = HEADS.includes(name) ? [layer, head] : tensor.shape.length === 3 ? [layer] : [];
    // One scale for a layer: heads can be compared, and so can the roads' two passes not.
    const most = largest(slice(tensor, ...place.slice(0, 1)));
    before.set(key, painted(slice(tensor, ...place), colours.signed, most));
  }
  return before.get(key);
}
