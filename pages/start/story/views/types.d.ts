// What the scripts of the story hand to each other, for the type checker alone.

import type { Tensor } from "../../../../ui/views/library/numbers.js";
import type { Token } from "../../../../ui/views/library/tokens.js";

/** A paragraph: texts, and whether each is strong. */
export type Runs = [string, boolean][];

/** What story.py sends; places count from 0. */
export interface Data {
  sentence: (string | number)[];
  scenes: { title: string; text: Runs[]; now: Runs }[];
  /** The first words of both sentences; one more than there is room for, where there are more. */
  words: { source: string[]; target: string[] };
  /** The source tokens that are shown, and how many are left out before and after. */
  source: Token[];
  left: [number, number];
  ids: number[];
  output: Token[];
  start: Token;
  vocabulary: number;
  twins: [number, number] | null;
  example: { query: number; key: number; layer: number; head: number; weight: number } | null;
  /** Pieces of a rare word, if the sentence has no split word of its own. */
  rare: string[];
  /** A word whose row has near ones: the row, what the near ones are called, degrees to the first. */
  alike: { row: number; names: string[]; angle: number } | null;
  /** Degrees between the two equal tokens, and by which the example's word turns. */
  apart: number;
  turn: number;
  attention: number[];
  habits: Record<string, string>;
  active: number[];
  tensors: Record<string, SentTensor>;
  steps: { names: string[]; probabilities: number[]; came: number; weights: number[] }[];
  frames: { step: number; text: string }[];
}

/** The data with its tensors read. */
export interface Told extends Omit<Data, "tensors"> {
  tensors: Record<string, Tensor>;
}

/** The room for a picture, in pixels. */
export interface Room {
  width: number;
  height: number;
}

/** Places are pixels from the left and from the top; alpha is from 0, not to be seen, to 1. */
interface Look {
  alpha?: number;
  colour?: string;
}

interface Place extends Look {
  x: number;
  y: number;
}

interface Box extends Place {
  width: number;
  height: number;
}

interface Words extends Place {
  text: string;
}

interface TextShape extends Words {
  kind: "text";
  size?: number;
  bold?: boolean;
  align?: CanvasTextAlign;
  width?: number;
}

interface TokenShape extends Words {
  kind: "token";
  width: number;
  border?: boolean;
  ring?: boolean;
  special?: boolean;
}

/** Letters, so many pixels apart. */
interface LettersShape extends Words {
  kind: "letters";
  gap: number;
}

interface StripShape extends Box {
  kind: "strip";
  tensor: string;
  /** -1 for all rows. */
  row: number;
}

interface MapShape extends Place {
  kind: "map";
  size: number;
  head: number;
}

interface LineShape extends Look {
  kind: "line";
  from: number[];
  to: number[];
  width: number;
}

/** Straight, with a head at its end. */
interface ArrowShape extends Look {
  kind: "arrow";
  from: number[];
  to: number[];
}

/** A smooth line through points. */
interface CurveShape extends Look {
  kind: "curve";
  points: number[][];
}

interface BarShape extends Box {
  kind: "bar";
}

interface BoxShape extends Box {
  kind: "box";
  dashed?: boolean;
  filled?: boolean;
}

interface DotShape extends Place {
  kind: "dot";
  radius: number;
}

interface UnitsShape extends Place {
  kind: "units";
  cell: number;
  columns: number;
}

/** What a scene consists of at one moment. */
export type Shape =
  | TextShape
  | TokenShape
  | LettersShape
  | StripShape
  | MapShape
  | LineShape
  | ArrowShape
  | CurveShape
  | BarShape
  | BoxShape
  | DotShape
  | UnitsShape;

/** What a scene shows when so much of it, from 0 to 1, has been scrolled. */
export type Scene = (told: Told, progress: number, room: Room) => Shape[];
