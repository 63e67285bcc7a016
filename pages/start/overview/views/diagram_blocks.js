// The blocks: cards with their thumbnails, rows of tokens, and pills.

import { boxesOf, isTokenRow, THIN } from "../../../../ui/views/library/diagram_layout.js";
import { t } from "../../../../ui/views/library/messages.js";
import { nothing, svg } from "../../../../ui/views/vendor/lit-html.js";
import { blockHolder, words } from "./diagram_holders.js";
import { layerPill, memoryPill } from "./diagram_pills.js";
import { HEADS } from "./diagram_state.js";
import { thumbnail } from "./diagram_thumbnails.js";
import { textWidth, tokenRow } from "./diagram_tokens.js";

/** @import { Box } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { Block } from "./data.d.ts" */
/** @import { State } from "./diagram_state.js" */

/** What is written in a card, and where its thumbnail goes. */
/** @typedef {{text: unknown, place?: Box}} Card */

const SMALLEST = 12; // pixels of a letter that can be read

/**
 * Draw one block, whatever kind it is; where only another one is pointed at, it stays.
 *
 * @type {(state: State, block: Block) => unknown}
 */
export function drawBlock(state, block) {
  const { name } = block,
    { madeOf, shown, keep } = state;
  return keep(name, [...madeOf, name === shown], () => blockOf(state, block));
}

/** @type {(state: State, block: Block) => unknown} */
function blockOf(state, block) {
  const { name } = block,
    { layout, madeOf, keep } = state;
  if (name.endsWith("_stack")) return layerPill(state, block);
  if (name === "memory") return memoryPill(state, block);
  if (isTokenRow(name)) {
    const { inside, beside } = tokenRow(state, name);
    return [blockHolder(state, block, inside, { kind: "tokens" }), beside];
  }
  const box = boxesOf(layout)[name],
    waves = name.endsWith("_positions");
  const { text, place } = (waves ? wavesCard : card)(state, block, box);
  const picture = keep(`picture of ${name}`, madeOf, () =>
    place ? pictureIn(state, name, place) : nothing,
  );
  const round = waves && layout.narrow;
  return blockHolder(state, block, svg`${text}${picture}`, { box: round ? null : box });
}

/** @type {(state: State, name: string, place: Box) => unknown} */
function pictureIn(state, name, place) {
  const [x, y, width, height] = place;
  return state.now.ready
    ? svg`<g class="thumbnail" aria-hidden="true">${thumbnail(state, name, place)}</g>`
    : svg`<rect x=${x} y=${y} width=${width} height=${height} class="waiting"></rect>`;
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
 * A block's title, in smaller letters where there is no room for those of its size.
 *
 * @type {(state: State, place: number[], title: string, look: {size: number, weight: number,
 *   room: number, anchor?: string}) => unknown}
 */
function writeTitle(state, [x, y], title, { size, room, ...look }) {
  const fits = (size * room) / textWidth(state, title, size, look.weight);
  return words(x, y, title, Math.max(SMALLEST, Math.min(size, fits)), look);
}

/** @type {(state: State, block: Block, box: Box) => Card} */
function card(state, block, [x, y, width, height]) {
  const thin = THIN.has(block.name),
    { narrow } = state.layout,
    role = roleOf(block.name, narrow);
  if (narrow) {
    const middle = x + width / 2,
      look = { size: 13.5, weight: thin ? 550 : 620, room: width - 12, anchor: "middle" };
    const at = [middle, y + (thin ? height / 2 + 4.5 : 17)],
      title = writeTitle(state, at, shortTitle(block), look);
    if (thin) return { text: title };
    const below = words(middle, y + 31, role, 12, {
      anchor: "middle",
      kind: "muted",
      silent: true,
    });
    return { text: [title, below], place: [x + 9, y + 38, width - 18, height - 45] };
  }
  const tall = height < 50 ? height - 12 : 48,
    place = [x + width - 109, y + (height - tall) / 2, 101, tall],
    middle = y + height / 2;
  if (thin) return { text: words(x + 12, middle + 4.5, block.title, 14, { weight: 550 }), place };
  const look = { size: 15.5, weight: 620, room: place[0] - x - 20 },
    fits = (13 * look.room) / textWidth(state, role, 13);
  const text = [
    writeTitle(state, [x + 12, middle - 3], block.title, look),
    words(x + 12, middle + 14, role, Math.min(13, fits), { kind: "muted", silent: true }),
    HEADS.has(block.name)
      ? words(x + 12, y + height - 4.5, t("edited"), 12, { kind: "edit", silent: true })
      : nothing,
  ];
  return { text, place };
}

/**
 * The positional encoding; on a phone a wave in a circle.
 *
 * @type {(state: State, block: Block, box: Box) => Card}
 */
function wavesCard(state, block, [x, y, width, height]) {
  const { narrow, encoder, decoder, plus } = state.layout;
  if (!narrow) {
    const look = { size: 13.5, weight: 600, room: width - 12, anchor: "middle" },
      text = writeTitle(state, [x + width / 2, y + 49], block.title, look);
    return { text, place: [x + 12, y + 7, width - 24, 24] };
  }
  const source = block.name.startsWith("source"),
    at = source ? encoder + 18 : decoder - 18,
    anchor = source ? "start" : "end";
  const circle = svg`<circle cx=${x + width / 2} cy=${y + height / 2} r=${width / 2}
    class="card"></circle>`;
  return {
    text: [circle, words(at, plus + 4, t("positions"), 12, { anchor, kind: "muted" })],
    place: [x + 4, y + 7, width - 8, height - 14],
  };
}
