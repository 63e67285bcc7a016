// What a view tells the server arrives, also when the next thing is told at once.

/**
 * Return the call of a view with a setTriggerValue that repeats what may not have been heard.
 * Of two messages of one view that wait for a busy server, it reads the later one only: so the
 * later one says both. Data that the server sends is its answer to all that was told before.
 */
export function repeating(call) {
  const root = call.parentElement;
  root.unheard = new Map();
  const setTriggerValue = (name, value) => {
    root.unheard.delete(name); // the latest comes last
    root.unheard.set(name, value);
    for (const [one, said] of root.unheard) call.setTriggerValue(one, said);
  };
  return { ...call, setTriggerValue };
}
