// What the scripts of this view hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Sampling } from "../../../../ui/views/library/knobs.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";

export type Filter = Omit<Sampling, "seed">;

/** A token that may come next; rank is its place among all. */
export interface Candidate {
  text: string;
  joined: boolean;
  special: boolean;
  id: number;
  rank: number;
  said: boolean;
}

/** What next_token.py sends: logits are sorted, rows are the candidates' rows of E. */
export interface Data {
  langs: Langs;
  version: string[];
  x: SentTensor;
  rows: SentTensor;
  logits: SentTensor;
  candidates: Candidate[];
  chosen: number;
  sampling: Filter;
}

export type Vector = "x" | "row" | "products";

export interface Grid {
  name: Vector;
  caption: HTMLElement;
  canvas: HTMLCanvasElement;
  mark: HTMLElement;
}

export interface View {
  root: HTMLElement;
  data: Data;
  tell: ViewCall<Data>["setTriggerValue"];
  repaint: () => void;
  x: Float32Array;
  rows: Tensor;
  logits: Float32Array;
  chosen: number;
  sampling: Filter;
  choices: Exchange;
  samplings: Exchange;
  title: HTMLElement;
  grids: Grid[];
  sum: HTMLElement;
  cell: HTMLElement;
  sliders: { draw: () => void };
  list: HTMLElement;
  rest: HTMLElement;
  summary: HTMLElement;
  /** The component that is named. */
  place: number;
  signature?: string;
  lines: Record<"line" | "own" | "bar" | "p", HTMLElement>[];
}
