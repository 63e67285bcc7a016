// What the scripts of these views hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";

/** So many heads are silenced, and what is left then. */
export type Point = [heads: number, value: number];

/** What census_view.py sends; a head is its place among all of them. */
export interface Data {
  version: unknown[];
  kinds: string[];
  /** Of each kind. */
  layers: number[];
  names: string[];
  roles: string[];
  /** What each role means. */
  meanings: Record<string, string>;
  importance: number[];
  unit: string;
  /** The least needed first. */
  order: number[];
  silenced: number[];
  chosen: number;
  chrf: Point[];
  /** The least and the most that heads silenced by chance leave. */
  band: [heads: number, low: number, high: number][];
  own: Point[];
  says: { label: string; words: [word: string, changed: boolean][] }[];
  notes: string[];
}

export interface View {
  data: Data;
  tell: ViewCall<Data>["setTriggerValue"];
  version?: string;
  pruning: Exchange;
  looking: Exchange;
  silenced: Set<number>;
  chosen: number;
  choose: (place: number) => void;
  timer: number;
  title: HTMLElement;
  plot: HTMLElement;
  slider: HTMLInputElement;
  ends: HTMLElement;
  says: HTMLElement;
  notes: HTMLElement;
  grids: HTMLElement;
  /** The place of each grid's first head. */
  starts: number[];
  legend: HTMLElement;
  buttons: HTMLButtonElement[];
}

export type Written = "share" | "output" | "silencing" | "gradient";
export type Sort = Written | "head" | "role";

/** A head in the table; key is its role's name, role what that means. */
export interface Row {
  name: string;
  key: string;
  role: string;
  head: number;
  share: number;
  output: number;
  silencing: number;
  gradient: number | null;
}

/** What census_table.py sends. */
export interface TableData {
  version: unknown[];
  columns: Record<Sort, string>;
  rows: Row[];
  sort: Sort;
  chosen: number;
  silenced: number[];
}

export interface TableView {
  root: HTMLElement;
  data: TableData;
  tell: ViewCall<TableData>["setTriggerValue"];
  version?: string;
  sorting: Exchange;
  looking: Exchange;
  sort: Sort;
  chosen: number;
}
