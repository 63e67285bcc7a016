// All of a view, not only what can be seen of it: nothing scrolls while it is copied or printed.

const TRIES = 6; // to make a view so wide that nothing in it scrolls
const WIDEST = 12_000;

/**
 * The parts of a view that scroll: sideways (X), or up and down (Y).
 *
 * @type {(root: HTMLElement, axis: "X" | "Y") => Generator<HTMLElement>}
 */
function* scrolling(root, axis) {
  const size = axis === "X" ? "Width" : "Height";
  /** @type {NodeListOf<HTMLElement>} */
  const all = root.querySelectorAll("*");
  for (const node of all) {
    if (node[`scroll${size}`] <= node[`client${size}`] + 1) continue;
    if (/^(auto|scroll)$/.test(getComputedStyle(node)[`overflow${axis}`])) yield node;
  }
}

/**
 * Make a view so wide that nothing in it scrolls sideways.
 *
 * @type {(root: HTMLElement, redraw: () => void) => void}
 */
function widen(root, redraw) {
  for (let i = 0; i < TRIES; i++) {
    const missing = [...scrolling(root, "X")].map(({ scrollWidth, clientWidth }) =>
      clientWidth ? (scrollWidth - clientWidth) * Math.min(4, root.clientWidth / clientWidth) : 0,
    );
    const more = Math.ceil(Math.max(0, ...missing));
    if (!more || root.offsetWidth + more > WIDEST) break;
    root.style.width = `${root.offsetWidth + more + 1}px`;
    redraw();
  }
}

/**
 * Give a view the letters and colours of a picture: light ones, or the theme's.
 *
 * @type {(root: HTMLElement, themed?: boolean) => () => void} the answer makes it as it was
 */
export function inLight(root, themed = false) {
  /** @type {HTMLElement | null} */
  const host = root.closest("[data-testid=stBidiComponentRegular]");
  if (!themed) host?.style.setProperty("color-scheme", "light"); // some views ask their host
  root.classList.add("taken");
  root.classList.toggle("themed", themed);
  return () => {
    root.classList.remove("taken", "themed");
    host?.style.removeProperty("color-scheme");
  };
}

/**
 * Draw a view in a picture's colours, and so wide and high that nothing in it scrolls.
 *
 * @param {{root: HTMLElement, redraw: () => void}} view
 * @param {{themed?: boolean, width?: string}} how in which colours, and at first how wide
 * @returns {() => void} what makes it as it was
 */
export function unroll({ root, redraw }, { themed = false, width = "" }) {
  const before = root.style.cssText,
    end = inLight(root, themed);
  /** @type {[node: HTMLElement, before: string][]} */
  const unrolled = [];
  const undo = () => {
    for (const [node, style] of unrolled) node.style.cssText = style;
    end();
    root.style.cssText = before;
    redraw();
  };
  try {
    if (width) root.style.width = width;
    redraw();
    widen(root, redraw);
  } catch (error) {
    undo();
    throw error;
  }
  for (const node of scrolling(root, "Y")) {
    unrolled.push([node, node.style.cssText]);
    node.style.setProperty("max-height", "none", "important");
    node.style.setProperty("height", "auto", "important");
  }
  return undo;
}
