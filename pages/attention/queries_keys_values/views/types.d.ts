// What the scripts of the projection hand to each other, for the type checker alone.

import type { Board } from "../../../../ui/views/library/board.js";
import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Palette } from "../../../../ui/views/library/colours.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

export type Role = "Q" | "K" | "V";

/** Rows of X that stand together: those that ask, and in cross-attention those of the memory. */
interface Rows {
  name: string;
  /** Of one row: x, or m. */
  letter: string;
  origin: string;
  tokens: Token[];
  /** What is computed from them. */
  roles: Role[];
}

/** The chosen cell: a matrix, a column of it, and a row in each group; all from 0. */
export interface Chosen {
  matrix: Role;
  dimension: number;
  rows: number[];
}

/** What projection.py sends. */
export interface Data {
  groups: (Rows & { x: SentTensor })[];
  weights: Record<Role, SentTensor>;
  results: Record<Role, SentTensor>;
  chosen: Chosen;
}

/** Where everything stands, in pixels; tops has one place for each group. */
export interface Plan {
  inner: number;
  wide: boolean;
  pitch: number;
  columns: Record<Role, { x: number; width: number }>;
  tops: number[];
  bottom: number;
  right: number;
}

/** The chosen cell: a row of X times a column of W. */
export interface Cell {
  line: Float32Array;
  column: Float32Array;
  sum: number;
  token: string;
  letter: string;
  x: Tensor;
  w: Tensor;
  products: Float64Array;
  /** Places of the products, the largest first. */
  order: number[];
}

/** The view: its nodes, what it draws, and what is chosen. */
export interface View extends Chosen {
  root: HTMLElement;
  heading: HTMLElement;
  product: HTMLElement;
  sum: HTMLElement;
  most: HTMLElement;
  note: HTMLElement;
  rowsNode: HTMLElement;
  boards: Record<"strips" | "weights" | "inputs" | "outputs", Board>;
  groups: (Rows & { x: Tensor })[];
  weights: Record<Role, Tensor>;
  results: Record<Role, Tensor>;
  colours: Palette;
  plan: Plan;
  cell: Cell;
  /** The product that is kept in sight. */
  pinned: number | null;
  /** Runs until the page is told of a choice. */
  timer: number;
  exchange: Exchange;
  tell: ViewCall<Data>["setTriggerValue"];
  observer: ResizeObserver;
}
