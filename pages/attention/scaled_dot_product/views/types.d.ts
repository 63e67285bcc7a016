// What the scripts of the two views hand to each other, for the type checker alone.

import type { Head } from "../../../../ui/views/library/attention.js";
import type { Token } from "../../../../ui/views/library/tokens.js";
import type { Now, Root, Sent } from "./attention_chosen.js";

/** What attention_steps.py sends to both views. */
export interface Data extends Sent, Now {
  queries: Token[];
  keys: Token[];
  /** Whether each head is silenced. */
  silenced: boolean[];
}

type Tell = ViewCall<Data>["setTriggerValue"];

/** A framed picture of numbers, with rings for what is chosen and pointed at. */
export interface Framed {
  cells: HTMLElement;
  canvas: HTMLCanvasElement;
  across: HTMLElement | null;
  down: HTMLElement | null;
  shape: HTMLElement;
  pointed: HTMLElement | null;
}

export type MatrixName = "Q" | "K" | "scores" | "weights" | "V" | "Z";

/** A token beside a row; where they stand close, each so many-th is kept. */
export interface RowName {
  name: HTMLElement;
  kept: boolean;
  every: number;
}

export interface MatrixParts extends Record<MatrixName, Framed> {
  names: RowName[];
  moreNames: RowName[];
  divided: HTMLElement;
  readout: HTMLElement;
}

/** One cell of the weights: who asks, who is read, in which head. */
export interface Cell {
  head: Head;
  word: number;
  key: number;
}

/** The node of attention_matrices.js. */
export type MatricesRoot = Root & {
  data: Data;
  tell: Tell;
  signature?: string;
  parts: MatrixParts;
  card: CellCard;
  cell: Cell;
};

/** The arithmetic of one cell, as it is shown. */
export interface CellCard {
  card: HTMLElement;
  title: HTMLElement;
  q: HTMLCanvasElement;
  k: HTMLCanvasElement;
  bars: HTMLElement;
  svg: SVGElement;
  product: HTMLElement;
  chain: HTMLElement;
  values: { q: ArrayLike<number>; k: ArrayLike<number>; products: number[] };
  /** The number of products, the place of the largest, and of the one that is named. */
  count: number;
  largest: number;
  at: number;
}

/** One key's row in the table of steps. */
export interface KeyRow {
  line: HTMLElement;
  key: HTMLCanvasElement;
  product: HTMLElement;
  score: HTMLElement;
  mask?: HTMLElement | undefined;
  bar: HTMLElement;
  weight: HTMLElement;
  value: HTMLCanvasElement;
}

export interface Heads {
  first: HTMLElement;
  divided: { text: HTMLElement; below: HTMLElement };
  asking: HTMLElement;
  query: HTMLCanvasElement;
}

export interface StepParts extends Heads {
  masks: boolean;
  rows: KeyRow[];
  adds: HTMLElement;
  z: HTMLCanvasElement;
  legend: HTMLElement;
}

/** The node of attention_steps.js. */
export type StepsRoot = Root & {
  data: Data;
  tell: Tell;
  signature?: string;
  parts: StepParts;
  /** Which question was shown last. */
  asked?: string;
  /** The row that was brought into sight last. */
  place?: string;
};
