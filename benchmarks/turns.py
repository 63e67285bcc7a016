"""What a page turn costs: ``python -m benchmarks.turns [--rounds 3] [page ...]``.

A browser clicks through the menu, page after page, in the app and in the same frame around pages
that show nothing (the floor). Of each turn:

* main: CPU time of the browser's main thread, and of it what scripts, style and layout took;
* server: CPU time of the server's process;
* last: from the click to the last change of the page, by the clock; a noisy number.

After each round, the nodes and the heap that the browser holds, garbage collected. The first visit
of somebody with a new browser is measured by ``python -m benchmarks.first_picture``.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.visitors import total_cpu_seconds
from tests.chromium import FLAGS, executable
from tests.server import READY, serve
from ui.contents import FRONT, PAGES

NAMES = tuple(page.name for page in PAGES)
PARTS = {"main": "TaskDuration", "script": "ScriptDuration", "style": "RecalcStyleDuration",
         "layout": "LayoutDuration"}  # fmt: skip
LINK = '[data-testid="stSidebarNavLink"][href$="/{}"]'
QUIET = 400  # milliseconds without a change after which a page counts as drawn
CLICK = """({ link, ready, quiet }) => new Promise((resolve) => {
  const began = performance.now();
  let last = began;
  const seen = new MutationObserver(() => { last = performance.now(); });
  seen.observe(document.body, { childList: true, subtree: true, attributes: true });
  document.querySelector(link).click();
  const look = () => {
    const still = performance.now() - last;
    const done = document.querySelector(ready) && still > quiet;
    if (!done && performance.now() - began < 20000) return setTimeout(look, 50);
    seen.disconnect();
    resolve(last - began);
  };
  setTimeout(look, quiet);
})"""


@dataclass(frozen=True)
class PageTurn:
    """The cost of one page turn, all in milliseconds.

    Args:
        main: CPU time of the browser's main thread.
        script: the part of it for JavaScript.
        style: the part of it for style calculation.
        layout: the part of it for layout.
        server: CPU time of the server.
        last: time from the click to the last change.
    """

    main: float
    script: float
    style: float
    layout: float
    server: float
    last: float


class BrowserTab:
    """A browser tab that goes through the pages of an app.

    Args:
        browser: where the tab is opened.
        address: address of the app.
        pid: process id of its server.
    """

    def __init__(self, browser: Browser, address: str, pid: int) -> None:
        self.tab = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        self.pid = pid
        self.metrics = self.tab.context.new_cdp_session(self.tab)
        self.metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.tab.goto(address)
        self.tab.wait_for_selector(LINK.format(""))
        wait_until_idle(self.tab)

    def turn_page(self, name: str) -> PageTurn:
        """Click a page in the menu; return the cost until nothing changes any more."""
        before, server = self._read_metrics(), total_cpu_seconds(self.pid)
        address = "" if name == FRONT else name
        asked = {"link": LINK.format(address), "ready": READY, "quiet": QUIET}
        last = self.tab.evaluate(CLICK, asked)
        now = self._read_metrics()
        parts = {part: 1000 * (now[key] - before[key]) for part, key in PARTS.items()}
        return PageTurn(**parts, server=1000 * (total_cpu_seconds(self.pid) - server), last=last)

    def read_memory(self) -> tuple[int, float]:
        """Return the browser's number of nodes and its heap in MB, after garbage collection."""
        self.metrics.send("HeapProfiler.collectGarbage")
        now = self._read_metrics()
        return int(now["Nodes"]), now["JSHeapUsedSize"] / 1e6

    def _read_metrics(self) -> dict[str, float]:
        """Return the browser's performance metrics by name."""
        found = self.metrics.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in found}


def wait_until_idle(tab: Page) -> None:
    """Wait until a page has been drawn and the network is idle."""
    tab.wait_for_selector(READY)
    tab.wait_for_load_state("networkidle")
    tab.wait_for_timeout(QUIET)


@contextmanager
def open_tabs(scripts: Sequence[str]) -> Iterator[list[BrowserTab]]:
    """Start a server for each script; yield a browser tab for each, and end all afterwards."""
    processes = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
            found = []
            for script in scripts:
                process, address = serve(script)
                processes.append(process)
                found.append(BrowserTab(browser, address, process.pid))
            yield found
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def main() -> None:
    """Measure page turns and print Markdown tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.turns", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", default=NAMES)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    turns: dict[str, list[PageTurn]] = {name: [] for name in given.pages}
    floor: list[PageTurn] = []
    with open_tabs(("app.py", "benchmarks/frame_app.py")) as (ours, frame):
        for name in given.pages:  # fills the caches of server and browser
            ours.turn_page(name)
        held = {}
        for _ in range(given.rounds):
            for name in given.pages:
                turns[name].append(ours.turn_page(name))
                floor.append(frame.turn_page(name))
            count = sum(map(len, turns.values()))
            held[count] = ours.read_memory()
    print("| page | main | script | style | layout | server | last |\n|---" + "|---" * 6 + "|")
    least = {name: _minimum(found) for name, found in turns.items()}
    for name, one in sorted(least.items(), key=lambda item: -item[1].main):
        print(_table_row(name, one))
    print(_table_row("**median**", _median(list(least.values()))))
    print(_table_row("**floor**", _median(floor)))
    for count, (nodes, heap) in held.items():
        print(f"after {count} turns: {nodes} nodes, {heap:.1f} MB of heap")


def _minimum(turns: Sequence[PageTurn]) -> PageTurn:
    """Return the minimum of each part over page turns."""
    return PageTurn(
        *(min(getattr(one, part) for one in turns) for part in PageTurn.__annotations__)
    )


def _median(turns: Sequence[PageTurn]) -> PageTurn:
    """Return the median of each part over page turns."""
    return PageTurn(
        *(median(getattr(one, part) for one in turns) for part in PageTurn.__annotations__)
    )


def _table_row(name: str, turn: PageTurn) -> str:
    """Return a page turn as a row of a Markdown table."""
    numbers = (f"{getattr(turn, part):.0f}" for part in PageTurn.__annotations__)
    return f"| {name} | {' | '.join(numbers)} |"


if __name__ == "__main__":
    main()
