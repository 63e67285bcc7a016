// What Python sends and hears: python -m ui.views.script_types writes it.

/** Vectors are head x d_k, lengths one for each head, words the tokens that they belong to. */
export interface HeadStripsData {
  vectors: Record<string, SentTensor>;
  lengths: Record<string, number[]>;
  words: Record<string, string>;
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

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}
