// What Python sends and hears: python -m ui.views.script_types writes it.

/** What the blocks computed and the pages that they open, by block; layer and step from 1. */
export interface DiagramData {
  sentence: (string | number)[];
  layers: Record<string, number>;
  layer: number;
  step: number;
  blocks: Block[];
  texts: Record<string, string>;
  captions: Record<string, string>;
  widths: Record<string, number>;
  opens: Record<string, Record<string, string>>;
  source: Label[];
  target: Label[];
  output: Label[];
  ids: Record<string, number[]>;
  tensors: Record<string, SentTensor>;
  heads: Record<string, Heads>;
  next: Next;
}

/** The layer or step that the visitor chose, from 1. */
export interface DiagramEvents {
  layer: number;
  step: number;
}

/** A block: its title, its shape, also shorter and for screen readers, and input → output. */
export interface Block {
  name: string;
  title: string;
  shape: string;
  short: string;
  label: string;
  flow: string;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** By layer: the head that is enlarged, and those that are silenced; from 0. */
export interface Heads {
  shown: number[];
  silent: number[][];
}

/** By step: names and numbers of the likeliest tokens, p of the output token, and its rank. */
export interface Next {
  names: string[][];
  logits: SentTensor;
  probabilities: SentTensor;
  said: number[];
  rank: number[];
}
