// What Python sends and hears: python -m ui.views.script_types writes it.

/** Logit lens by depth (0 is the embedding) and step: likeliest tokens and the output token. */
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

/** Event of the view: step and layer of the cell that was clicked, from 1. */
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

/** How a vocabulary token is displayed. */
export interface Name {
  text: string;
  special: boolean;
  joined: boolean;
}
