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
