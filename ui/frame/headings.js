// Headings of views stand below the heading that is above them, whatever their size: no level is
// left out for those who go through a page by its headings.

const ALL = '[data-testid="stMain"] :is(h1, h2, h3, h4)';
const VIEW = '[data-testid="stBidiComponentRegular"]';

/**
 * The level of each heading: the page's own keep theirs.
 *
 * @param {{size: number, inView: boolean}[]} headings in the order of the page
 */
export function levels(headings) {
  /** @type {number[]} */
  const found = [];
  let above = 1;
  headings.forEach(({ size, inView }, place) => {
    if (!inView) above = size;
    const before = headings.findLastIndex((one, i) => i <= place && !one.inView);
    const after = headings.findIndex((one, i) => i > place && !one.inView);
    const beside = headings.slice(before + 1, after < 0 ? undefined : after);
    const largest = Math.min(...beside.map((one) => one.size));
    found.push(inView ? above + 1 + size - largest : size);
  });
  return found;
}

/** Say the level of each heading of a view. */
export function levelHeadings() {
  const nodes = [...document.querySelectorAll(ALL)].filter((node) => node.checkVisibility());
  const headings = nodes.map((node) => ({
    size: Number(node.tagName[1]),
    inView: Boolean(node.closest(VIEW)),
  }));
  levels(headings).forEach((level, i) => {
    if (headings[i].inView) nodes[i].ariaLevel = String(level);
  });
}
