// What Python sends and hears: python -m ui.views.script_types writes it.

/** By depth (0 is the embedding) and step: the likeliest tokens, and the one that is said. */
export interface LensData {
  read: Label[];
  output: Label[];
  said: number[];
  names: Record<number, Name>;
  top: number[][][];
  p: number[][][];
  final: number[][];
  places: number[][];
  step: number;
  layer: number;
  depths: string[];
}

/** What is told: the number of the step, from 1, and the depth of the cell that was chosen. */
export interface LensEvents {
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

/** How a token of the vocabulary is written. */
export interface Name {
  text: string;
  special: boolean;
  joined: boolean;
}
