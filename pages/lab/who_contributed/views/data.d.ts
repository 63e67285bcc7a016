// What Python sends and hears: python -m ui.views.script_types writes it.

/** Attribution scores of one output token, with a name and a note for each method's row. */
export interface ContributionsData {
  source: Label[];
  prefix: Label[] | null;
  caption: string;
  rows: MethodRow[];
  names: string[];
  notes: string[];
  numbers: boolean;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** One method's scores at one step. */
export interface MethodRow {
  name: string;
  source: number[] | null;
  prefix: number[] | null;
  raw: number[];
  top_source_index: number;
  top_prefix_index: number;
  source_share: number | null;
}
