// The blocks of the diagram: the gradient that arrived, as a picture, and its length as a bar.

import { boxesOf, THIN } from "../../../../ui/views/library/diagram_layout.js";
import { measureIn, svg } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { painted } from "../../../../ui/views/library/paint.js";
import { cut } from "../../../../ui/views/library/tokens.js";

/** @import { ErrorFlow } from "./data.d.ts" */
/** @import { Card, CardPlaces, FlowView } from "./types.d.ts" */
/** @import { Box } from "../../../../ui/views/library/diagram_layout.js" */

const HEADS = ["encoder_self", "decoder_self", "cross"];
const WITHOUT_LAYERS = ["softmax", "linear", "memory", "source_embedding", "target_embedding"];
const UNSEEN = ["source_positions", "target_positions"]; // nothing of them is learned

/**
 * Whether the error has come to a block, which layer of it is shown, and whether it is there now.
 *
 * @param {FlowView} view
 * @param {ErrorFlow} flow
 * @param {string} name
 */
export function stateOf(view, flow, name) {
  const passed = view.whole ? flow.stages : flow.stages.slice(0, view.step);
  const here = flow.stages[view.step - 1];
  const last = passed.findLast(({ block }) => block === name);
  const first = flow.stages.find(({ block }) => block === name);
  // In a layer that was just begun, what the last one left is over.
  const inside = here && !WITHOUT_LAYERS.includes(here.block) && isSameStack(here.block, name);
  const arrived = Boolean(last) && (!inside || last?.layer === here?.layer);
  const layer = (inside ? here?.layer : last?.layer) ?? first?.layer ?? 0;
  return { arrived, layer, now: here?.block === name };
}

/** @type {(one: string, other: string) => boolean} */
const isSameStack = (one, other) =>
  !WITHOUT_LAYERS.includes(other) && one.startsWith("encoder") === other.startsWith("encoder");

/**
 * Draw all cards.
 *
 * @param {FlowView} view
 * @param {(name: string) => void} choose
 */
export function drawCards(view, choose) {
  view.cards = [];
  const boxes = boxesOf(view.layout);
  for (const [name, box] of Object.entries(boxes)) {
    if (!UNSEEN.includes(name)) view.cards.push(drawCard(view, name, box, choose));
  }
  const { narrow, memory } = view.layout;
  const [width, height] = narrow ? [78, 40] : [96, 46];
  const left = memory.x - width / 2 - (narrow ? 46 : 0);
  const box = [left, memory.y - height / 2, width, height];
  const card = drawCard(view, "memory", box, choose);
  card.node.classList.add("bare");
  view.cards.push(card);
}

/** @type {(view: FlowView, name: string, box: Box, choose: (name: string) => void) => Card} */
function drawCard(view, name, [x, y, width, height], choose) {
  const title = view.data.titles[name];
  const node = svg(
    "g",
    { class: "block", role: "button", tabindex: 0, "aria-label": title, "data-block": name },
    view.svg,
  );
  node.onclick = () => choose(name);
  node.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(name);
  };
  svg("rect", { x, y, width, height, rx: Math.min(9, height / 2), class: "card" }, node);
  const place = placesOf(view, name, [x, y, width, height]);
  writeTitle(view, node, title, place);
  const [left, under, room] = place.bar;
  const rail = { x: left, y: under - 3, height: 6, rx: 3 };
  if (room) svg("rect", { ...rail, width: room, class: "rail" }, node);
  const bar = svg("rect", { ...rail, class: "length" }, node);
  const at = { x: left + (room && room + 5), y: under + 4.5, class: "n", "font-size": 13 };
  const value = svg("text", at, node);
  const pictures = place.picture ? drawPictures(view, name, node, place.picture) : [];
  return { name, node, picture: pictures, bar, value, room };
}

/**
 * Where a card has its title, its bar and its picture.
 *
 * @param {FlowView} view
 * @param {string} name
 * @param {Box} box
 * @returns {CardPlaces}
 */
