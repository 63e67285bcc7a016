// What Python sends and hears: python -m ui.views.script_types writes it.

/** All heads, indices of the chosen one and of those switched off, and the column to sort by. */
export interface CensusTableData {
  version: string[];
  columns: Record<"head" | "role" | "share" | "output" | "silencing" | "gradient", string>;
  rows: TableHead[];
  sort: "head" | "role" | "share" | "output" | "silencing" | "gradient";
  chosen: number;
  silenced: number[];
}

/** Events of the view: index of the clicked head, and the column to sort by. */
export interface CensusTableEvents {
  choose: number;
  sort: "head" | "role" | "share" | "output" | "silencing" | "gradient";
}

/** Heads by index, attention by attention, and what is left when some are switched off. */
export interface CensusData {
  version: string[];
  kinds: string[];
  layers: number[];
  names: string[];
  roles: string[];
  meanings: Record<string, string>;
  importance: number[];
  unit: string;
  order: number[];
  silenced: number[];
  chosen: number;
  chrf: [number, number][];
  band: [number, number, number][];
  own: [number, number][];
  says: LabelledTranslation[];
  notes: string[];
}

/** Events of the view: index of the clicked head, and how many of the order to switch off. */
export interface CensusEvents {
  choose: number;
  prune: number;
}

/** A head in the table; key is its role's name, role what that means, head its rank by place. */
export interface TableHead {
  name: string;
  key: string;
  role: string;
  head: number;
  share: number;
  output: number;
  silencing: number;
  gradient: number | null;
}

/** A translation as words, each with whether it differs from the original. */
export interface LabelledTranslation {
  label: string;
  words: [string, boolean][];
}
