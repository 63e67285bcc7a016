"""Another head: how soon the attention page shows it, against a bare Streamlit page.

Both are open in one Chromium and show the same weights of the same sentence. Each round chooses the
next head by a mouse click, once in each way, in turns:

* in the grid of heads of /multi_head;
* in the selector above it, which is one of Streamlit's own widgets;
* in the same selector on ``bare_page.py``, which has no frame, no sentence bar, no words and no
  other view. It draws the head's map with ``bare_map.attention_map`` in the app's own Plotly view,
  because that is faster than ``st.plotly_chart``. It runs under the same settings and finds
  model and trace in memory, as the page does.

Painted: from the time stamp of the click event to the second animation frame after the drawing says
that it shows the new head (the page's map by its title, written in the same call that fills the
canvas; the bare page's by Plotly's "afterplot" and the head that the figure carries). /multi_head
has all heads in the browser and switches before the server answers; the bare page asks the server.

Done: from the same time stamp until the script, seen running, has run, and on /multi_head the link
names the head, too. This is the price of the frame and of everything else on the page: the two
pages do not draw the same here. It has no aim; it is what a visitor does not wait for.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measure import Comparison, summarize_pairs
from tests.chromium import FLAGS, executable
from tests.server import READY, serve

CLOCK = (Path(__file__).parent / "clock.js").read_text()
ROUNDS, HEADS = 24, 8
AT_MOST = 1.5


@dataclass(frozen=True)
class HeadSelector:
    """A way to select a head: an open page and a button on it.

    Args:
        page: the open page.
        button: CSS selector of the button, with a gap for the head's number.
        linked: whether the page's link names the head.
    """

    page: Page
    button: str
    linked: bool

    def measure_choice(self, head: int) -> dict[str, float]:
        """Select a head; return the milliseconds until it was painted and until all was done."""
        self.page.bring_to_front()  # a page in the background paints nothing
        self.page.evaluate(CLOCK, {"head": head, "linked": self.linked})
        self.page.locator(self.button.format(head)).click()
        times = self.page.evaluate("() => window.clock")
        self.page.wait_for_timeout(150)
        self.page.wait_for_selector(READY)
        return times


def compare_head_choice() -> Iterator[Comparison]:
    """Time the selection of a head in a real browser, against the bare page."""
    with _open_selectors() as (grid, selector, bare):
        heads = [(click + 1) % HEADS + 1 for click in range(ROUNDS + 1)]
        rounds = [[way.measure_choice(head) for way in (grid, selector, bare)] for head in heads][
            1:
        ]
    names = ("head grid", "head selector")
    for moment in ("painted", "done"):
        for place, name in enumerate(names):
            yield Comparison(
                f"click in {name} to {moment} / bare page",
                "ms",
                **summarize_pairs((times[place][moment], times[-1][moment]) for times in rounds),
                at_most=AT_MOST if moment == "painted" else None,
            )


@contextmanager
def _open_selectors() -> Iterator[tuple[HeadSelector, HeadSelector, HeadSelector]]:
    """Start both servers and a browser, and open a page for each way to select a head."""
    with ExitStack() as stack:
        addresses = []
        for script in ("app.py", "benchmarks/bare_app.py"):
            process, address = serve(script)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            addresses.append(address)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        stack.callback(browser.close)
        selector = ".st-key-head button:has-text('{}')"
        ours, bare = f"{addresses[0]}/multi_head", addresses[1]
        grid = ".menu [aria-label='Layer 1, head {}']"
        yield (
            HeadSelector(_open_page(browser, ours, ".head_view .right h3"), grid, linked=True),
            HeadSelector(_open_page(browser, ours, ".head_view .right h3"), selector, linked=True),
            HeadSelector(
                _open_page(browser, bare, "#plot-map[data-revision]"), selector, linked=False
            ),
        )


def _open_page(browser: Browser, address: str, drawn: str) -> Page:
    """Open a page in a new browser profile and wait until it is drawn."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(address)
    page.wait_for_selector(drawn)
    page.wait_for_selector(READY)
    return page
