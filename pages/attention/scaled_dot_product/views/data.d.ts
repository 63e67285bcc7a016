// What Python sends and hears: python -m ui.views.script_types writes it.

/** An attention with all its heads; key -1 is the one with the largest weight. */
export interface AttentionData {
  q: SentTensor;
  k: SentTensor;
  v: SentTensor;
  weights: SentTensor;
  heads: SentTensor;
  visible: SentTensor;
  silenced: boolean[];
  queries: Label[];
  keys: Label[];
  word: number;
  key: number;
  head: number;
  divide: boolean;
}

/** What is told: the numbers of query and key, from 1; key 0 is the strongest. */
export interface AttentionEvents {
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
