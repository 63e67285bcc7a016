// What Python sends and hears: python -m ui.views.script_types writes it.

/** Data of the view: ``mask`` is the correct mask, ``visible`` the one that was used. */
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

/** Event of the view: row and column of the cell that was clicked, from 1. */
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

/** A row's target token, its probability, and its probability with the mask (None if same). */
export interface Prediction {
  text: string;
  special: boolean;
  p: number;
  masked: number | null;
}
