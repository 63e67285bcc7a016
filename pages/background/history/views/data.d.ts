// What Python sends and hears: python -m ui.views.script_types writes it.

/** The architectures, tokens of both sentences, and indices of what is chosen. */
export interface FamiliesData {
  version: string;
  source: Label[];
  target: Label[];
  families: TimelineFamily[];
  family: number;
  word: number;
}

/** Events of the view: number of the clicked architecture, and of the clicked word, from 1. */
export interface FamiliesEvents {
  family: number;
  word: number;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** A ``Family`` as the view gets it. */
export interface TimelineFamily {
  name: string;
  year: string;
  gloss: string;
  paper: string;
  added: string;
  stopped: string;
  verdict: string;
  graph: SentenceFlow;
}

/** How a sentence flows through an architecture. */
export interface SentenceFlow {
  rows: string[];
  nodes: [number, number, number, number, number][];
  edges: [number, number, number][];
  outputs: number[];
  looks_back: boolean;
  steps: number;
}
