"""A real server and a real Chromium, one of each for all browser tests."""

from collections import defaultdict
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.chromium import FLAGS, executable
from tests.server import READY, serve

PATIENCE = 120_000  # milliseconds; the machine may be busy with other tests
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    process, address = serve()
    yield address
    process.terminate()
    process.wait()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=executable(), args=FLAGS)


# No part waits for its code, every view has drawn and letters have their last widths; "tensors"
# only keeps what others draw. What waits to be seen is looked at, and the page is where it was.
DRAWN = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  const waits = [...document.querySelectorAll('[data-waits]')].find(one => one.checkVisibility());
  if (waits) {
    window.wasAt ??= main.scrollTop;
    waits.scrollIntoView({ behavior: 'instant', block: 'nearest' });
    return false;
  }
  if (window.wasAt !== undefined) main.scrollTop = window.wasAt;
  delete window.wasAt;
  return !document.querySelector('[data-testid=stSkeleton]')
    && document.fonts.status === 'loaded'
    && [...document.querySelectorAll('[data-testid=stBidiComponentRegular]')]
    .map(view => view.querySelectorAll('div')[2])
    .every(root => root && (root.className === 'tensors' || root.childElementCount));
}"""


def wait_until(page: Page, condition: str) -> None:
    """Wait until a function of a page, given as its text, says so.

    Playwright's own wait calls ``eval`` each time it asks again. A page that carries a
    Content-Security-Policy, as files do, forbids that; this asks again from within.
    """
    page.evaluate(
        f"""() => new Promise((done, fail) => {{
          const deadline = performance.now() + {PATIENCE};
          const ask = () => {{
            if (({condition})()) done();
            else if (performance.now() > deadline) fail(new Error("not in time"));
            else requestAnimationFrame(ask);
          }};
          ask();
        }})"""
    )


class Visitor:
    """A person with a browser window, looking at the app."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []
        self.fetched: list[str] = []  # the addresses of all that the browser asked for
        self.heard = {
            "pageerror": lambda error: self.complaints.append(str(error)),
            "request": lambda request: self.fetched.append(request.url),
        }
        for event, hear in self.heard.items():
            page.on(event, hear)
        page.set_default_timeout(PATIENCE)

    def open(self, link: str = "/") -> Page:
        """Open a link of the app and wait until its page is drawn.

        None of its sections is open but those that the link names: each is work for the browser.
        """
        if "sections=" not in link:
            link += f"{'&' if '?' in link else '?'}sections=none"
        self.page.goto(self.address + link)
        self.page.wait_for_selector(".answer")
        self.page.wait_for_selector(".st-key-neighbours")  # the last part of every page
        self.settle()
        return self.page

    def leave(self) -> None:
        """Go away from the app; another visitor may have this tab."""
        self.page.goto("about:blank")
        for event, hear in self.heard.items():
            self.page.remove_listener(event, hear)

    def settle(self) -> None:
        """Wait until the server has nothing more to say and all that it said is drawn."""
        self.page.wait_for_timeout(150)  # a click needs a moment to reach the server
        self.page.wait_for_selector(READY)
        # Not at each frame: that would make the browser draw frames that nobody sees.
        self.page.wait_for_function(DRAWN, polling=100)

    def heading(self) -> str:
        return self.page.locator("h1").inner_text()

    def width_to_spare(self) -> int:
        """How far the page's content stays within the window; negative if it scrolls sideways."""
        return self.page.evaluate(
            "() => { const m = document.querySelector('[data-testid=stMain]');"
            " return m.clientWidth - m.scrollWidth; }"
        )


@pytest.fixture(scope="session")
def spare() -> dict[str, list[Page]]:
    """Tabs that nobody uses now, by the options of their context.

    They hold the files that were fetched, and the scripts as they were compiled: without them a
    page takes half as much work again.
    """
    return defaultdict(list)


MEDIA = {"color_scheme": "light", "forced_colors": "none", "media": "screen"}  # set page by page


@pytest.fixture
def visit(browser: Browser, address: str, spare: dict[str, list[Page]]) -> Iterator:
    """Return a function that gives a new visitor; options are those of a browser context.

    No two visitors of a test share anything, and none finds what one before has left. In the end no
    visitor may have met an error of a script.
    """
    taken, visitors = [], []

    def visit(width: int = 1440, height: int = 900, **options: object) -> Visitor:
        media = MEDIA | {name: options.pop(name) for name in MEDIA if name in options}
        free = spare[repr(options)]
        page = free.pop() if free else browser.new_context(**options).new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(**media)
        page.mouse.move(0, 0)
        forgotten = {"origin": address, "storageTypes": "cookies,indexeddb,local_storage"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", forgotten)
        visitors.append(Visitor(page, address))
        taken.append((free, page))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.leave()
    for free, page in taken:
        for other in page.context.pages:
            if other != page:
                other.close()
        free.append(page)
    assert [visitor.complaints for visitor in visitors if visitor.complaints] == []
