// What is chosen: told to the server, and to the other views of the page.

/**
 * @typedef {{told: (value: unknown) => void, unsaid: (value: unknown) => void,
 *   news: (value: unknown) => boolean}} Exchange
 */

/**
 * Keep apart what the server answers and what it says by itself, of a choice that both can change.
 * told(value) notes what it was told, unsaid(value) that it will not be told that after all.
 * news(value), asked of each value that it sends, is false for an answer and for what it said
 * before: then the view is there already, or further on.
 *
 * @returns {Exchange}
 */
export function makeExchange() {
  /** @type {unknown[]} */
  let waiting = [];
  /** @type {unknown} */
  let last;
  return {
    told: (value) => waiting.push(value),
    unsaid(value) {
      const at = waiting.lastIndexOf(value);
      if (at >= 0) waiting.splice(at, 1);
    },
    news(value) {
      const answered = waiting.indexOf(value),
        changed = value !== last;
      last = value;
      if (answered >= 0) waiting.splice(0, answered + 1);
      else if (changed) waiting = [];
      return answered < 0 && changed;
    },
  };
}

/**
 * Tell all views of the page what was chosen, before the server says it: announce({word: 3}).
 *
 * @param {Choice} choice
 */
export const announce = (choice) =>
  window.dispatchEvent(new CustomEvent("glass-choice", { detail: choice }));

/**
 * Hear what other views announce; a later call for the same node replaces the earlier one.
 *
 * @param {Element & {hears?: (choice: Choice) => void}} node
 * @param {(choice: Choice) => void} react
 */
export function listen(node, react) {
  if (!node.hears) {
    const held = new WeakRef(node); // the window lets go of a node whose page has been left
    /** @type {(event: CustomEvent<Choice>) => void} */
    const hear = ({ detail }) => {
      const there = held.deref();
      if (there?.isConnected) there.hears?.(detail);
      else window.removeEventListener("glass-choice", hear);
    };
    window.addEventListener("glass-choice", hear);
  }
  node.hears = react;
}

/** Streamlit's own controls for layer, head and division are heard before they have run. */
export function followControls() {
  if (window.glassFollows) return;
  window.glassFollows = true;
  /** @type {(event: Event) => void} */
  const clicked = ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest(":is(.st-key-layer, .st-key-head) button");
    if (!button || !Number(button.textContent)) return;
    const name = button.closest(".st-key-head") ? "head" : "layer";
    announce({ [name]: Number(button.textContent) - 1 });
  };
  /** @type {(event: Event) => void} */
  const changed = ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.closest(".st-key-divide")) announce({ divide: target.checked });
  };
  // On the way down: Streamlit's buttons let no click come up again.
  document.addEventListener("click", clicked, true);
  document.addEventListener("change", changed);
}
