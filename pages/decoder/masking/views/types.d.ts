// What the scripts of this view hand to each other, for the type checker alone.

import type { Cell } from "../../../../ui/views/library/attention_map.js";
import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

export type MapName = "scores" | "masked" | "weights";

/** What a row is there to predict, how probable it finds it, and how probable with the mask. */
export interface Prediction {
  text: string;
  special: boolean;
  p: number;
  masked: number | null;
}

/** What mask_maps.py sends: mask is what belongs, visible what is seen now. */
export interface Data extends Record<"scores" | "weights" | "visible" | "mask", SentTensor>, Cell {
  rows: Token[];
  columns: Token[];
  head: number;
  titles: Record<MapName, [title: string, below: string]>;
  sign: string;
  says: Prediction[] | null;
}

/** Side of a cell and of a map, and how many tokens share a name. */
export interface Sizes {
  pitch: number;
  side: number;
  every: number;
}

export interface FramedMap {
  canvas: HTMLCanvasElement;
  marks: SVGGElement;
  rings: SVGGElement;
}

export interface Line {
  line: HTMLElement;
  token: HTMLElement;
  bar: HTMLElement;
  tick: HTMLElement;
  number: HTMLElement;
}

export interface Parts {
  maps: Record<MapName, FramedMap>;
  titles: Record<MapName, { name: HTMLElement; below: HTMLElement }>;
  columns: SVGTextElement[][];
  rows: HTMLElement[];
  sign: HTMLElement;
  says?: Line[];
  chain: HTMLElement;
  legend: HTMLElement;
}

export interface Root extends HTMLElement {
  data: Data;
  tell: ViewCall<Data>["setTriggerValue"];
  tensors: Record<"scores" | "weights" | "visible" | "mask", Tensor>;
  signature?: string;
  exchange: Exchange;
  now: Cell & { head: number };
  hover: Cell | null;
  timer: number;
  size: Sizes;
  parts: Parts;
  /** Of the chosen head. */
  values: { scores: Tensor; weights: Tensor; hidden: (i: number, j: number) => boolean };
}
