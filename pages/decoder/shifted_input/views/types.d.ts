// What the scripts of this view hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

/** A likely token; before: its probability before another token was put in. */
export interface Top {
  id: number;
  text: string;
  p: number;
  before?: number;
}

/** By step: the likeliest tokens, the right one's probability and its id. */
export interface Predictions {
  top: Top[][];
  right: number[];
  ids: number[];
}

/** What another token at a place changes. */
export interface Put extends Predictions {
  place: number;
  token: Token;
  note: string;
  /** By step, in bits. */
  moved: number[];
  /** The largest change of a logit before that place; none if nothing stands there. */
  earlier: number | null;
}

/** What shifted.py sends; the two runs part at a step, or never. */
export interface Data {
  langs: Langs;
  target: Token[];
  reads: Token[];
  forced: Predictions;
  own: Predictions & { reads: Token[]; said: Token[] };
  put: Put | null;
  parts: number | null;
  step: number;
  languages: string[];
}

export type RowName =
  | "target"
  | "reads"
  | "says"
  | "right"
  | "moved"
  | "ownReads"
  | "ownSays"
  | "ownRight";

export interface List {
  title: HTMLElement;
  after: HTMLElement;
  lines: HTMLElement;
}

export interface View {
  root: HTMLElement;
  data: Data;
  tell: ViewCall<Data>["setTriggerValue"];
  columns: number;
  step: number;
  exchange: Exchange;
  choose: (step: number) => void;
  scroll: HTMLElement;
  sheet: HTMLElement;
  links: SVGElement;
  band: HTMLElement;
  headings: { node: HTMLElement; box: HTMLElement }[];
  player: Player;
  cells: Record<RowName, HTMLElement[]>;
  flag: HTMLElement;
  hint: HTMLElement;
  lists: List[];
  asks: HTMLElement;
  field: HTMLInputElement;
  undo: HTMLButtonElement;
  guesses: HTMLElement;
  result: HTMLElement;
}
