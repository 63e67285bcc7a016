// What Python sends and hears: python -m ui.views.script_types writes it.

/** One step: logits are sorted, rows are the candidates' rows of E. */
export interface NextTokenData {
  version: string[];
  x: SentTensor;
  rows: SentTensor;
  logits: SentTensor;
  candidates: Candidate[];
  chosen: number;
  sampling: Sampling;
}

/** What is told: the id of a candidate, and sampling where its sliders stop. */
export interface NextTokenEvents {
  pick: number;
  sampling: Sampling;
}

/** A token that may come next; rank is its place among all. */
export interface Candidate {
  text: string;
  special: boolean;
  joined: boolean;
  id: number;
  rank: number;
  said: boolean;
  typed: boolean;
}

/** How tokens are drawn; see ``sampling_probabilities``. */
export interface Sampling {
  temperature: number;
  top_k: number;
  top_p: number;
}
