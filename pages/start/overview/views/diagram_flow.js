// While the player runs: the word that was chosen falls back as the next input, and what follows
// from it runs up through the blocks.

import { appear, endMotion, runAlong, travel } from "../../../../ui/views/library/motion.js";

/** @import { DrawnChip, View } from "./types.d.ts" */

export const PACE = 1400; // milliseconds of one step
const FALL = 420,
  RISE = 640,
  RUN = 260;

/**
 * Show how the step came about that the diagram shows now.
 *
 * @param {View} view
 */
export function flow(view) {
  const { layout: l, step } = view;
  endMotion(view.svg);
  const last = chipAt(view.chips.output_tokens, step - 2);
  const next = chipAt(view.chips.target_tokens, step - 1);
  if (last && next) {
    const from = `translate(${middle(last) - middle(next)}px, ${last.y - next.y}px)`;
    travel(view.svg, next.node, from, { duration: FALL });
  }
  /** @type {NodeListOf<SVGPathElement>} */
  const lines = view.svg.querySelectorAll(".stream");
  for (const line of lines) {
    const { x, y } = line.getPointAtLength(0);
    const reads = Math.abs(x - l.encoder) < Math.abs(x - l.decoder);
    const height = (l.tokens - y) / (l.tokens - l.output);
    // The encoder reads the sentence once, before the first word; its memory is read each time.
    if (reads && step === 1) runAlong(line, { delay: height * RISE, duration: RUN });
    else if (line.dataset.to?.includes("memory"))
      runAlong(line, { delay: FALL, duration: 2 * RUN });
    else if (!reads) runAlong(line, { delay: FALL + height * RISE, duration: RUN });
  }
  const written = chipAt(view.chips.output_tokens, step - 1);
  if (written) appear(written.node, { delay: FALL + RISE + RUN / 2, duration: 80 });
}

/** @type {(chips: DrawnChip[] | undefined, place: number) => DrawnChip | undefined} */
const chipAt = (chips, place) => chips?.find(({ from, to }) => from <= place && place < to);

/** @type {(chip: DrawnChip) => number} */
const middle = ({ x, width }) => x + width / 2;
