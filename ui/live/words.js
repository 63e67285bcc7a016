// How the live edition writes numbers, besides those of ui/views/library/numbers.js.

import { languageHere } from "../views/library/messages.js";
import { number } from "../views/library/numbers.js";

/**
 * A share of one in percent.
 *
 * @param {number} share
 */
export const percent = (share) =>
  number(100 * share, 0) + (languageHere() === "en" ? "%" : "\u00a0%");
