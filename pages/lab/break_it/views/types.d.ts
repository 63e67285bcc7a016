// What the scripts of this view hand to each other, for the type checker alone.

import type { Board } from "../../../../ui/views/library/board.js";
import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { RowEditorData, RowEditorEvents } from "./data.d.ts";

/** The maps of a head: unbroken, before any row was set by hand, as it is, and what is seen. */
export type MapName = "before" | "base" | "after" | "visible";

export type Pins = Map<number, number>;

export interface Slider {
  line: HTMLElement;
  input: HTMLInputElement;
  tick: HTMLElement;
  output: HTMLElement;
}

export interface Parts {
  sheet: Board;
  readout: HTMLElement;
  title: HTMLElement;
  undo: HTMLElement;
  note: HTMLElement;
  list: HTMLElement;
  sliders: Slider[];
}

export interface Root extends HTMLElement {
  data: RowEditorData;
  tell: <Name extends keyof RowEditorEvents>(name: Name, value: RowEditorEvents[Name]) => void;
  tensors: Record<MapName, Tensor>;
  parts: Parts;
  exchange: Exchange;
  signature?: string;
  row: number;
  pins: Map<number, Pins>;
  dragging: boolean;
  timer: number;
  /** The broken map as it stands on the sliders. */
  broken: Tensor;
  step: number;
  pitch: number;
  top: number;
  width: number;
  observer: ResizeObserver;
}
