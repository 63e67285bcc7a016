// What Python sends and hears: python -m ui.views.script_types writes it.

/** Translations by direction, the chosen one first; alpha is the selected multiple of it. */
export interface SteerStripData {
  rows: StripRow[];
  alpha: number;
  language: string;
  all: SteeredRecord[];
}

/** Event of the view: the newly selected alpha. */
export interface SteerStripEvents {
  alpha: number;
}

/** The translations along one direction. */
export interface StripRow {
  name: string;
  said: StripCell[];
}

/** One translation as it is exported. */
export interface SteeredRecord {
  direction: string;
  alpha: number;
  translation: string;
  log_p: number;
}

/** One translation of the strip. */
export interface StripCell {
  alpha: number;
  words: [string, boolean][];
  log_p: number;
  share: number;
}
