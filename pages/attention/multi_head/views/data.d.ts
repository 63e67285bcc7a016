// What Python sends and hears: python -m ui.views.script_types writes it.

/** All heads of one attention; see ``show_heads``. */
export interface HeadsData {
  version: string[];
  queries: Label[];
  keys: Label[];
  causal: boolean;
  layer: number;
  head: number;
  word: number;
  silenced: [number, number][];
  hint: string;
  result: Outcome | null;
  weights: SentTensor;
  heads: SentTensor;
  outputs: SentTensor;
  shares: number[][];
  habits: Habit[];
}

/** Events of the view. */
export interface HeadsEvents {
  choose: ChosenHead;
  silence: SilencedChoice;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** What silencing did: both translations, a remark in parts, strong or not, and each head. */
export interface Outcome {
  rows: OutcomeRow[];
  remark: [string, boolean][];
  alone: AloneChanges;
}

/** A statistic of all heads, by layer and head, and the words around its value. */
export interface Habit {
  before: string;
  after: string;
  values: ((number | null)[])[];
  places: number;
}

/** Numbers of layer, head and query token, from 1. */
export interface ChosenHead {
  layer: number;
  head: number;
  word: number;
}

/** Numbers of a layer and a head, from 1, and whether it is to be silenced. */
export interface SilencedChoice {
  layer: number;
  head: number;
  silent: boolean;
}

/** A translation: each of its words, and whether it changed; and its ln p. */
export interface OutcomeRow {
  name: string;
  words: [string, boolean][];
  total: number;
}

/** The change of ln p if each head of a layer is silenced alone. */
export interface AloneChanges {
  layer: number;
  changes: number[];
}
