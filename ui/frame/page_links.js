// A link to a page waits until what was typed just before it is on its way to the server.
//
// Streamlit tells the server of a control in a task of its own, a moment after the field was left,
// and with it the page where that was; of a change of page it tells at once. Whoever typed and went
// on without Enter came back to the page that they had left.

const LINKS = "[data-testid=stSidebarNavLink], [data-testid=stPageLink-NavLink], .stLogo";
const FIELDS = ".stTextInput input, .stTextArea textarea, .stNumberInput input";

let waited = false; // the click that goes on now has waited

/** @type {(event: MouseEvent) => void} */
function hold(event) {
  if (waited || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  /** @type {HTMLElement | null} */
  const link = event.target instanceof Element ? event.target.closest(LINKS) : null;
  if (!link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const field = document.activeElement;
  if (field instanceof HTMLElement && field.matches(FIELDS)) field.blur();
  // The first task may begin before that of the control, the second cannot.
  setTimeout(() => setTimeout(() => follow(link)));
}

/** @type {(link: HTMLElement) => void} */
function follow(link) {
  waited = true;
  link.click();
  waited = false;
}

/** Let each link to a page wait, whoever clicks on it: a person, a picture, the tour. */
export function holdPageLinks() {
  addEventListener("click", hold, { capture: true });
}
