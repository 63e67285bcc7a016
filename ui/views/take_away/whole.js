// All of a view, not only what can be seen of it: nothing scrolls while it is copied or printed.

const TRIES = 6; // to make a view so wide that nothing in it scrolls
const WIDEST = 12_000;

/**
 * How much wider a view has to be so that no part of it scrolls sideways; 0 if none does.
 *
 * @type {(root: HTMLElement) => number}
 */
function missing(root) {
  const width = root.clientWidth;
  let most = 0;
  for (const node of root.querySelectorAll("*")) {
    const over = node.scrollWidth - node.clientWidth;
    if (over <= 1 || !node.clientWidth) continue;
    const { overflowX } = getComputedStyle(node);
    if (overflowX !== "auto" && overflowX !== "scroll") continue;
    most = Math.max(most, over * Math.min(4, width / node.clientWidth));
  }
  return Math.ceil(most);
}

/** @type {(root: Element, which: string) => NodeListOf<HTMLElement>} */
export const parts = (root, which) => root.querySelectorAll(which);

/**
 * Make a view so wide that nothing in it scrolls sideways.
 *
 * @param {HTMLElement} root
 * @param {() => void} redraw
 */
export function widen(root, redraw) {
  for (let i = 0; i < TRIES; i++) {
    const more = missing(root);
    if (!more || root.offsetWidth + more > WIDEST) break;
    root.style.width = `${root.offsetWidth + more + 1}px`;
    redraw();
  }
}

/**
 * Let parts that scroll up and down have their whole height.
 *
 * @param {HTMLElement} root
 */
export function unrolled(root) {
  for (const node of parts(root, "*")) {
    if (node.scrollHeight <= node.clientHeight + 1) continue;
    const { overflowY } = getComputedStyle(node);
    if (overflowY !== "auto" && overflowY !== "scroll") continue;
    node.dataset.unrolled = node.style.cssText;
    node.style.setProperty("max-height", "none", "important");
    node.style.setProperty("height", "auto", "important");
  }
}

/**
 * Let them scroll again.
 *
 * @param {HTMLElement} root
 */
export function rolled(root) {
  for (const node of parts(root, "[data-unrolled]")) {
    node.style.cssText = node.dataset.unrolled ?? "";
    delete node.dataset.unrolled;
  }
}
