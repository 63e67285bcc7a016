// What takes long to draw waits until it is about to be seen, or printed.

const AHEAD = "400px 0px"; // so far above and below the window it begins

/** @type {Map<Element, () => void>} */
const waiting = new Map();
/** @type {WeakMap<Element | Document, IntersectionObserver>} */
const observers = new WeakMap();
let printing = false;

/** @type {(node: Element) => IntersectionObserver} */
function observerOf(node) {
  const root = node.closest("[data-testid=stMain]"); // what scrolls; in a file it is the window
  const found =
    observers.get(root ?? document) ??
    new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) release(target);
      },
      { root, rootMargin: AHEAD },
    );
  observers.set(root ?? document, found);
  return found;
}

/**
 * Let a node wait no more: it is seen, or it has left.
 *
 * @param {Element} node
 */
export function release(node) {
  observerOf(node).unobserve(node);
  node.removeAttribute("data-waits");
  waiting.get(node)?.();
  waiting.delete(node);
}

/**
 * Wait until a node is about to be seen.
 *
 * @param {Element} node for which nobody else waits
 * @returns {Promise<void>}
 */
export function seen(node) {
  if (printing) return Promise.resolve();
  return new Promise((done) => {
    waiting.set(node, done);
    node.setAttribute("data-waits", ""); // tests look at all of a page
    observerOf(node).observe(node);
  });
}

/** Let nothing wait any more, until the page was printed: a script that prints leaves no time. */
export function hurry() {
  printing = true;
  for (const node of waiting.keys()) release(node);
}

window.addEventListener("beforeprint", hurry);
window.addEventListener("afterprint", () => {
  printing = false;
});
