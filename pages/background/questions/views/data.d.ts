// What Python sends and hears: python -m ui.views.script_types writes it.

/** One question of several; the right option is not in it until one was chosen. */
export interface QuestionCard {
  name: string;
  place: number;
  marks: (boolean | "given" | null)[];
  given: number | null;
  numbers: number[];
  score: [number, number];
  prompt: string;
  options: string[];
  reveal: Reveal | null;
  page: QuestionPage;
  open: boolean;
}

/** Events of the view: an answer, a question to go to or to see on its page, and a reset. */
export interface QuestionEvents {
  answer: ChosenOption;
  go: number;
  see: string;
  reset: boolean;
}

/** What was measured of each option, and where to see it. */
export interface Reveal {
  chosen: number;
  right: number[];
  shares: (number | null)[];
  measured: string[];
  explanation: string;
  look: string;
}

/** The page that shows the answer. */
export interface QuestionPage {
  address: string;
  title: string;
}

/** An answer to a question, by name and index of the option. */
export interface ChosenOption {
  name: string;
  choice: number;
}
