// What the scripts of these views hand to each other, for the type checker alone.

import type { View } from "../../../../ui/views/library/define.js";
import type { Sampling } from "../../../../ui/views/library/knobs.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { SearchEvents, SearchTreeData, TreeCandidate, TreeToken } from "./data.d.ts";

export type Fate = TreeCandidate["fate"];

/**
 * What is chosen: step 0 is the whole search, pruned is 1 where what was pruned is shown. The key
 * of a search goes with its tree and its player; lit is the node that is pointed at, size that of
 * the last drawing where nothing has moved since.
 */
export interface Now extends Sampling {
  step: number;
  alpha: number;
  pruned: number;
  key?: string;
  tree: Tree;
  player: Player;
  lit: TreeNode | null;
  size?: Size | undefined;
}

export type SearchTree = View<SearchTreeData, Now, SearchEvents>;

export type SentTree = Pick<SearchTreeData, "steps" | "tokens" | "start">;

/** A candidate in the tree: what it follows, and where it stands. */
export interface TreeNode {
  id: number;
  parent: TreeNode | null;
  step: number;
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
  wasLit: boolean;
}

export interface Tree {
  root: TreeNode;
  nodes: Map<number, TreeNode>;
  columns: TreeNode[][];
  places: { x: number; width: number }[];
}

/** The size of a drawing; below the rule stand those that were pruned, at most so many a step. */
export interface Size {
  shown: TreeNode[][];
  rows: number;
  most: number;
  pitch: number;
  rule: number | null;
  width: number;
  height: number;
}

/** What is drawn: step is counted from 1, over at the last one; entry takes the keyboard. */
export type State = SearchTree["data"] &
  Now & { over: boolean; sampling: boolean; leads: TreeNode; entry: TreeNode; size: Size };

/** What a chip does where it is pointed at and clicked; arrow keys walk over the tree. */
export interface Acts {
  light: (node: TreeNode | null) => void;
  force: (node: TreeNode) => void;
  walk: (event: KeyboardEvent) => void;
}
