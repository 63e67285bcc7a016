// What Python sends and hears: python -m ui.views.script_types writes it.

/** Words of the sentence and of its translations, and indices of the highlighted ones. */
export interface HidingData {
  source: string[];
  said: string[];
  after: string[] | null;
  hidden: number[];
  watched: number;
  own: number;
  lost: number[];
  fresh: number[];
}

/** Events of the view: all words to hide, and the word to watch, from 0. */
export interface HidingEvents {
  hide: number[];
  watch: number;
}
