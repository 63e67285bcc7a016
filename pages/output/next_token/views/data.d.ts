// What Python sends and hears: python -m ui.views.script_types writes it.

/** Data of one step: sorted logits, and the candidates' rows of E. */
export interface NextTokenData {
  version: string[];
  x: SentTensor;
  rows: SentTensor;
  logits: SentTensor;
  candidates: Candidate[];
  chosen: number;
  sampling: Sampling;
}

/** Events of the view: id of the clicked candidate, and the sampling settings. */
export interface NextTokenEvents {
  pick: number;
  sampling: Sampling;
}

/** A token that may come next; rank is its position among all tokens by logit. */
export interface Candidate {
  text: string;
  special: boolean;
  joined: boolean;
  id: number;
  rank: number;
  said: boolean;
  typed: boolean;
}

/** Settings of sampling; see ``sampling_probabilities``. */
export interface Sampling {
  temperature: number;
  top_k: number;
  top_p: number;
}
