// Types of the strip along a direction.

import type { makeExchange } from "../../../../ui/views/library/choices.js";

/** What is said at one alpha: words, each with whether the unsteered translation lacks it there. */
export interface Said {
  alpha: number;
  words: [string, boolean][];
  log_p: number;
  share: number;
}

export interface StripRow {
  name: string;
  said: Said[];
}

export interface StripData {
  rows: StripRow[];
  alpha: number;
  language: string;
}

export interface StripView {
  root: Element;
  top: HTMLElement;
  strips: HTMLElement;
  list: HTMLElement;
  data: StripData;
  seen?: string;
  alpha?: number;
  set: (alpha: number) => void;
  shown: { row: StripRow; cells: HTMLElement[]; said: HTMLElement; note: HTMLElement }[];
  lines: { node: HTMLElement; alphas: number[]; place: number }[];
  exchange: ReturnType<typeof makeExchange>;
  send: (name: string, value: unknown) => void;
}
