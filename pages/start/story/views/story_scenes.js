// The ten scenes of the story, in order.

import { attention, gap, numbers, pieces, positions } from "./story_reading.js";
import { block, heads, layers, training, writer } from "./story_writing.js";

/** @import { Scene } from "./types.d.ts" */

/** @type {Scene[]} */
export const SCENES = [
  ...[gap, pieces, numbers, positions, attention],
  ...[heads, block, layers, writer, training],
];
