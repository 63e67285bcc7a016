// What Python sends and hears: python -m ui.views.script_types writes it.

/** The changes, and the model's number of heads. */
export interface ThenAndNowData {
  pills: Pill[];
  h: number;
}

/** Event of the view: name of the section to open. */
export interface ThenAndNowEvents {
  open: string;
}

/** A change: name of its section, its number and text, and whether the section is open. */
export interface Pill {
  name: string;
  number: number;
  text: string;
  open: boolean;
}
