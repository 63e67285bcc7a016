"""axe-core 4.14.1 by Deque Systems (MPL 2.0, LICENSE beside this file), for tests only.

It looks at a page in a browser and names what keeps people from using it.
"""

import gzip
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, TimeoutError

from tests.browser import wait_until

SCRIPT = gzip.decompress((Path(__file__).parent / "axe.min.js.gz").read_bytes()).decode()

# Streamlit's own menu puts the groups of its list into <div>s, so no entry is a list's child.
# What is pressed is 24 pixels wide and high, or has as much room around it (WCAG 2.5.8). The cells
# of a map are no targets of their own: the map is one, and arrow keys walk over it.
SERIOUS = """async (only) => {
  // "region" complains moderately at most, after a tenth of all the work.
  const rules = { "target-size": { enabled: true }, region: { enabled: false } };
  const how = only ? { runOnly: only } : { rules };
  const { violations } = await axe.run({ resultTypes: ["violations"], elementRef: true, ...how });
  const ours = ({ id }) => ({ element }) =>
    !(["list", "listitem"].includes(id) && element.closest('[data-testid="stSidebarNav"]'));
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap((one) => one.nodes.filter(ours(one)).map(({ html, failureSummary }) =>
      `${one.id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`));
}"""


# What scrolls is let in a moment after the page is drawn; see ui/frame/scrollable.js.
LET_IN = """() => [...document.querySelectorAll(
  "pre, dl, .katex-display, .stHtml, .stHtml div, [data-testid=stMarkdownContainer]"
)].every((node) => {
  const { overflowX, overflowY } = getComputedStyle(node);
  return node.tabIndex === 0
    || !(overflowX === "auto" && node.scrollWidth > node.clientWidth)
      && !(overflowY === "auto" && node.scrollHeight > node.clientHeight);
})"""

# Text that is drawn below 12 pixels. Formulas, and signs above and below, may be smaller; Plotly
# writes the latter as 70 % of what they belong to.
SMALL = """() => {
  const found = [];
  const seen = { opacityProperty: true, visibilityProperty: true };
  const signs = ".katex, sub, sup, tspan[style*='70%'], script, style, noscript";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: node } = texts.currentNode;
    if (!data.trim() || node.closest(signs) || !node.checkVisibility(seen)) continue;
    const { width, height } = node.getBoundingClientRect();
    const scale = node instanceof SVGElement && node.getScreenCTM?.();
    const size = parseFloat(getComputedStyle(node).fontSize);
    const drawn = size * (scale ? Math.hypot(scale.a, scale.b) : 1);
    if (drawn < 11.95 && width > 1 && height > 1) {
      found.push(`${drawn.toFixed(1)} px: ${data.trim()} in ${node.outerHTML.slice(0, 160)}`);
    }
  }
  return found;
}"""


def small(page: Page) -> list[str]:
    """Return the texts of a page that stay too small to be read once all is drawn."""
    try:
        page.wait_for_function(f"() => !({SMALL})().length", timeout=10_000)
    except TimeoutError:
        return page.evaluate(SMALL)
    return []


def serious(page: Page, only: Sequence[str] = ()) -> list[str]:
    """Return what is serious or critical on a page, by all rules or only by some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT)
    wait_until(page, LET_IN)
    return page.evaluate(SERIOUS, list(only) or None)
