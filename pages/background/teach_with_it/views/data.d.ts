// What Python sends and hears: python -m ui.views.script_types writes it.

/** Titles of the pages, by name. */
export interface ClassResultsData {
  titles: Record<string, string>;
}
