// What Python sends and hears: python -m ui.views.script_types writes it.

/** A ``Film``, and indices of the frame and of the head that are shown large. */
export interface FilmData {
  version: string;
  source: string;
  given: string;
  spoken: [string, string];
  steps: number[];
  texts: string[];
  losses: number[];
  weights: SentTensor;
  queries: Label[];
  keys: Label[];
  frame: number;
  layer: number;
  head: number;
}

/** Events of the view: number of the selected frame, and of layer and head, all from 1. */
export interface FilmEvents {
  frame: number;
  head: [number, number];
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}
