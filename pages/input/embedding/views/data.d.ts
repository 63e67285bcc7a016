// What Python sends and hears: python -m ui.views.script_types writes it.

/** Rows of E, where each is used, and logits at each step. */
export interface SharedRowData {
  uses: LabelledUse[];
  rows: SentTensor;
  chosen: number;
  at: number;
  source: Label[];
  target: Label[];
  output: Label[];
  logits: SentTensor;
  best: SentTensor;
  winners: string[];
  opens: PlacePages;
}

/** Event of the view: number of the clicked step, from 1. */
export interface SharedRowEvents {
  at: number;
}

/** A ``RowUse`` as the view gets it. */
export interface LabelledUse {
  id: number;
  token: Label;
  source: number[];
  target: number[];
  difference: number;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** The pages of the three places; None where there is none. */
export interface PlacePages {
  source: PageLink | null;
  target: PageLink | null;
  projection: PageLink | null;
}

/** A page: its URL and title. */
export interface PageLink {
  address: string;
  title: string;
}
