// The blocks, and the ground they stand on: frames, streams, legends.

import { svg } from "../../../../ui/views/library/dom.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { point } from "./diagram.js";
import { boxesOf, dotsOf, lettersOf, linesOf, THIN, TOKEN_ROWS } from "./diagram_layout.js";
import { layerPill, memoryPill } from "./diagram_pills.js";
import { change, HEADS } from "./diagram_thumbnails.js";
import { drawChips, openRow, tokenLines } from "./diagram_tokens.js";

/** Text with a size and a weight. */
export const words = (parent, x, y, text, size, { weight = 400, anchor = "start", kind = null } = {}) =>
  svg("text", {
    x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor, class: kind,
  }, parent, text);

/** Frames, streams, forks, legends and captions: all that is no block. */
export function drawGround(view) {
  const { svg: canvas, layout: l } = view;
  const defs = svg("defs", {}, canvas);
  for (const colour of ["muted", "Q", "K", "V", "X"]) {
    const marker = svg("marker", {
      id: `diagram-${colour}`, viewBox: "0 0 8 8", refX: 6.5, refY: 4, markerWidth: 7, markerHeight: 7,
      orient: "auto-start-reverse", markerUnits: "userSpaceOnUse",
    }, defs);
    svg("path", { d: "M0 .6L7.4 4L0 7.4z", fill: `var(--glass-${colour})` }, marker);
  }
  const [encoder, decoder, end] = l.frame, half = l.card / 2 + l.overhang;
  for (const [axis, top] of [[l.encoder, encoder], [l.decoder, decoder]]) {
    for (const away of [...l.sheets, 0]) { // N identical layers
      svg("rect", {
        x: axis - half + away, y: top - away, width: 2 * half, height: end - top, rx: 14,
        class: away ? "sheet" : "layer",
      }, canvas);
    }
  }
  for (const { to, path, colour, width, arrow } of linesOf(l)) {
    svg("path", {
      d: path, "data-to": to.join(" "), class: "stream",
      stroke: `var(--glass-${colour})`, "stroke-width": width,
      "marker-end": arrow ? `url(#diagram-${colour})` : null,
    }, canvas);
  }
  for (const [cx, cy, colour] of dotsOf(l)) {
    svg("circle", { cx, cy, r: 3.2, fill: `var(--glass-${colour})` }, canvas);
  }
  for (const [x, y, role] of lettersOf(l)) {
    words(canvas, x, y, role, l.narrow ? 12 : 12.5, { weight: 700, kind: `role ${role}` });
  }
  for (const axis of [l.encoder, l.decoder]) {
    svg("circle", { cx: axis, cy: l.plus, r: 11, class: "plus" }, canvas);
    svg("path", { d: `M${axis - 5.5} ${l.plus}h11M${axis} ${l.plus - 5.5}v11`, class: "sign" }, canvas);
  }
  legends(view, defs);
  captions(view);
}

/** Both colour scales. */
function legends(view, defs) {
  const { svg: canvas, layout: { narrow } } = view;
  const x = narrow ? 14 : 505, [first, second] = narrow ? [236, 274] : [664, 700];
  const scales = [["attention", first, "0", "1", "attention"], ["signed", second, "−", "+", "signed value"]];
  for (const [name, y, low, high, title] of scales) {
    const gradient = svg("linearGradient", { id: `diagram-${name}` }, defs);
    for (let i = 0; i < 5; i++) {
      svg("stop", { offset: i / 4, "stop-color": `var(--glass-${name}-${i})` }, gradient);
    }
    svg("rect", { x, y, width: 92, height: 8, fill: `url(#diagram-${name})` }, canvas);
    const anchor = narrow ? "start" : "middle";
    words(canvas, narrow ? 0 : x + 46, y - 6, title, 13, { anchor, kind: "muted" });
    words(canvas, x - 6, y + 8, low, 12.5, { anchor: "end", kind: "muted" });
    words(canvas, x + 98, y + 8, high, 12.5, { kind: "muted" });
  }
}

function captions(view) {
  const { svg: canvas, layout: l, data } = view, row = l.chip + 4;
  for (const [axis, name] of [[l.encoder, "source"], [l.decoder, "target"]]) {
    const lines = l.narrow ? view.rowLines[`${name}_tokens`].length : 1;
    const y = l.tokens + (lines - 1) * row + (l.narrow ? 38 : 47);
    const text = data.captions[l.narrow ? `${name}_short` : name];
    words(canvas, axis, y, text, l.narrow ? 12.5 : 14, { anchor: "middle", kind: "muted" });
  }
}

/** A link where the block has a page; else something to point at. */
export function blockHolder(view, block, box) {
  const page = view.data.opens[block.name];
  const address = () => page.address + location.search; // as it is now: other choices may follow
  const node = svg(page ? "a" : "g", {
    class: "block", "data-block": block.name, "aria-label": block.label, tabindex: 0,
    role: page ? null : "img", href: page ? address() : null,
  }, view.svg);
  if (page) {
    node.onclick = (event) => follow(event, { href: new URL(page.address, document.baseURI).href });
    node.onpointerdown = () => node.setAttribute("href", address());
  }
  node.onpointerenter = node.onfocus = () => point(view, block.name);
  node.onpointerleave = node.onblur = () => view.svg.classList.remove("pointing");
  view.cards[block.name] = { node };
  if (box) {
    const [x, y, width, height] = box;
    svg("rect", { x, y, width, height, rx: Math.min(9, height / 2), class: "card" }, node);
  }
  return node;
}

