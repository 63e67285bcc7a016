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

/** One or two readers, and what is selected; the tensors of this version come by ``tensors``. */
export interface MemoryData {
  version: string;
  readers: Reader[];
  source: Label[];
  memory: number[];
  measures: HeadMeasure[];
  silenced: [number, number][];
  layer: number;
  head: number;
  step: number;
  measure: number;
  shown: string;
  shift: string;
  layers: string[];
  heads: string[];
}

/** Event of the view. */
export interface MemoryEvents {
  choose: MemoryChoice;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** A language that reads the memory: its map's rows, and the row that each step reads by. */
export interface Reader {
  language: string;
  note: string;
  tokens: Label[];
  row_of: number[];
  reads: Label[];
  writes: Label[];
}

/** A measure of every head of every layer. */
export interface HeadMeasure {
  name: string;
  values: ((number | null)[])[];
  shades: ((number | null)[])[];
  best: [number, number] | null;
  note: string;
}

/** What is chosen, from 1; where all layers or heads are shown, the layer or head is missing. */
export interface MemoryChoice {
  layer?: number;
  head?: number;
  step: number;
  head_measure: number;
  all_layers: number;
  all_heads: number;
}
