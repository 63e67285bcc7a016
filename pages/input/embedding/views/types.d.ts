// What the scripts of these views receive and share, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

/** A row near another one; the note of one that does not count (kind "aside") says why. */
export interface Near {
  text: string;
  special: boolean;
  cosine: number;
  note?: string;
  kind?: string;
}

/** A row of E: the positions at which it is read, and how far what was recorded is from it. */
export interface Use {
  id: number;
  token: Token;
  source: number[];
  target: number[];
  difference: string;
}

export interface Page {
  address: string;
  title: string;
}

export type Side = "source" | "target";

/** What shared_row.py sends; at -1 is the step where the chosen row fits best. */
export interface SharedRow {
  uses: Use[];
  chosen: number;
  at: number;
  source: Token[];
  target: Token[];
  output: Token[];
  winners: string[];
  opens: Record<Side | "projection", Page | null>;
  rows: SentTensor;
  logits: SentTensor;
  best: SentTensor;
}

/** One of the places where the row is at work. */
export interface Card {
  heading: HTMLElement;
  node: HTMLElement;
  body: HTMLElement;
  says: HTMLElement;
}

export interface Parts extends Record<Side | "projection", Card> {
  head: HTMLElement;
  strip: HTMLCanvasElement;
}

/** The node of shared_row.js. */
export interface Root extends HTMLElement {
  data: SharedRow;
  tell: ViewCall<SharedRow>["setTriggerValue"];
  parts: Parts;
  exchange: Exchange;
  chosen: number;
  at: number;
  /** The step that is named: at, or the one where the row fits best. */
  step: number;
  rows: Tensor;
  logits: Tensor;
  best: Tensor;
  observer: ResizeObserver;
}