/** Draw one block, whatever kind it is. */
export function drawBlock(view, block) {
  if (block.name in TOKEN_ROWS) return tokenBlock(view, block);
  if (block.name.endsWith("_stack")) return layerPill(view, block);
  if (block.name === "memory") return memoryPill(view, block);
  const box = boxesOf(view.layout)[block.name];
  const waves = block.name.endsWith("_positions");
  const node = blockHolder(view, block, waves && view.layout.narrow ? null : box);
  const place = (waves ? wavesCard : card)(view, block, node, box);
  if (!place) return;
  view.cards[block.name].picture = place;
  const [x, y, width, height] = place;
  svg("rect", { x, y, width, height, class: "waiting" }, node);
}

const SHORT_TITLES = {
  source_embedding: "Embedding", target_embedding: "Embedding", decoder_self: "Masked attention",
};

/** A card's words; return where its thumbnail goes. */
function card(view, block, node, [x, y, width, height]) {
  const thin = THIN.has(block.name);
  if (view.layout.narrow) {
    const title = SHORT_TITLES[block.name] ?? block.title, line = thin ? height / 2 + 4.5 : 17;
    words(node, x + width / 2, y + line, title, 13.5, { weight: thin ? 550 : 620, anchor: "middle" });
    if (thin) return null;
    words(node, x + width / 2, y + 31, block.short, 12, { anchor: "middle", kind: "n muted" });
    return [x + 9, y + 38, width - 18, height - 45];
  }
  const tall = height < 50 ? height - 12 : 48;
  const picture = [x + width - 109, y + (height - tall) / 2, 101, tall];
  if (thin) {
    words(node, x + 12, y + height / 2 + 4.5, block.title, 14, { weight: 550 });
    return picture;
  }
  words(node, x + 12, y + height / 2 - 3, block.title, 15.5, { weight: 620 });
  words(node, x + 12, y + height / 2 + 14, block.shape, 13, { kind: "n muted" });
  if (HEADS.has(block.name)) words(node, x + 12, y + height - 4.5, "edited", 12, { kind: "edit" });
  return picture;
}

/** The positional encoding; on a phone a wave in a circle. */
function wavesCard(view, block, node, [x, y, width, height]) {
  if (!view.layout.narrow) {
    words(node, x + width / 2, y + 49, block.title, 13.5, { weight: 600, anchor: "middle" });
    return [x + 12, y + 7, width - 24, 24];
  }
  const source = block.name.startsWith("source"), { encoder, decoder, plus } = view.layout;
  svg("circle", { cx: x + width / 2, cy: y + height / 2, r: width / 2, class: "card" }, node);
  const [at, anchor] = source ? [encoder + 18, "start"] : [decoder - 18, "end"];
  words(node, at, plus + 4, "positions", 12, { anchor, kind: "muted" });
  return [x + 4, y + 7, width - 8, height - 14];
}

/** A row of tokens; with a step, those to come are not there yet. */
function tokenBlock(view, block) {
  const { layout: l } = view, output = block.name === "output_tokens";
  const node = blockHolder(view, block);
  node.classList.add("tokens");
  const ring = svg("rect", { rx: 9, class: "card" }, node), chips = svg("g", {}, node);
  const outside = svg("g", {}, view.svg); // "+n" is a button of its own, beside the link
  const axis = block.name === "source_tokens" ? l.encoder : l.decoder;
  let drawn = [], known = "";
  view.rows[block.name] = ({ step, marked }) => {
    const follows = marked && block.name !== "source_tokens";
    const lines = tokenLines(view, block.name, follows ? step - 1 : null);
    const signature = JSON.stringify(lines);
    if (signature !== known) {
      known = signature;
      chips.replaceChildren();
      outside.replaceChildren();
      const top = output ? l.output - (lines.length - 1) * (l.chip + 4) : l.tokens;
      const { drawn: made, box } = drawChips(view, chips, lines, axis, top);
      drawn = made;
      ["x", "y", "width", "height"].forEach((key, i) => ring.setAttribute(key, box[i]));
      drawn.filter((chip) => chip.more).forEach((chip) => moreButton(view, block, chip, outside));
    }
    for (const chip of drawn) {
      chip.node.classList.toggle("to-come", follows && chip.from >= step);
      chip.node.classList.toggle("now", follows && chip.from <= step - 1 && step - 1 < chip.to);
    }
  };
  view.rows[block.name](view.moment());
}

function moreButton(view, block, chip, parent) {
  parent.append(chip.node);
  const label = `Show all ${view.data[TOKEN_ROWS[block.name]].length} tokens`;
  change(chip.node, { role: "button", tabindex: 0, "aria-label": label });
  chip.node.onclick = () => openRow(view, block.name, chip.node);
  chip.node.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    openRow(view, block.name, chip.node);
  };
}
