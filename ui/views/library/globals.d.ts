// What scripts share through the window, for the type checker alone.

interface Window {
  /** Plotly, once plotly.js is there, and the promise of it. */
  Plotly?: any;
  plotlyLoading?: Promise<unknown>;
  /** The tensors that several views of a page read; see tensors.js. */
  glassTensors?: { version: string; [name: string]: any };
  /** Streamlit's session; see address.js. */
  glassSession?: string;
  /** Whether Streamlit's own controls are followed; see choices.js. */
  glassFollows?: boolean;
}

declare const Plotly: any;
