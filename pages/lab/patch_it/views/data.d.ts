// What Python sends and hears: python -m ui.views.script_types writes it.

/** Patching effects by site, and what the run with the chosen site patched says. */
export interface PatchData {
  maps: PatchMap[];
  effects: (number | null)[];
  tops: [number, number][][];
  tokens: Record<number, PatchToken>;
  ids: number[];
  runs: PatchRun[];
  host: "clean" | "changed";
  after: string;
  chosen: [string, number, number];
  written: WrittenTranslations | null;
  problem: string;
  waiting: string;
  note: string;
  caption: string;
}

/** Event of the view: map, row and column of the clicked site. */
export interface PatchEvents {
  choose: [string, number, number];
}

/** One map of patch sites. */
export interface PatchMap {
  name: string;
  title: string;
  stream: boolean;
  places: string;
  rows: string[];
  columns: string[];
  short: string[];
  heads: [string, number][][];
  index: number[][];
  tokens: (["clean" | "changed" | "both", (Label | null)[]])[];
}

/** A token of the vocabulary, and its probability without a patch. */
export interface PatchToken {
  text: string;
  before: number;
}

/** An unpatched run: its logit difference, and the probabilities of the competing tokens. */
export interface PatchRun {
  name: "clean" | "changed";
  d: number;
  p: number[];
}

/** Words of both translations, each with whether it differs, with a site patched. */
export interface WrittenTranslations {
  place: string;
  own: [string, boolean][];
  words: [string, boolean][];
  same: string;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}
