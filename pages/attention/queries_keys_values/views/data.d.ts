// What Python sends and hears: python -m ui.views.script_types writes it.

/** Vectors are head x d_k, lengths one for each head, words the tokens that they belong to. */
export interface HeadStripsData {
  vectors: Record<string, SentTensor>;
  lengths: Record<string, number[]>;
  words: Record<string, Label>;
  head: number;
}

/** What is told: the number of the chosen head, from 1. */
export interface HeadStripsEvents {
  head: number;
}

/** The query of one token; keys, values, visible keys and the largest weight of one head. */
export interface MatchData {
  query: Label;
  keys: Label[];
  q: SentTensor;
  k: SentTensor;
  v: SentTensor;
  visible: boolean[];
  weight: number;
}

/** The inputs of one head's projections, W and the results by role, and the chosen cell. */
export interface ProjectionData {
  groups: ProjectionRows[];
  weights: Record<string, SentTensor>;
  results: Record<string, SentTensor>;
  chosen: ChosenCell;
}

/** Event of the view. */
export interface ProjectionEvents {
  cell: CellChoice;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** Rows of X that stand together: their symbol is x, or m; roles are computed from them. */
export interface ProjectionRows {
  name: string;
  letter: string;
  origin: string;
  tokens: Label[];
  x: SentTensor;
  roles: ("Q" | "K" | "V")[];
}

/** The chosen cell: a matrix, a column of it, and a row in each group; all from 0. */
export interface ChosenCell {
  matrix: "Q" | "K" | "V";
  dimension: number;
  rows: number[];
}

/** A cell of a result; row and dimension count from 1. */
export interface CellChoice {
  matrix: "Q" | "K" | "V";
  row: number;
  dimension: number;
}
