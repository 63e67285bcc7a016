// What the scripts of this view hand to each other, for the type checker alone.

import type { AttentionMap, mapNodes, Place } from "../../../../ui/views/library/attention_map.js";
import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Token, tokenColumn } from "../../../../ui/views/library/tokens.js";

/** What somebody chose; all count from 0. */
export interface Chosen {
  layer: number;
  head: number;
  word: number;
}

/** What silencing did to the translation. */
export interface Outcome {
  /** Before and now: each word, and whether it changed. */
  rows: { name: string; words: [word: string, changed: boolean][]; total: number }[];
  /** A sentence in parts, and which of them are strong. */
  remark: [text: string, strong: boolean][];
  /** The change of log p if each head of a layer is silenced alone. */
  alone: { layer: number; changes: number[] };
}

/** A statistic of all heads, by layer and head. */
export interface Habit {
  /** With a gap for the value. */
  before: string;
  after: string;
  values: (number | null)[][];
  places: number;
}

interface Told {
  queries: Token[];
  keys: Token[];
  /** How much each head adds to its layer's output, by layer and head. */
  shares: number[][];
  habits: Habit[];
  causal: boolean;
  /** Layer and head of those that are silenced. */
  silenced: [layer: number, head: number][];
  result: Outcome | null;
  hint: string;
}

/** What head_view.py sends: maps are layer x head x query x key. */
export interface Data extends Told, Chosen {
  version: (string | number)[];
  weights: SentTensor;
  heads: SentTensor;
  outputs: SentTensor;
}

/** All that is drawn. */
export interface State extends Told, Chosen {
  weights: Tensor;
  heads: Tensor;
  outputs: Tensor;
  hover: Place | null;
  attention: (value: number) => Colour;
  signed: (value: number) => Colour;
  /** None where a mask hides the cell. */
  cellColour: (value: number, row: number, column: number) => Colour | null;
}

type Column = ReturnType<typeof tokenColumn>;
type MapNodes = ReturnType<typeof mapNodes>;

/** How large map and lines are, in pixels. */
export interface Sizes {
  pitch: number;
  cell: number;
  /** Whether labels stand upright. */
  dense: boolean;
  height: number;
  step: number;
}

/** The frame of map and lines, as it is built. */
export interface Frame extends MapNodes {
  title: HTMLElement;
  readout: HTMLElement;
  pair: HTMLElement;
  asks: Column;
  drawing: SVGElement;
  read: Column;
  habits: HTMLElement;
}

/** The same, filled with a sentence. */
export interface HeadMap extends Frame, AttentionMap {
  size: Sizes;
  values: Tensor;
  rows: HTMLButtonElement[];
  asking: HTMLButtonElement[];
  reading: HTMLButtonElement[];
  lit: SVGGElement;
}

export type Choose = (change: Partial<Chosen>) => void;
export type Hover = (place: Place | null) => void;

/** The view, which stays as long as the model has these layers and heads. */
export interface View {
  state: State;
  exchange: Exchange;
  send: ViewCall<Data>["setTriggerValue"];
  choose: Choose;
  hover: Hover;
  menu: { mark: (state: State) => void; paint: (state: State) => void };
  parts: (state: State) => void;
  map: HeadMap;
  card: (state: State) => void;
  /** The version of the tensors, and whether they have just come. */
  sent?: string;
  fresh: boolean;
  size: string;
}
