// What Python sends and hears: python -m ui.views.script_types writes it.

/** Backward passes with residual roads and without, and the reference tokens' losses. */
export interface ErrorFlowData {
  version: string;
  layers: Record<"encoder" | "decoder", number>;
  titles: Record<string, string>;
  reference: Label[];
  losses: TokenLoss[];
  flows: [ErrorFlow, ErrorFlow];
  lengths: GradientLength[];
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}

/** Loss and probability of a reference token. */
export interface TokenLoss {
  token: string;
  loss: number;
  p: number;
}

/** One backward pass. */
export interface ErrorFlow {
  tensors: Record<string, SentTensor>;
  lengths: Record<string, number[]>;
  roads: Record<string, [number, number][]>;
  stages: ErrorStage[];
}

/** Norm of the gradient at a block of a layer, with the residual roads or without. */
export interface GradientLength {
  roads: boolean;
  block: string;
  layer: number;
  length: number;
}

/** Where the error is, a block of a layer, and what is said there: text, strong or not. */
export interface ErrorStage {
  block: string;
  layer: number;
  title: string;
  said: [string, boolean][];
}
