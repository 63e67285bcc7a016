// What Python sends and hears: python -m ui.views.script_types writes it.

/** Pieces, in order, and the text before them. */
export interface PieceListData {
  label: string;
  entries: PieceEntry[];
}

/** From the typed text to the pieces. */
export interface TokenPathData {
  changes: [string, string, string[]][];
  length: number;
  more: boolean;
  pieces: PathPiece[];
  end: EndToken;
  merges: number;
  chosen: number;
}

/** Event of the view: number of the clicked piece, from 1. */
export interface TokenPathEvents {
  pick: number;
}

/** The same text, cut in several ways. */
export interface UnitsData {
  rows: CutRow[];
}

/** One piece in a list of pieces. */
export interface PieceEntry {
  text: string;
  id: number;
  note: string;
  kind: string;
  joined: boolean;
}

/** A piece of a word; rank is the merge that made it, from 1, if one did. */
export interface PathPiece {
  text: string;
  id: number;
  known: boolean;
  byte_of: string;
  joined: boolean;
  rank: number | null;
  word: string;
}

/** The token after the sentence. */
export interface EndToken {
  text: string;
  id: number;
}

/** One way of cutting a text. */
export interface CutRow {
  name: string;
  title: string;
  units: [string, number, boolean][];
  vocabulary: string;
  remark: string;
}
