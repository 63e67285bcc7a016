// What the scripts of the exporter hand to each other, for the type checker alone.

/** A view's data, or one record of it. */
export type Fields = Record<string, unknown>;

/** What a view's data says of a table: paths of tensors with these axes, or of a list of records. */
export type Named =
  | {
      name: string;
      axes: [name: string, path: string | null][];
      values: Record<string, string>;
      records?: undefined;
    }
  | { name: string; records: string; lookups: Record<string, string> };

/** An axis of a table; the names of tokens repeat, so their places are told, too. */
export interface TableAxis {
  name: string;
  size: number;
  names?: string[];
  repeat?: boolean;
}

/** A table, ready to be written as CSV or JSON. */
export interface Table {
  name: string;
  /** In the order of its CSV. */
  columns: string[];
  /** How many rows it has. */
  count: number;
  /** What reads any row; names are written once, since rows are many. */
  reader(write?: (value: unknown) => unknown): (place: number) => unknown[];
  /** All of it, in full precision. */
  whole(): object;
}

/** What the data of every view says of it. */
export interface Taken {
  label?: string;
  takes?: Named[];
  version?: unknown;
  taken: { name: string; title: string; root: string; script: string; asks?: string[] };
}

/** What a file says of itself: what the page says, and the view. */
export interface About extends Omit<Partial<PageWords>, "page"> {
  page: string | undefined;
  view: string;
  what: string;
  link: string;
  table?: string;
}

/** A view's node; one that makes its picture and its tables by itself says how. */
export type Drawn = HTMLElement & { takes?: Takes };

export interface Takes {
  picture: (themed: boolean) => Promise<string>;
  tables: () => Table[];
}

/** A view, and what draws it with the data that it has. */
export interface Drawing {
  root: Drawn;
  redraw: () => void;
}

/** What Streamlit gave a view. */
export type Call = ViewCall<Taken & Fields, Drawn>;

/** The menu of a view, and the view as it was drawn last. */
export interface View extends Drawing {
  list: HTMLElement;
  note: HTMLElement;
  panel: HTMLElement;
  call: Call;
}

/** Where Streamlit puts a view. */
export type Host = HTMLElement & { takes: View };

/** An SVG as text, with its size. */
export interface Picture {
  text: string;
  width: number;
  height: number;
}

/** As much of an axis of Plotly as is read. */
export interface Axis {
  tickvals?: unknown[];
  ticktext?: string[];
  title?: { text?: string };
  range?: number[];
  autorange?: boolean;
}

/** How a figure is laid out: axes by name, and more. */
export interface Layout {
  [name: string]: unknown;
  xaxis?: Axis;
  yaxis?: Axis;
  autosize?: boolean;
}

/** What one curve or map draws; x and y are places or names, z a map's rows. */
export interface Trace {
  x?: unknown[];
  y?: unknown[];
  z?: ArrayLike<number>[];
  xaxis?: string;
  yaxis?: string;
  name?: string;
  text?: string | string[];
  error_y?: { array?: number[] };
  visible?: boolean | "legendonly";
}

export interface Figure {
  data: Trace[];
  layout: Layout;
}

/** The node in which Plotly draws, and what Plotly keeps on it. */
export type PlotNode = HTMLDivElement & {
  request: { figure: Figure; key: string; url: string };
  _fullLayout: Layout & { width: number; height: number };
  _fullData?: Trace[];
  drawn?: object;
};
