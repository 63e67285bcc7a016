// What Python sends and hears: python -m ui.views.script_types writes it.

/** The decoder's tokens, and what is chosen; the tensors of this version come by ``tensors``. */
export interface LookBackData {
  version: string;
  tokens: Label[];
  layer: number;
  head: number;
  step: number;
  layers: string[];
  heads: string[];
}

/** Event of the view: number of the chosen step, from 1. */
export interface LookBackEvents {
  step: number;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}
