// What the scripts of the staircase hand to each other, for the type checker alone.

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

export type Button = "first" | "back" | "play" | "next" | "last";

export interface Root extends HTMLElement {
  data: Data;
  send: ViewCall<Data>["setTriggerValue"];
  shown: number;
  /** The step that the server was told of and has not answered. */
  waiting: number | null;
  timer: number;
  buttons: Record<Button, HTMLButtonElement>;
  slider: HTMLInputElement;
  now: HTMLElement;
  /** The window in which the staircase scrolls. */
  frame: HTMLElement;
}
