// What Python sends and hears: python -m ui.views.script_types writes it.

/** For each token its row of E among others, all but those of ``overview`` without the mean row. */
export interface LookupData {
  tokens: Label[];
  ids: number[];
  chosen: number;
  vocabulary: number;
  overview: SentTensor;
  starts: number[];
  windows: SentTensor;
  names: string[][];
  near: SentTensor;
  near_names: string[][];
}

/** Lists of nearest rows side by side, with remarks below. */
export interface NearestListsData {
  lists: NearList[];
  chance: number;
  remarks: string[];
}

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

/** A map of tokens among their nearest rows of E. */
export interface WordMapData {
  points: Point[];
  places: SentTensor;
  tokens: number[];
  chosen: number;
  chance: number;
  note: string;
}

/** Event of the view: number of the clicked token, from 1. */
export interface WordMapEvents {
  word: number;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** A list of nearest rows, with its title. */
export interface NearList {
  title: string;
  near: NearRow[];
}

/** A ``RowUse`` as the view gets it. */
export interface LabelledUse {
  id: number;
  token: Label;
  source: number[];
  target: number[];
  difference: number;
}

/** The pages of the three places; None where there is none. */
export interface PlacePages {
  source: PageLink | null;
  target: PageLink | null;
  projection: PageLink | null;
}

/** A point of the map. */
export interface Point {
  text: string;
  kind: string;
  near: NearRow[];
  links: number[];
  special: boolean;
}

/** A row of E in a list of nearest rows. */
export interface NearRow {
  text: string;
  cosine: number;
  special: boolean;
  note: string;
  kind: string;
}

/** A page: its URL and title. */
export interface PageLink {
  address: string;
  title: string;
}
