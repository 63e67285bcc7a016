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

/** Events of the view: number of the chosen row, from 1, and a row as it was edited. */
export interface RowEditorEvents {
  row: number;
  edit: EditedRow;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** A row, and its pinned keys with their weights. */
export interface EditedRow {
  row: number;
  pins: [number, number][];
}
