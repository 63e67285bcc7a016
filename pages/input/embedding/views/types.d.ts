// What the scripts of these views receive and share, for the type checker alone.

/** A row near another one; the note of one that does not count (kind "aside") says why. */
export interface Near {
  text: string;
  special: boolean;
  cosine: number;
  note?: string;
  kind?: string;
}
