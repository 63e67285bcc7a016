// The blocks: cards with their thumbnails, and rows of tokens.

import {
  boxesOf,
  isTokenRow,
  THIN,
  TOKEN_ROWS,
} from "../../../../ui/views/library/diagram_layout.js";
import { svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { change } from "./diagram_curves.js";
import { blockHolder, words } from "./diagram_holders.js";
import { layerPill, memoryPill } from "./diagram_pills.js";
import { isHeads } from "./diagram_thumbnails.js";
import { drawChips, openRow, textWidth, tokenLines } from "./diagram_tokens.js";

/** @import { Block, Box, DrawnChip, TokenRow, View } from "./types.d.ts" */

const SMALLEST = 12; // pixels of a letter that can be read

/**
 * Draw one block, whatever kind it is.
 *
 * @param {View} view
 * @param {Block} block
 */
export function drawBlock(view, block) {
  if (isTokenRow(block.name)) return tokenBlock(view, block, block.name);
  if (block.name.endsWith("_stack")) return layerPill(view, block);
  if (block.name === "memory") {
    memoryPill(view, block);
    return;
  }
  const box = boxesOf(view.layout)[block.name];
  const waves = block.name.endsWith("_positions");
  const node = blockHolder(view, block, waves && view.layout.narrow ? null : box);
  const place = (waves ? wavesCard : card)(view, block, node, box);
  if (!place) return;
  view.cards[block.name].picture = place;
  const [x, y, width, height] = place;
  svg("rect", { x, y, width, height, class: "waiting" }, node);
}

/**
 * A block's title where there is little room.
 *
 * @type {(block: Block) => string}
 */
function shortTitle({ name, title }) {
  if (name.endsWith("_embedding")) return t("Embedding");
  return name === "decoder_self" ? t("Masked attention") : title;
}

/**
 * What a block does, in a few words; on a phone, in fewer.
 *
 * @type {(name: string, narrow: boolean) => string}
 */
function roleOf(name, narrow) {
  if (name.endsWith("_embedding")) return narrow ? t("numbers") : t("numbers for each token");
  if (name.endsWith("_feed_forward")) return narrow ? t("alone") : t("each word by itself");
  if (name === "linear") return narrow ? t("scores") : t("a score for every token");
  if (name === "softmax") return narrow ? t("probabilities") : t("scores become probabilities");
  if (name === "cross") return narrow ? t("to the source") : t("words attend to the source");
  if (name === "decoder_self")
    return narrow ? t("to earlier ones") : t("words attend to earlier ones");
  return narrow ? t("to one another") : t("words attend to one another");
}

/**
 * Write a block's title, in smaller letters where there is no room for those of its size.
 *
 * @type {(view: View, node: Element, place: number[], title: string, look: {size: number, weight:
 *   number, room: number, anchor?: string}) => void}
 */
function writeTitle(view, node, [x, y], title, { size, room, ...look }) {
  const fits = (size * room) / textWidth(view, title, size, look.weight);
  words(node, x, y, title, Math.max(SMALLEST, Math.min(size, fits)), look);
}

/**
 * A card's words; return where its thumbnail goes.
 *
 * @type {(view: View, block: Block, node: Element, box: Box) => Box | null}
 */
function card(view, block, node, [x, y, width, height]) {
  const thin = THIN.has(block.name);
  if (view.layout.narrow) {
    const place = [x + width / 2, y + (thin ? height / 2 + 4.5 : 17)];
    const look = { size: 13.5, weight: thin ? 550 : 620, room: width - 12, anchor: "middle" };
    writeTitle(view, node, place, shortTitle(block), look);
    if (thin) return null;
    const below = { anchor: "middle", kind: "muted", silent: true };
    words(node, x + width / 2, y + 31, roleOf(block.name, true), 12, below);
    return [x + 9, y + 38, width - 18, height - 45];
  }
  const tall = height < 50 ? height - 12 : 48;
  const picture = [x + width - 109, y + (height - tall) / 2, 101, tall];
  if (thin) {
    words(node, x + 12, y + height / 2 + 4.5, block.title, 14, { weight: 550 });
    return picture;
  }
  const look = { size: 15.5, weight: 620, room: picture[0] - x - 20 };
  writeTitle(view, node, [x + 12, y + height / 2 - 3], block.title, look);
  const role = roleOf(block.name, false),
    fits = (13 * look.room) / textWidth(view, role, 13);
  words(node, x + 12, y + height / 2 + 14, role, Math.min(13, fits), {
    kind: "muted",
    silent: true,
  });
  const edited = { kind: "edit", silent: true };
  if (isHeads(block.name)) words(node, x + 12, y + height - 4.5, t("edited"), 12, edited);
  return picture;
}

/**
 * The positional encoding; on a phone a wave in a circle.
 *
 * @type {(view: View, block: Block, node: Element, box: Box) => Box}
 */
function wavesCard(view, block, node, [x, y, width, height]) {
  if (!view.layout.narrow) {
    const look = { size: 13.5, weight: 600, room: width - 12, anchor: "middle" };
    writeTitle(view, node, [x + width / 2, y + 49], block.title, look);
    return [x + 12, y + 7, width - 24, 24];
  }
  const source = block.name.startsWith("source"),
    { encoder, decoder, plus } = view.layout;
  svg("circle", { cx: x + width / 2, cy: y + height / 2, r: width / 2, class: "card" }, node);
  const [at, anchor] = source ? [encoder + 18, "start"] : [decoder - 18, "end"];
  words(node, at, plus + 4, t("positions"), 12, { anchor, kind: "muted" });
  return [x + 4, y + 7, width - 8, height - 14];
}

/**
 * A row of tokens; with a step, those to come are not there yet.
 *
 * @type {(view: View, block: Block, name: TokenRow) => void}
 */
function tokenBlock(view, block, name) {
  const { layout: l } = view,
    output = block.name === "output_tokens";
  const node = blockHolder(view, block);
  node.classList.add("tokens");
  const ring = svg("rect", { rx: 9, class: "card" }, node),
    chips = svg("g", {}, node);
  const outside = svg("g", {}, view.svg); // "+n" is a button of its own, beside the link
  const axis = block.name === "source_tokens" ? l.encoder : l.decoder;
  /** @type {DrawnChip[]} */
  let drawn = [];
  let known = "";
  view.rows[block.name] = ({ step, marked }) => {
    const follows = marked && block.name !== "source_tokens";
    const lines = tokenLines(view, name, follows ? step - 1 : null);
    const signature = JSON.stringify(lines);
    if (signature !== known) {
      known = signature;
      chips.replaceChildren();
      outside.replaceChildren();
      const top = output ? l.output - (lines.length - 1) * (l.chip + 4) : l.tokens;
      const { drawn: made, box } = drawChips(view, chips, lines, axis, top);
      drawn = view.chips[name] = made;
      for (const chip of drawn) chip.node.after(" "); // between the words of the link's name
      ["x", "y", "width", "height"].forEach((key, i) => ring.setAttribute(key, String(box[i])));
      drawn.filter((chip) => chip.more).forEach((chip) => moreButton(view, name, chip, outside));
    }
    for (const chip of drawn) {
      chip.node.classList.toggle("to-come", follows && chip.from >= step);
      chip.node.classList.toggle("now", follows && chip.from <= step - 1 && step - 1 < chip.to);
    }
  };
  view.rows[block.name](view.moment());
}

/** @type {(view: View, name: TokenRow, chip: DrawnChip, parent: Element) => void} */
function moreButton(view, name, chip, parent) {
  parent.append(chip.node);
  const count = view.data[TOKEN_ROWS[name]].length;
  const label = tn("Show {count} token", "Show all {count} tokens", count);
  change(chip.node, { role: "button", tabindex: 0, "aria-label": label });
  chip.node.onclick = () => openRow(view, name, chip.node);
  chip.node.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    openRow(view, name, chip.node);
  };
}
