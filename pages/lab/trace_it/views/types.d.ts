import type { Exchange } from "../../../../ui/views/library/choices.js";

/** A node at a position; layers, heads and positions count from 1, 0 where there is none. */
export interface GraphNode {
  id: string;
  stack: "encoder" | "decoder";
  kind: "token" | "position" | "encoder" | "decoder" | "cross" | "feed-forward";
  layer: number;
  head: number;
  position: number;
  token: string;
  /** Where the picture says which stack it is in, and anywhere. */
  name: string;
  full: string;
  part: number;
}

export interface Way {
  begin: string;
  end: string;
  flow: number;
}

export interface Card {
  id: string;
  name: string;
  weights: [string, number][];
  units: [number, number, string[]][];
  predicted: number;
  measured: number;
  says: string;
  p: number;
}

export interface Data {
  layers: { encoder: number; decoder: number };
  nodes: GraphNode[];
  ways: Way[];
  m: number;
  into: number;
  said: string;
  rival: string;
  /** Whether the rival is the mean of all tokens. */
  mean: boolean;
  share: number;
  chosen: string;
  card: Card;
  spoken: string;
}

export interface Spot {
  x: number;
  y: number;
}

/** What the picture shows now, and where. */
export interface Laid {
  width: number;
  height: number;
  top: Spot;
  ways: Way[];
  nodes: GraphNode[];
  spots: Map<string, Spot>;
  columns: { x: number; width: number; node: GraphNode }[];
  boxes: { stack: "encoder" | "decoder"; x: number; y: number; width: number; height: number }[];
  rows: { stack: "encoder" | "decoder"; layer: number; y: number }[];
}

export interface View {
  data: Data;
  exchange: Exchange;
  share: number;
  chosen: string;
  root: HTMLElement;
  picture: HTMLElement;
  list: HTMLElement;
  card: HTMLElement;
  slider: HTMLInputElement;
  output: HTMLElement;
  spoken: HTMLElement;
  by: Map<string, GraphNode>;
  choose: (id: string) => void;
  light: (id: string | null) => void;
}
