// What the scripts of the staircase hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Player } from "../../../../ui/views/library/player.js";

/** The word after a merge: its pieces, the one just made, and the ranks of all neighbours. */
interface Step {
  pieces: string[];
  joined: number;
  /** Its place in the order of learning, from 1. */
  rank: number;
  pairs: (number | null)[];
}

/** What merges.py sends. */
export interface Data {
  word: string;
  steps: Step[];
  /** Whether the vocabulary has each of the word's characters. */
  known: boolean[];
  ids: number[];
  /** How many merges were learned. */
  merges: number;
  shown: number;
  /** The number that stands for the last step of any word. */
  all: number;
}

/** A piece between two edges. */
export interface Span {
  piece: string;
  left: number;
  right: number;
  known: boolean;
}

export interface Root extends HTMLElement {
  data: Data;
  send: ViewCall<Data>["setTriggerValue"];
  shown: number;
  exchange: Exchange;
  player: Player;
  slider: HTMLInputElement;
  now: HTMLElement;
  legend: HTMLElement;
  /** The window in which the staircase scrolls. */
  frame: HTMLElement;
}
