// What views tell, as choices by the names that links of the app have.

/** @typedef {Record<string, unknown>} Change */

/** @type {(change: Change) => Change} */
function ofTree({ step, begin, ...rest }) {
  /** @type {Change} */
  const change = rest;
  if (step !== undefined) change.search = step; // "step" is one of the translation, everywhere
  if (Array.isArray(begin)) {
    change.begin = begin.length ? `ids ${begin.join(" ")}` : "";
    change.search = 0;
  }
  return change;
}

/** @type {(cell: [number, number]) => Change} */
const ofCell = ([word, key]) => ({ word, key });

/** @type {(names: string[]) => (values: number[]) => Change} */
const ofPlaces = (names) => (values) =>
  Object.fromEntries(names.map((name, i) => [name, values[i]]));

/**
 * By view and event; what is not named here is told by its own name.
 *
 * @type {Record<string, Record<string, (value: any, choices: Record<string, string>) => Change>>}
 */
const EVENTS = {
  tree: { choose: ofTree },
  steps: { pick: ofCell },
  matrices: { pick: ofCell },
  word: {
    pick: (place, { attention, matrix }) =>
      attention === "cross" && "KV".includes(matrix ?? "Q")
        ? { memory_word: place }
        : { word: place },
  },
  step: { pick: (step) => ({ step }) },
  piece: { pick: (piece) => ({ piece, at: "" }) },
  token_path: { pick: (word) => ({ word, spell: "" }) },
  merges: { move: (merge) => ({ merge }) },
  positions: { pick: ofPlaces(["word", "pair", "d_model"]) },
  causal_maps: { pick: ofPlaces(["row", "column"]) },
  lens: { pick: ([step, layer]) => (layer ? { step, layer } : { step }) },
  next_token: { pick: (candidate) => ({ candidate }), sampling: (change) => change },
  projection: {
    cell: ({ matrix, row, dimension }, { attention }) => ({
      matrix,
      dimension,
      [attention === "cross" && matrix !== "Q" ? "memory_word" : "word"]: row,
    }),
  },
};

/**
 * What an event of a view changes.
 *
 * @param {string} view
 * @param {string} name
 * @param {unknown} value
 * @param {Record<string, string>} choices
 * @returns {Change}
 */
export function changeOf(view, name, value, choices) {
  const known = EVENTS[view]?.[name];
  if (known) return known(value, choices);
  return name === "choose" ? { .../** @type {object} */ (value) } : { [name]: value };
}
