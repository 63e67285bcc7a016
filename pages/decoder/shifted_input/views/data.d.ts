// What Python sends and hears: python -m ui.views.script_types writes it.

/** The reference and the predictions of all passes. */
export interface ShiftedData {
  target: Label[];
  reads: Label[];
  forced: Predictions;
  own: FreeRun;
  put: Replaced | null;
  parts: number | null;
  step: number;
  languages: string[];
}

/** Events of the view: number of the chosen step, and a token to put in. */
export interface ShiftedEvents {
  move: number;
  put: PutToken;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** By step: the likeliest tokens, the reference token's probability, and its id. */
export interface Predictions {
  top: Top[][];
  right: number[];
  ids: number[];
}

/** What the model reads and predicts on its own words. */
export interface FreeRun {
  reads: Label[];
  said: Label[];
  top: Top[][];
  right: number[];
  ids: number[];
}

/** What another token at a place changes. */
export interface Replaced {
  place: number;
  token: Label;
  note: string;
  moved: number[];
  earlier: number | null;
  top: Top[][];
  right: number[];
  ids: number[];
}

/** A token to put in, and the step that reads it, from 1; "" and 0 for none. */
export interface PutToken {
  put: string;
  put_at: number;
}

/** A likely token, and its probability now and before another token was put in. */
export interface Top {
  id: number;
  text: string;
  p: number;
  before: number | null;
}
