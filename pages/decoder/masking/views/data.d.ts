// What Python sends and hears: python -m ui.views.script_types writes it.

/** One self-attention: mask is what belongs, visible what is seen now. */
export interface MaskMapsData {
  scores: SentTensor;
  weights: SentTensor;
  visible: SentTensor;
  mask: SentTensor;
  queries: Label[];
  keys: Label[];
  row: number;
  column: number;
  head: number;
  titles: Record<"scores" | "masked" | "weights", [string, string]>;
  sign: string;
  says: Prediction[] | null;
}

/** What is told: row and column of the cell that was chosen, from 1. */
export interface MaskMapsEvents {
  pick: [number, number];
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** What a row is there to predict, how probable it finds it, and how probable with the mask. */
export interface Prediction {
  text: string;
  special: boolean;
  p: number;
  masked: number | null;
}
