// What Python sends and hears: python -m ui.views.script_types writes it.

/** Vectors at each position, and which tokens of some sentences activate each unit most. */
export interface FeedForwardData {
  tokens: Label[];
  x: SentTensor;
  hidden: SentTensor;
  output: SentTensor;
  values: SentTensor;
  sentences: SentTensor;
  positions: SentTensor;
  texts: [string, boolean][][];
  spoken: string[];
  word: number;
  unit: number;
  silenced: number[];
}

/** Event of the view: number of the clicked unit, from 1. */
export interface FeedForwardEvents {
  unit: number;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}
