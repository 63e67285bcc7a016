// What a view tells the server arrives, also when the next thing is told at once.

/**
 * Return the call of a view with a setTriggerValue that repeats what may not have been heard.
 * Of two messages of one view that wait for a busy server, it reads the later one only: so the
 * later one says both. Data that the server sends is its answer to all that was told before.
 *
 * @template {ViewCall<unknown, HTMLElement>} Call
 * @param {Call} call
 * @returns {Call}
 */
export function repeating(call) {
  const root = /** @type {HTMLElement & {unheard: Map<string, unknown>}} */ (call.parentElement);
  root.unheard = new Map();
  /** @type {(name: string, value: unknown) => void} */
  const setTriggerValue = (name, value) => {
    root.unheard.delete(name); // the latest comes last
    root.unheard.set(name, value);
    for (const [one, said] of root.unheard) call.setTriggerValue(one, said);
  };
  return { ...call, setTriggerValue };
}
