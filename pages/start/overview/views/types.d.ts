// What the scripts of the diagram hand to each other, for the type checker alone.

import type { Palette } from "../../../../ui/views/library/colours.js";
import type { Box, Layout, TokenRow } from "../../../../ui/views/library/diagram_layout.js";
import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

export type { Box, Layout, TokenRow };
export type HeadsName = "encoder_self" | "decoder_self" | "cross";

export interface Block {
  name: string;
  title: string;
  shape: string;
  short: string;
  label: string;
  flow: string;
}

/** By step: names and numbers of the likeliest tokens, p of the one that was said, its place. */
interface Next<Numbers> {
  names: string[][];
  logits: Numbers;
  probabilities: Numbers;
  said: number[];
  rank: number[];
}

/** What diagram.py sends; layer and step count from 1. */
export interface Data {
  sentence: (string | number)[];
  layers: { encoder: number; decoder: number };
  layer: number;
  step: number;
  blocks: Block[];
  texts: Record<string, string>;
  captions: Record<string, string>;
  widths: { model: number; hidden: number };
  /** Pages by block. */
  opens: Record<string, { address: string; title: string }>;
  source: Token[];
  target: Token[];
  output: Token[];
  ids: { source: number[]; target: number[]; output?: undefined };
  tensors: Record<string, SentTensor>;
  /** By layer: the head that is shown, and those that are silenced. */
  heads: Record<HeadsName, { shown: number[]; silent: number[][] }>;
  next: Next<SentTensor>;
}

/** What is to be painted: marked tells whether the row of the step is to be seen. */
export interface Moment {
  step: number;
  marked: boolean;
}

export type Paint = (moment: Moment) => void;

/** A chip: the tokens it stands for, and how it is written. */
export interface Chip {
  text: string;
  full?: string;
  joined?: boolean;
  special?: boolean;
  known?: boolean;
  lang?: string | null | undefined;
  more?: boolean;
  fontSize: number;
  width: number;
  from: number;
  to: number;
}

export interface DrawnChip extends Chip {
  node: SVGElement;
  x: number;
  y: number;
}

/** The parts of the card that shows a block. */
export interface Peek {
  picture: SVGElement;
  title: HTMLElement;
  part: HTMLElement;
  says: HTMLElement;
  flow: HTMLElement;
  open: HTMLAnchorElement;
}

/** Everything one diagram knows. */
export interface View {
  root: HTMLElement;
  stage: HTMLElement;
  overlay: HTMLElement;
  font: string;
  data: Data;
  tell: ViewCall<Data>["setTriggerValue"];
  layer: number;
  step: number;
  /** The block that the card shows. */
  shown: string;
  /** What the server was told and has not answered, and what it will be told soon. */
  sent: Partial<Record<"layer" | "step", number[]>>;
  later: Partial<Record<"layer" | "step", number>>;
  player: Player;
  /** Whether its clock runs. */
  playing: boolean;
  tensors: Record<string, Tensor>;
  logits: Tensor;
  probabilities: Tensor;
  colours: Palette;
  count: () => number;
  moment: () => Moment;
  repaint: () => void;
  tellLater: (name: "layer" | "step") => void;
  point: (name: string) => void;
  /** The address of a painted matrix: a tensor at an index, of so many rows at most. */
  paint: (name: string, index: number[], most?: number) => string;
  drawPlayer: () => void;
  observer: ResizeObserver;
  drawn?: string;
  /** Whether the browser has painted the names once. */
  painted?: boolean;
  layout: Layout;
  svg: SVGElement;
  thumbnails: Paint[];
  rows: Record<string, Paint>;
  rowLines: Record<string, Chip[][]>;
  /** The chips of each row as they are drawn. */
  chips: Partial<Record<TokenRow, DrawnChip[]>>;
  pills: Paint[];
  cards: Record<string, { node: SVGElement; picture?: Box }>;
  peek: HTMLElement;
  peekParts: Peek;
}
