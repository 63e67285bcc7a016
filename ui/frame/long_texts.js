// A text that is pasted into a field is as long as people paste it: its end is cut by the server,
// which knows the field's bound and says that it was cut. More than this no message could hold.

const MOST = 20_000; // characters; no field takes half of them
const FIELDS = ".stTextInput input, .stTextArea textarea";

/** Bound each field as it is reached: by keys, by a finger, by what is dragged there. */
export function boundFields() {
  /** @type {(event: Event) => void} */
  const bound = ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    if (target.matches(FIELDS)) target.maxLength = MOST;
  };
  for (const kind of ["focusin", "dragenter"]) addEventListener(kind, bound, { capture: true });
}
