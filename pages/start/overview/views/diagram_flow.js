// While the player runs: the word that was chosen falls back as the next input, and what follows
// from it runs up through the blocks.

import { appear, endMotion, runAlong, travel } from "../../../../ui/views/library/motion.js";
import { stateOf } from "./diagram_state.js";

/** @import { TokenRow } from "../../../../ui/views/library/diagram_layout.js" */
/** @import { Diagram } from "./diagram_state.js" */
/** @import { PlacedChip } from "./diagram_tokens.js" */

/** @typedef {SVGElement & {chip: PlacedChip}} ChipNode */

export const PACE = 1400; // milliseconds of one step
const FALL = 420,
  RISE = 640,
  RUN = 260;

/**
 * Show how the step came about that the diagram shows now.
 *
 * @param {Diagram} view
 */
export function flow(view) {
  const { root, now, layout: l } = stateOf(view),
    canvas = /** @type {SVGElement} */ (root.querySelector(".stage > svg"));
  endMotion(canvas);
  /** @type {NodeListOf<ChipNode>} */
  const chips = canvas.querySelectorAll(".token");
  /** @type {(row: TokenRow, place: number) => ChipNode | undefined} */
  const chipAt = (row, place) =>
    [...chips].find(({ chip }) => chip.row === row && chip.from <= place && place < chip.to);
  const last = chipAt("output_tokens", now.step - 2),
    next = chipAt("target_tokens", now.step - 1);
  if (last && next) {
    const away = middle(last.chip) - middle(next.chip);
    const from = `translate(${away}px, ${last.chip.y - next.chip.y}px)`;
    travel(canvas, next, from, { duration: FALL });
  }
  /** @type {NodeListOf<SVGPathElement>} */
  const lines = canvas.querySelectorAll(".stream");
  for (const line of lines) {
    const { x, y } = line.getPointAtLength(0);
    const reads = Math.abs(x - l.encoder) < Math.abs(x - l.decoder);
    const height = (l.tokens - y) / (l.tokens - l.output);
    // The encoder reads the sentence once, before the first word; its memory is read each time.
    if (reads && now.step === 1) runAlong(line, { delay: height * RISE, duration: RUN });
    else if (line.dataset.to?.includes("memory"))
      runAlong(line, { delay: FALL, duration: 2 * RUN });
    else if (!reads) runAlong(line, { delay: FALL + height * RISE, duration: RUN });
  }
  const written = chipAt("output_tokens", now.step - 1);
  if (written) appear(written, { delay: FALL + RISE + RUN / 2, duration: 80 });
}

/** @type {(chip: PlacedChip) => number} */
const middle = ({ x, width }) => x + width / 2;
