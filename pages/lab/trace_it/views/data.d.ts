// What Python sends and hears: python -m ui.views.script_types writes it.

/** The flow graph of a decision. */
export interface TraceData {
  layers: Record<"encoder" | "decoder", number>;
  nodes: TraceNode[];
  ways: TraceWay[];
  sums: [string, number][];
  m: number;
  into: number;
  said: string;
  rival: string;
  mean: boolean;
  share: number;
  chosen: string;
  card: TraceCard;
  spoken: string;
}

/** Events of the view: key of the clicked node, and the percentage to show. */
export interface TraceEvents {
  choose: string;
  share: number;
}

/** A node at a position; layer, head and position count from 1, 0 where there is none. */
export interface TraceNode {
  id: string;
  stack: "encoder" | "decoder";
  kind: "token" | "position" | "encoder" | "decoder" | "cross" | "feed-forward";
  layer: number;
  head: number;
  position: number;
  token: string;
  name: string;
  full: string;
  part: number;
}

/** An edge between two nodes by id, or to "m". */
export interface TraceWay {
  begin: string;
  end: string;
  flow: number;
}

/** The chosen node: attention weights or hidden units, and the effect of ablating it. */
export interface TraceCard {
  id: string;
  name: string;
  weights: [string, number][];
  units: [number, number, string[]][];
  predicted: number;
  measured: number;
  says: string;
  p: number;
}
