// What the scripts of these views hand to each other, for the type checker alone.

import type { AttentionMap } from "../../../../ui/views/library/attention_map.js";
import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

/** What is chosen, from 0; the layer and the head after the last are means of all. */
export interface Chosen {
  layer: number;
  head: number;
  step: number;
  measure: number;
}

/** A language that reads the memory. */
export interface Reader {
  language: string;
  note: string;
  /** The rows of its map, and the row that each step reads by. */
  tokens: Token[];
  row_of: number[];
  reads: Token[];
  writes: Token[];
}

/** A number for each layer and head, with what it says and where it is best. */
export interface Measure {
  name: string;
  note: string;
  values: (number | null)[][];
  /** From 0 to 1: how full the colour of each is. */
  shades: (number | null)[][];
  best: number[] | null;
}

export type Shown = "weight" | "contribution";

interface Told {
  readers: Reader[];
  source: Token[];
  /** The memory's shape. */
  memory: number[];
  measures: Measure[];
  /** Layer and head of those that are silenced. */
  silenced: number[][];
  shown: Shown;
  /** Which of two tokens names a row. */
  shift: "reads" | "writes";
}

/** What memory_view.py sends; the tensors of this version come by tensors.js. */
export interface Data extends Told, Chosen {
  version: string;
}

/** What is pointed at: a word of a reader, a word of the memory, or a cell. */
export interface Place {
  reader?: number;
  row?: number;
  column?: number;
}

/** All that is drawn; rows has the current one of each reader. */
export interface State extends Told, Chosen {
  tensors: Record<string, SentTensor>;
  attention: (value: number) => Colour;
  hover: Place | null;
  mapped: number;
  rows: number[];
}

/** A part of the view: filled with a sentence, painted with a choice, lit where one points. */
interface Part {
  fill: (state: State) => void;
  paint: (state: State) => void;
}

export interface Point {
  x: number;
  y: number;
}

/** The nodes of the lines between the readers and the memory. */
export interface StageNodes {
  node: HTMLElement;
  frame: HTMLElement;
  drawing: SVGElement;
  lines: HTMLElement[];
  labels: Record<"name" | "shape" | "role", HTMLElement>[];
  box: HTMLElement;
  groups: HTMLElement[];
}

/** The same with a sentence: its words, and where lines begin and end. */
export interface Stage extends StageNodes, Part {
  chips: HTMLButtonElement[][];
  source: HTMLButtonElement[];
  /** Whether the memory stands beside the readers, as on a phone. */
  tall: boolean;
  from: Point[][];
  to: Point[][];
  lit: SVGElement;
  /** The row that was brought into sight last. */
  seen?: number;
  light: (state: State) => void;
}

/** One reader's map: its nodes, and with a sentence its sizes. */
export interface MemoryMap extends Part, AttentionMap {
  tabs: HTMLElement;
  place: HTMLElement;
  scroll: HTMLElement;
  readout: HTMLElement;
  rows: HTMLButtonElement[];
  light: (state: State) => void;
}

/** All layers and heads with one number each. */
export interface MemoryTable extends Part {
  tabs: HTMLElement;
  grid: HTMLElement;
  note: HTMLElement;
  best: HTMLButtonElement;
  shape: number[];
  names: HTMLElement[];
  tops: HTMLElement[];
  sides: HTMLElement[];
  cells: HTMLButtonElement[][];
}

/** The whole view. */
export interface View {
  state: State;
  exchange: Exchange;
  send: ViewCall<Data>["setTriggerValue"];
  choose: (change: Partial<Chosen>) => void;
  show: (change: Partial<Chosen>) => void;
  hover: (place: Place | null) => void;
  player: Player;
  writing: HTMLElement;
  stage: Stage;
  cards: (state: State) => void;
  map: MemoryMap;
  table: MemoryTable;
  wanted: Data;
  version?: string;
  fresh: boolean;
}
