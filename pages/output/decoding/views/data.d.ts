// What Python sends and hears: python -m ui.views.script_types writes it.

/** A card for each method; alpha is the exponent of the length penalty. */
export interface MethodsData {
  cards: MethodCard[];
  width: number;
  alpha: number;
  sampling: SeededSampling;
  chosen: "greedy" | "beam" | "sampling";
}

/** Event of the search tree, and of the cards of methods. */
export interface SearchEvents {
  choose: SearchChoice;
}

/** Final hypotheses, and the exponent of the length penalty. */
export interface RankingData {
  endings: Ending[];
  alpha: number;
}

/** The candidates of each step, best first; see ``show_search_tree``. */
export interface SearchTreeData {
  version: string[];
  method: "greedy" | "beam" | "sampling";
  width: number;
  forced: number;
  step: number;
  alpha: number;
  pruned: number;
  temperature: number;
  top_k: number;
  top_p: number;
  seed: number;
  start: TreeToken;
  tokens: TreeToken[];
  steps: TreeCandidate[][];
}

/** A method's result: its final hypotheses, of which the best is shown, or all its draws. */
export interface MethodCard {
  method: "greedy" | "beam" | "sampling";
  title: string;
  endings: SpelledEnding[];
}

/** Settings of sampling, and the seed of the draws. */
export interface SeededSampling {
  temperature: number;
  top_k: number;
  top_p: number;
  seed: number;
}

/** What is chosen on the page; begin has the ids of a forced prefix. */
export interface SearchChoice {
  method?: "greedy" | "beam" | "sampling";
  begin?: number[];
  step?: number;
  alpha?: number;
  pruned?: number;
  temperature?: number;
  top_k?: number;
  top_p?: number;
  seed?: number;
}

/** A final hypothesis: its text, total ln p, length with the end token, and how it ended. */
export interface Ending {
  text: string;
  total: number;
  length: number;
  fate: "kept" | "finished" | "pruned" | "cut";
}

/** A token of the vocabulary, labelled without its context. */
export interface TreeToken {
  id: number;
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
}

/** A candidate: its number and its parent's, the place of its token, its ln p and its fate. */
export interface TreeCandidate {
  id: number;
  parent: number;
  token: number;
  p: number;
  log: number;
  total: number;
  fate: "kept" | "finished" | "pruned" | "cut";
}

/** A final hypothesis: its tokens, total ln p, length, and how it ended. */
export interface SpelledEnding {
  tokens: SpelledToken[];
  total: number;
  length: number;
  fate: "kept" | "finished" | "pruned" | "cut";
}

/** A token of a hypothesis, and its probability. */
export interface SpelledToken {
  id: number;
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  p: number;
}
