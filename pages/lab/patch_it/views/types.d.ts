// What the scripts of this view hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Palette } from "../../../../ui/views/library/colours.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

/** A map's name, a row and a column. */
export type Chosen = [map: string, row: number, column: number];

/** A map of places; index has the number of each place's effect, or -1 where it has no partner. */
export interface PlaceMap {
  name: string;
  kind: string;
  title: string;
  places: string;
  rows: string[];
  columns: string[];
  short: string[];
  /** Names above the columns, line by line, each over so many of them. */
  heads: [name: string, count: number][][];
  index: number[][];
  /** The tokens of each run, in the map's columns. */
  tokens: [run: string, tokens: (PatchToken | null)[]][];
}

export type PatchToken = Token & { differs?: boolean };

export type Words = [word: string, marked: boolean][];

/** What patch_view.py sends. */
export interface Data {
  langs: Langs;
  maps: PlaceMap[];
  /** By place: its effect, none while it is not computed, and the likeliest tokens then. */
  effects: (number | null)[];
  tops: [id: number, p: number][][];
  tokens: Record<number, { text: string; before: number }>;
  ids: number[];
  /** Both runs as they are: d, and the probabilities of the two tokens. */
  runs: { name: string; d: number; p: number[] }[];
  host: string;
  after: string;
  measure: string;
  chosen: Chosen;
  /** Both translations, for the place they were written for. */
  written: { place: string; own: Words; words: Words; same: string } | null;
  problem: string;
  waiting: string;
  note: string;
  caption: string;
}

type Nodes = Record<"scroll" | "cells" | "note" | "runs" | "card" | "where" | "small", HTMLElement>;

export interface View extends Nodes {
  data: Data;
  version?: string;
  tell: ViewCall<Data>["setTriggerValue"];
  exchange: Exchange;
  chosen: Chosen;
  choose: (chosen: Chosen, delay: number) => void;
  timer: number;
  colours: Palette;
  maps: {
    button: HTMLElement;
    title: HTMLElement;
    canvas: HTMLCanvasElement;
    caption: HTMLElement;
  }[];
}
