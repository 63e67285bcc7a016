// What Python sends and hears: python -m ui.views.script_types writes it.

/** All terms. */
export interface GlossaryData {
  entries: GlossaryEntry[];
}

/** A term, its meaning, name and title of the page that explains it, and its place among the */
export interface GlossaryEntry {
  term: string;
  page: string;
  meaning: string;
  title: string;
  place: number;
}
