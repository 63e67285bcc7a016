// What the scripts of the error's way hand to each other, for the type checker alone.

import type { Palette } from "../../../../ui/views/library/colours.js";
import type { Layout } from "../../../../ui/views/library/diagram_layout.js";
import type { Player } from "../../../../ui/views/library/player.js";
import type { ErrorFlowData } from "./data.d.ts";

/** A card of the diagram, and what of it changes. */
export interface Card {
  name: string;
  node: SVGElement;
  picture: SVGImageElement[];
  bar: SVGElement;
  value: SVGElement;
  room: number;
}

/** Where a card has what: left, base line and room of its title; left, middle and room of its bar. */
export interface CardPlaces {
  title: number[];
  size: number;
  bar: number[];
  picture?: number[] | undefined;
}

/** A road: its line, and the Add & Norm where it begins. */
export interface DrawnRoad {
  norm: string;
  line: SVGElement;
}

export interface FlowView {
  root: HTMLElement;
  losses: HTMLElement;
  says: HTMLElement;
  title: HTMLElement;
  said: HTMLElement;
  stage: HTMLElement;
  player: Player;
  cut: HTMLInputElement;
  data: ErrorFlowData;
  colours: Palette;
  layout: Layout;
  svg: SVGElement;
  cards: Card[];
  roads: DrawnRoad[];
  lines: { node: SVGElement; to: string[] }[];
  /** The stage that is shown, from 1. */
  step: number;
  /** Whether all that the error passes is shown, before it is played step by step. */
  whole: boolean;
  seen?: string;
  painted: Map<string, string>;
  observer: ResizeObserver;
}
