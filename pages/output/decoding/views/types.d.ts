// What the scripts of these views hand to each other, for the type checker alone.

import type { Exchange } from "../../../../ui/views/library/choices.js";
import type { makeKnobs, Sampling } from "../../../../ui/views/library/knobs.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { SearchTreeData, TreeCandidate, TreeToken } from "./data.d.ts";

export type Fate = TreeCandidate["fate"];

/** What is chosen; pruned is 1 where what was pruned is shown. */
export interface State extends Sampling {
  step: number;
  alpha: number;
  pruned: number;
}

/** What search_tree.py sends; step 0 is the whole search. */
export type Data = SearchTreeData & { langs: Langs };

export type SentTree = Pick<Data, "steps" | "tokens" | "start">;

/** A candidate in the tree: what it follows, where it stands and how it is drawn. */
export interface TreeNode {
  id: number;
  parent: TreeNode | null;
  step: number;
  rank: number;
  row: number;
  token: TreeToken;
  p: number;
  log: number;
  total: number;
  fate: Fate;
  /** Left over by the last step: enough had ended. */
  left: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
  box: SVGElement;
  line?: SVGElement;
  value: SVGElement;
  wasLit: boolean;
}

export interface Tree {
  root: TreeNode;
  nodes: Map<number, TreeNode>;
  columns: TreeNode[][];
  places: { x: number; width: number }[];
}

/** The size of a drawing; below the rule stand those that were pruned. */
export interface Size {
  shown: TreeNode[][];
  rows: number;
  pitch: number;
  rule: number | null;
  width: number;
  height: number;
}

export interface View {
  root: HTMLElement;
  data: Data;
  version?: string;
  tell: ViewCall<Data>["setTriggerValue"];
  state: State;
  exchanges: Map<keyof State, Exchange>;
  set: (change: Partial<State>) => void;
  told: (name: keyof State) => void;
  redraw: () => void;
  light: (node: TreeNode | null) => void;
  force: (node: TreeNode) => void;
  tree: Tree;
  lit: TreeNode | null;
  size: Size;
  player: Player;
  alpha: (now: number) => void;
  alphaBox: HTMLElement;
  knobs: ReturnType<typeof makeKnobs>;
  drawTools: () => void;
  ranks: SVGElement;
  scroll: HTMLElement;
  canvas: SVGElement;
  lines: SVGElement;
  heads: SVGElement[];
  readout: HTMLElement;
  legend: HTMLElement;
}
