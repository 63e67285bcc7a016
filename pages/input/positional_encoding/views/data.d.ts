// What Python sends and hears: python -m ui.views.script_types writes it.

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
