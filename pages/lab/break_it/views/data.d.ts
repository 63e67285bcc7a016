// What Python sends and hears: python -m ui.views.script_types writes it.

/** Weights of a head, query x key, and what of them was set by hand. */
export interface RowEditorData {
  queries: Label[];
  keys: Label[];
  row: number;
  pins: Record<number, [number, number][]>;
  before: SentTensor;
  base: SentTensor;
  after: SentTensor;
  visible: SentTensor;
}

/** Event of the view: one for all that is chosen, since a newer one replaces one that waits. */
export interface RowEditorEvents {
  choose: RowChoice;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** Number of the chosen row, from 1, and all edited rows if the server may not know them yet. */
export interface RowChoice {
  row: number;
  edited?: EditedRow[];
}

/** A row, and its pinned keys with their weights. */
export interface EditedRow {
  row: number;
  pins: [number, number][];
}
