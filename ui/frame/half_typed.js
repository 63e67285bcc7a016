// A sentence that was half typed when the server went away is there again when the page is.

const KEY = "half typed";

/** @returns {HTMLInputElement | null} */
const field = () => document.querySelector(".st-key-source input");

/** What stands in the sentence's field. */
export const halfTyped = () => field()?.value ?? "";

/**
 * Keep it; to be called before the page begins anew.
 *
 * @param {string} typed
 */
export function keepHalfTyped(typed) {
  try {
    if (typed) sessionStorage.setItem(KEY, typed);
  } catch {
    // a frame of another site may keep nothing
  }
}

/** Put it back, as if it had just been typed: it counts once Enter is pressed. */
export function restoreHalfTyped() {
  let typed = null;
  try {
    typed = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
  } catch {
    // likewise
  }
  if (typed) put(typed);
}

/** @type {(typed: string) => void} */
function put(typed) {
  const input = field();
  if (!input) {
    requestAnimationFrame(() => put(typed)); // Streamlit may load the field after our scripts
    return;
  }
  if (typed === input.value) return;
  // React sees a value only where it is set as a person sets it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, typed);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
