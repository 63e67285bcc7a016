// What Python sends and hears: python -m ui.views.script_types writes it.

/** The tokens, and the place of the chosen one; key says what is chosen. */
export interface TokensData {
  key: string;
  label: string;
  tokens: Label[];
  chosen: number;
}

/** What is told: the number of the chosen token, from 1. */
export interface TokensEvents {
  pick: number;
}

/** A token as a view writes it; lang is its language, which </s> and the like have not. */
export interface Label {
  text: string;
  joined: boolean;
  special: boolean;
  known: boolean;
  lang: string | null;
}
