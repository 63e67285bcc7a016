// What scripts share through the window, for the type checker alone.

interface Window {
  /** Plotly, once plotly.js is there, and the promise of it. */
  Plotly?: any;
  plotlyLoading?: Promise<unknown>;
  /** The tensors that several views of a page read; see tensors.js. */
  glassTensors?: { version: string; [name: string]: any };
  /** What a file that is taken away says of this page; see address.py. */
  glassPage?: Record<string, any>;
  /** Whether pages are prepared for paper; see take_paper.js. */
  glassPrints?: boolean;
  /** Streamlit's session; see address.js. */
  glassSession?: string;
  /** Whether Streamlit's own controls are followed; see choices.js. */
  glassFollows?: boolean;
}

declare const Plotly: any;
