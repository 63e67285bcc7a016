// What the scripts of this view hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

/** How a sentence flows: what is computed at which step, and along which edges. */
interface Flow {
  rows: string[];
  /** Column, row, step, next node, length of the way. */
  nodes: number[][];
  /** From, to, kind. */
  edges: number[][];
  outputs: number[];
  looks_back: boolean;
  steps: number;
}

/** An architecture, and this sentence's graph in it. */
interface Family {
  year: string;
  name: string;
  paper: string;
  added: string;
  verdict: string;
  stopped: string;
  graph: Flow;
}

/** What families.py sends. */
export interface Data {
  version: string;
  source: Token[];
  target: Token[];
  families: Family[];
  family: number;
  word: number;
}

/** The view: what is chosen, its nodes, and the drawing of the chosen family. */
export interface View {
  data: Data;
  tell: ViewCall<Data>["setTriggerValue"];
  version: string;
  word: number;
  exchange: Exchange;
  /** The family that is shown. */
  family: number | null;
  timeline: HTMLElement;
  scroll: HTMLElement;
  card: HTMLElement;
  player: Player;
  said: HTMLElement;
  entries: HTMLButtonElement[];
  shown: Flow;
  step: number;
  at: number[][];
  picture: SVGElement;
  fan: SVGElement;
  lit: SVGElement;
  dots: { step: number; dot: SVGElement }[];
  wires: { step: number; path: SVGElement }[];
  names: SVGElement[];
}
