"""axe-core 4.14.1 by Deque Systems (MPL 2.0, LICENSE beside this file), for tests only.

It looks at a page in a browser and names what keeps people from using it.
"""

import gzip
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = gzip.decompress((Path(__file__).parent / "axe.min.js.gz").read_bytes()).decode()

# Streamlit's own menu puts the groups of its list into <div>s, so no entry is a list's child.
SERIOUS = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"], elementRef: true });
  const ours = ({ id }) => ({ element }) =>
    !(["list", "listitem"].includes(id) && element.closest('[data-testid="stSidebarNav"]'));
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap((one) => one.nodes.filter(ours(one)).map(({ html, failureSummary }) =>
      `${one.id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`));
}"""


# What scrolls is let in a moment after the page is drawn; see ui/frame/scrollable.js.
LET_IN = """() => [
  ...document.querySelectorAll("pre, .katex-display, .stHtml, .stHtml div")
].every((node) => node.tabIndex === 0 || node.scrollWidth <= node.clientWidth
  || getComputedStyle(node).overflowX !== "auto")"""


def serious(page: Page) -> list[str]:
    """Return what is serious or critical on a page, into which ``SCRIPT`` was put at its start."""
    page.wait_for_function(LET_IN)
    return page.evaluate(SERIOUS)