function placesOf(view, name, [x, y, width, height]) {
  const { narrow } = view.layout,
    middle = y + height / 2;
  if (name === "memory") {
    return { title: [x + 8, y + 17, width - 16], size: 13, bar: [x + 8, y + 32, width - 52] };
  }
  if (narrow && THIN.has(name)) {
    return { title: [x + 8, middle + 4.5, 40], size: 12.5, bar: [x + 52, middle, width - 98] };
  }
  if (narrow) {
    const picture = name === "softmax" ? undefined : [x + 8, y + 36, width - 16, height - 42];
    const room = name === "softmax" ? 0 : width - 58;
    return { title: [x + 8, y + 16, width - 16], size: 13, bar: [x + 8, y + 27, room], picture };
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
  return {
    title: [x + 12, middle - 4, room],
    size: 15,
    bar: [x + 12, middle + 12, room - 56],
    picture,
  };
}

const SMALLEST = 12; // pixels of a letter that can be read

/** @type {(view: FlowView, node: Element, title: string, place: CardPlaces) => void} */
function writeTitle(view, node, whole, { title: [x, y, room], size }) {
  const title = view.layout.narrow && room < 50 ? t("Norm") : whole;
  const font = getComputedStyle(view.root).fontFamily;
  const wide = measureIn(`600 ${size}px ${font}`).measureText(title).width;
  const small = Math.max(SMALLEST, Math.min(size, (size * room) / wide));
  const fits = (wide * small) / size <= room + 2;
  const look = { x, y, "font-size": small, "font-weight": 600, "aria-hidden": "true" };
  // The blank parts title and number for who reads the text of the card as one.
  svg("text", look, node, `${fits ? title : cut(title, room / (small * 0.56))} `);
}

/** @type {(view: FlowView, name: string, node: Element, box: Box) => SVGImageElement[]} */
function drawPictures(view, name, node, [x, y, width, height]) {
  const sent = view.data.flows[0].tensors[name];
  const count = HEADS.includes(name) ? sent.shape[1] : 1;
  const rows = count > 1 && height > 30 ? 2 : 1;
  const columns = Math.ceil(count / rows),
    gap = count > 1 ? 2 : 0;
  const cell = [(width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows];
  return Array.from({ length: count }, (_, i) => {
    const at = {
      x: x + (i % columns) * (cell[0] + gap),
      y: y + Math.floor(i / columns) * (cell[1] + gap),
      width: cell[0],
      height: cell[1],
    };
    const pixels = { preserveAspectRatio: "none", style: "image-rendering: pixelated" };
    const image = svg("image", { ...at, ...pixels, class: "picture" }, node);
    svg("rect", { ...at, class: "frame" }, node);
    return image;
  });
}

/**
 * Show the gradients of the layers where the error is.
 *
 * @param {FlowView} view
 * @param {ErrorFlow} flow
 */
export function paintCards(view, flow) {
  const { lengths } = view.data.flows[0];
  const most = Math.max(...Object.values(lengths).flat());
  for (const card of view.cards) {
    const { arrived, layer, now } = stateOf(view, flow, card.name);
    card.node.classList.toggle("waiting", !arrived);
    card.node.classList.toggle("now", now);
    const length = flow.lengths[card.name]?.[layer] ?? 0;
    const full = Math.min(1, length / most);
    card.bar.setAttribute("width", Math.max(length ? 1 : 0, card.room * full));
    card.value.textContent = card.name === "softmax" ? lossText(view) : lengthText(length);
    if (card.name === "softmax")
      card.node.ariaLabel = `${view.data.titles[card.name]} ${lossText(view)}`;
    card.picture.forEach((image, head) => {
      image.setAttribute("href", pictureOf(view, flow, card.name, layer, head));
    });
  }
}

/** @type {(view: FlowView) => string} */
function lossText({ data }) {
  const sum = data.losses.reduce((all, { loss }) => all + loss, 0);
  return number(sum, 2);
}

/**
 * A length for a small place: three digits, or a power of ten.
 *
 * @type {(length: number) => string}
 */
export function lengthText(length) {
  if (!length) return "0";
  if (length >= 0.0095) return number(length, length < 10 ? 2 : 0);
  const power = Math.floor(Math.log10(length));
  return `${number(length / 10 ** power, 0)}e−${-power}`;
}

/**
 * @type {(view: FlowView, flow: ErrorFlow, name: string, layer: number, head: number) => string}
 */
function pictureOf(view, flow, name, layer, head) {
  const which = view.data.flows.indexOf(flow);
  const key = [which, name, layer, head].join();
  const before = view.painted.get(key);
  if (before) return before;
  const tensor = unpack(flow.tensors[name]);
  const place = HEADS.includes(name) ? [layer, head] : tensor.shape.length === 3 ? [layer] : [];
  // One scale for a layer: heads can be compared, and so can the roads' two passes not.
  const whole = slice(tensor, ...place.slice(0, 1));
  const url = painted(slice(tensor, ...place), view.colours.signed, largest(whole));
  view.painted.set(key, url);
  return url;
}
