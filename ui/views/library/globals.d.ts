// What scripts share through the window and with Streamlit, for the type checker alone.

/** What Streamlit hands to a view. */
interface ViewCall<Data, Root extends Element = HTMLElement> {
  /** What the view's Python side sent. */
  data: Data;
  /** What holds the view's own node, `<div class="x">`, which is always there. */
  parentElement: { querySelector(selector: string): Root } & HTMLElement;
  /** Tell Python: there the value is an attribute, of this name, of what the view returned. */
  setTriggerValue(name: string, value: unknown): void;
}

/** In which languages a voice reads the texts of a view. */
interface Langs {
  source: string;
  target: string;
}

/** A tensor as it travels: its numbers are 32 bits each, in base 64. */
interface SentTensor {
  shape: number[];
  data: string;
  /** Of shares that came in sixteen bits: how many steps there are from 0 to 1. */
  steps?: number;
}

/** Numbers with their shape; a matrix has two axes. */
interface Matrix {
  shape: number[];
  values: Float32Array | Float64Array | number[];
}

/** Red, green and blue, from 0 to 255. */
type Colour = number[];

/** Attributes of a node; what is null or undefined is left out. */
type Attributes = Record<string, string | number | boolean | null | undefined>;

/** What a view tells the others of its page that somebody chose; places count from 0. */
interface Choice {
  word?: number;
  piece?: number;
  step?: number;
  layer?: number;
  head?: number;
  key?: number;
  /** Whether scores are divided by the square root of d_k. */
  divide?: boolean;
  /** A key that is pointed at; -1 where none is. */
  pointed?: number;
  /** Layer and head. */
  place?: number[];
  /** Of the length penalty. */
  alpha?: number;
  /** The version of the tensors that the page keeps for several views. */
  tensors?: string;
}

interface WindowEventMap {
  "glass-choice": CustomEvent<Choice>;
}

/** As much of Plotly as is used. */
interface PlotlyLibrary {
  react(node: Element, figure: { data: object[]; layout: object; config: object }): Promise<void>;
  purge(node: Element): void;
  toImage(
    figure: { data: object[]; layout: object },
    options: { format: string; width: number; height: number },
  ): Promise<string>;
  Fx: { hover(node: Element, points: object[], axes: string): void };
  Plots: { resize(node: Element): void };
}

/** What the page says of itself for a file that is taken away. */
interface PageWords {
  page: string;
  title: string;
  sentence: string;
  translation: string;
  from: string;
  to: string;
  version: string;
  weights: string;
  changes: string[];
  layer?: number;
  head?: number;
  /** Where the app shows it, if this is not the app. */
  link?: string;
}

/** Tensors by name, and the version of what they were computed from. */
interface PageTensors {
  version: string;
  /** Whether all of them have come. */
  whole: boolean;
  tensors: Record<string, SentTensor>;
}

interface Window {
  /** Plotly, once plotly.js is there, and the promise of it. */
  Plotly?: PlotlyLibrary;
  plotlyLoading?: Promise<unknown>;
  /** The tensors that several views of a page read; see tensors.js. */
  glassTensors?: PageTensors;
  /** What a file that is taken away says of this page; see address.py. */
  glassPage?: PageWords;
  /** The sentence and the language of its translation, as a link says them; see address.py. */
  glassSaid?: Record<string, string>;
  glassOwn?: string[];
  /** Whether this is a file, not the app; see file/boot.js. */
  glassFile?: boolean;
  /** Whether pages are prepared for paper; see take_away/paper.js. */
  glassPrints?: boolean;
  /** Streamlit's session; see address.js. */
  glassSession?: string;
  /** Whether Streamlit's own controls are followed; see choices.js. */
  glassFollows?: boolean;
}

declare const Plotly: PlotlyLibrary;

/** The browser writes numbers and truth values as texts. */
interface Element {
  setAttribute(name: string, value: string | number | boolean): void;
}
