// What is said of one row of E at work.

import { inLanguage, t } from "../../../../ui/views/library/messages.js";
import { number, whole } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { spoken } from "./pieces.js";

/** @import { LabelledUse } from "./data.d.ts" */

/**
 * Which row it is: its number stands out, and whatever is typed is plain text.
 *
 * @param {LabelledUse} use
 */
export const headOf = (use) =>
  t("**Row {row} of E**, “{token}”, is one row with three jobs", { row: whole(use.id) })
    .split("**")
    .map((part, i) => {
      const text = part.replace("{token}", () => use.token.text);
      return i % 2 ? html`<b>${text}</b>` : text;
    });

/**
 * Where a side reads the row, and whether the pass recorded the same.
 *
 * @param {"source" | "target"} side
 * @param {LabelledUse} use
 * @param {number} d_model
 * @returns {string}
 */
export function whereRead(side, use, d_model) {
  const encoder = side === "source",
    token = use.token.text,
    positions = use[side];
  if (!positions.length)
    return encoder
      ? t("“{token}” doesn't occur here, so the encoder doesn't read this row now.", { token })
      : t("“{token}” doesn't occur here, so the decoder doesn't read this row now.", { token });
  const gaps = { where: positions.join(", "), d_model };
  const reads = encoder
    ? t(
        "The encoder reads it at pos = {where}, multiplied by √{d_model} and with the " +
          "position added.",
        gaps,
      )
    : t(
        "The decoder reads it at pos = {where}, multiplied by √{d_model} and with the " +
          "position added.",
        gaps,
      );
  const difference = inLanguage(use.difference.toPrecision(2)),
    row = whole(use.id);
  const differ = use.difference
    ? t("Row {row} and the recorded pass differ by {difference}.", { row, difference })
    : t("Row {row} and the recorded pass agree exactly.", { row });
  return `${reads} ${differ}`;
}

/**
 * How well the row fits what the decoder is about to say at a step, from 0.
 *
 * @param {number} step
 * @param {string} token
 * @param {number} value its logit
 * @param {number} most the highest logit of the step
 * @param {string} winner the piece that has it
 * @returns {string}
 */
export function aboutLogit(step, token, value, most, winner) {
  const gaps = { step: step + 1, logit: number(value, 3), token };
  const fits =
    value === most
      ? t(
          "Step {step}: the decoder's vector times this row is {logit}, the logit of “{token}”, " +
            "the highest of all.",
          gaps,
        )
      : t(
          "Step {step}: the decoder's vector times this row is {logit}, the logit of " +
            "“{token}”. The highest is {highest}, for “{piece}”.",
          { ...gaps, highest: number(most, 3), piece: spoken(winner) },
        );
  const line = t(
    "A line marks the highest logit of each step, with the translation's token below it.",
  );
  return `${fits} ${line}`;
}
