// What scrolls inside of the page can be reached by keyboard: formulas and tables on a phone. And
// headings of views have the level of their place, parts of the frame have a name, and the menu
// shows where one is.

import { nameFrame } from "./frame_names.js";
import { levelHeadings } from "./headings.js";
import { showPlaceInMenu } from "./menu_place.js";

const REGIONS =
  'pre, dl, .katex-display, .stHtml, .stHtml div, [data-testid="stMarkdownContainer"]';
// Milliseconds: many changes of the page are looked at together, when it rests or after a while.
const LATER = 100,
  LATEST = 1000;

/** @param {HTMLElement} node */
function letIn(node) {
  const { overflowX, overflowY } = getComputedStyle(node);
  const across = overflowX === "auto" && node.scrollWidth > node.clientWidth,
    down = overflowY === "auto" && node.scrollHeight > node.clientHeight;
  if (across || down) node.tabIndex = 0;
  else node.removeAttribute("tabindex");
}

/** Watch the page, once for all, and let the keyboard into whatever begins to scroll. */
export function letKeyboardScroll() {
  let due = 0,
    since = 0;
  const look = () => {
    const now = performance.now();
    if (!due) since = now;
    if (due && now - since > LATEST) return;
    clearTimeout(due);
    due = setTimeout(() => {
      due = 0;
      /** @type {NodeListOf<HTMLElement>} */
      const regions = document.querySelectorAll(REGIONS);
      regions.forEach(letIn);
      levelHeadings();
      nameFrame();
      showPlaceInMenu();
    }, LATER);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  window.addEventListener("resize", look);
  document.fonts.addEventListener("loadingdone", look); // letters get their last widths
  look();
}
