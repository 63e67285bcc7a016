// What Python sends and hears: python -m ui.views.script_types writes it.

/** Encodings in two layouts, with one position and one pair marked. */
export interface LayoutsData {
  tables: SentTensor[];
  titles: string[];
  rings: [number, number][];
  word: number;
}

/** A positional encoding, and what is selected in it. */
export interface PositionsData {
  table: SentTensor;
  tokens: Label[];
  ids: number[];
  word: number;
  pair: number;
  d_model: number;
  widths: number[];
}

/** Event of the view: numbers of position and pair, from 1, and the width. */
export interface PositionsEvents {
  pick: [number, number, number];
}

/** Rows of the encoder's output without positions and with, before and after a shuffle. */
export interface ShuffledData {
  tokens: Label[];
  order: number[];
  rows: SentTensor;
  conditions: string[];
  orders: string[];
  differences: string[][];
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}
