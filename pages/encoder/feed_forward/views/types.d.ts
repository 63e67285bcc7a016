// What the scripts of this view hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

export type Vector = "x" | "hidden" | "output";

/** For each rank and unit: how much it answers, in which sentence and at which position. */
export type Excited = "values" | "sentences" | "positions";

/** What feed_forward.py sends: vectors are token x component; unit -1 is the strongest. */
export interface Data extends Record<Vector | Excited, SentTensor> {
  tokens: Token[];
  /** Sentences as their pieces; true where one continues a word. */
  texts: [piece: string, continues: boolean][][];
  /** The language of each sentence. */
  spoken: string[];
  word: number;
  unit: number;
  silenced: number[];
}

export interface Picture {
  box: HTMLElement;
  name: HTMLElement;
  shape: HTMLElement;
  canvas: HTMLCanvasElement;
}

export interface View extends Record<Vector | Excited, Tensor> {
  root: HTMLElement;
  data: Data;
  exchange: Exchange;
  tell: ViewCall<Data>["setTriggerValue"];
  word: number;
  unit: number;
  choose: (unit: number) => void;
  pictures: Record<Vector, Picture>;
  mark: HTMLElement;
  said: HTMLElement;
  strongest: HTMLElement;
  excited: HTMLElement;
}
