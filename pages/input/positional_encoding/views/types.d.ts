// What the scripts of these views hand to each other, for the type checker alone.

import type { Palette } from "../../../../ui/views/library/colours.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

/** A position, a pair of numbers (from 0) and the width of the encoding. */
export interface Chosen {
  word: number;
  pair: number;
  d_model: number;
}

/** What positions.py sends: the table is position x d_model. */
export interface Data extends Chosen {
  table: SentTensor;
  tokens: Token[];
  /** Of the tokens: equal ones are the same row of E. */
  ids: number[];
  widths: number[];
}

/** A heat map of encodings: its nodes, and where and how large its cells are. */
export interface EncodingMap {
  node: HTMLElement;
  canvas: HTMLCanvasElement;
  marks: SVGElement;
  labels: SVGElement;
  rings: SVGElement;
  cell: number;
  pitch: number;
  left: number;
  positions: number;
  rows: number;
  width: number;
  height: number;
}

export interface Waves {
  waves: HTMLElement;
  curves: SVGElement;
  under: HTMLElement;
  scroll: HTMLElement;
  map: EncodingMap;
  axis: SVGElement;
}

export interface Clock {
  /** The hand at another place of the same token. */
  twin: SVGElement;
  turning: SVGElement;
  trail: SVGElement[];
  reach: number;
}

export interface Clocks {
  hint: HTMLElement;
  grid: HTMLElement;
  /** The headline of the chosen pair. */
  title: HTMLElement;
  large: Clock;
  sine: SVGElement;
  cosine: SVGElement;
  tip: SVGElement;
  words: SVGElement[];
  lines: HTMLElement;
  clocks: (Clock & { button: HTMLElement; pair: number })[];
  signature?: string;
}

export interface Slider {
  box: HTMLElement;
  set: (value: number, most: number, text: string) => void;
}

/** The view's node, and what it keeps from one call to the next. */
export interface Root extends HTMLElement {
  data: Data;
  send: ViewCall<Data>["setTriggerValue"];
  table: Tensor;
  /** The angle by which each pair turns from one position to the next. */
  speeds: number[];
  now: Chosen;
  /** When somebody chose last. */
  changed: number;
  timer: number;
  colours: Palette;
  choose: (change: Partial<Chosen>) => void;
  parts: {
    sliders: Record<"word" | "pair" | "width", Slider>;
    player: Player;
    waves: Waves;
    clocks: Clocks;
  };
  observer: ResizeObserver;
  /** The pair that was scrolled to last. */
  inSight?: string;
}
