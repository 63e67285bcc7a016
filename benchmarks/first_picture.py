"""How long a page takes to its first picture, and how many bytes it loads.

``python -m benchmarks.first_picture [folder ...]``: this checkout, and others to be compared with.

Each page is opened in three ways, on localhost and from afar (50 ms more for each answer and for
each new connection):

* cold: a browser that was never here;
* warm: the same browser, once more, with what it keeps;
* menu, from afar: a browser that knows only the overview goes there by the menu.

The time is that from the beginning of the navigation, or from the click, to the second animation
frame after the page's main view has drawn; the bytes are those that left the server until the page
has nothing more to say, compressed as they were. The checkouts take turns within each round.
"""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.chromium import FLAGS, executable
from tests.server import READY, ROOT, serve

VIEWS = {  # page: the view that is its first picture
    "overview": "diagram",
    "positional_encoding": "positions",
    "scaled_dot_product": "attention_steps",
    "multi_head": "head_view",
    "cross_attention": "memory_view",
    "decoding": "search_tree",
}
FAR, ROUNDS = 0.05, 5
CLOCK = """({ view, began }) => new Promise((resolve) => {
  const look = () => {
    const root = document.querySelector(`.${view}`);
    if (!root?.childElementCount || !root.offsetHeight) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
  };
  look();
})"""


@dataclass
class CountingProxy:
    """A proxy before a server that counts the bytes received and may delay responses."""

    server: int
    delay: float
    port: int = 0
    received: int = 0

    async def open(self) -> None:
        """Start to listen on a free port."""
        listener = await asyncio.start_server(self._handle_connection, "127.0.0.1", 0)
        self.port = listener.sockets[0].getsockname()[1]

    async def _handle_connection(
        self, here: asyncio.StreamReader, back: asyncio.StreamWriter
    ) -> None:
        """Forward one connection in both directions."""
        await asyncio.sleep(self.delay)
        there, on = await asyncio.open_connection("127.0.0.1", self.server)
        await asyncio.gather(self._forward_request(here, on), self._forward_response(there, back))

    async def _forward_request(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter
    ) -> None:
        """Forward a request's bytes at once."""
        async for chunk in _read_chunks(source):
            _write_chunk(target, chunk)

    async def _forward_response(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter
    ) -> None:
        """Forward a response's bytes after the delay, and count them."""
        async for chunk in _read_chunks(source):
            self.received += len(chunk)
            asyncio.get_running_loop().call_later(self.delay, _write_chunk, target, chunk)


async def _read_chunks(source: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Yield the chunks that arrive, and an empty one at the end."""
    chunk = b"more"
    while chunk:
        try:
            chunk = await source.read(1 << 16)
        except ConnectionError:
            chunk = b""
        yield chunk


def _write_chunk(target: asyncio.StreamWriter, chunk: bytes) -> None:
    """Write a chunk; an empty one closes the connection."""
    if target.is_closing():
        return
    if chunk:
        target.write(chunk)
    else:
        target.close()


def main(folders: list[Path], rounds: int = ROUNDS) -> None:
    """Measure and print a Markdown table."""
    with ExitStack() as stack:
        servers = [stack.enter_context(_serve_folder(folder)) for folder in folders]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        stack.callback(browser.close)
        ways = {(i, d): CountingProxy(port, d) for i, port in enumerate(servers) for d in (0, FAR)}
        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, daemon=True).start()
        for way in ways.values():
            asyncio.run_coroutine_threadsafe(way.open(), loop).result()
        for page in VIEWS:  # fills the server's caches
            for place in range(len(folders)):
                _measure_visit(browser, ways[place, 0], page, cold_only=True)
        times: dict[tuple, list[dict[str, tuple[float, int]]]] = {}
        for _ in range(rounds):
            for page in VIEWS:
                for (place, delay), way in ways.items():
                    times.setdefault((page, delay, place), []).append(
                        _measure_visit(browser, way, page)
                    )
                    print(page, delay, place, times[page, delay, place][-1], file=sys.stderr)
            print(medians_table(times, len(folders)), flush=True)


def medians_table(times: dict[tuple, list[dict[str, tuple[float, int]]]], checkouts: int) -> str:
    """Return a Markdown table of medians: milliseconds and kB for each checkout."""
    rows = [
        f"| page | delay | opened {'| ms | kB ' * checkouts}|",
        "|---" * (3 + 2 * checkouts) + "|",
    ]
    for page in VIEWS:
        for delay in (0, FAR):
            for kind in times[page, delay, 0][0]:
                cells = [
                    f"{median(r[kind][0] for r in times[page, delay, place]):.0f} | "
                    f"{median(r[kind][1] for r in times[page, delay, place]) / 1000:.0f}"
                    for place in range(checkouts)
                ]
                rows.append(f"| {page} | {delay * 1000:.0f} ms | {kind} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _measure_visit(
    browser: Browser, proxy: CountingProxy, page: str, cold_only: bool = False
) -> dict[str, tuple[float, int]]:
    """Measure visits of a page: milliseconds and bytes, cold, warm and by the menu."""
    times = {}
    with _open_profile(browser) as profile:
        for kind in ("cold", "warm"):
            before, tab = proxy.received, profile.new_page()
            tab.goto(f"http://127.0.0.1:{proxy.port}/{page if page != 'overview' else ''}")
            took = tab.evaluate(CLOCK, {"view": VIEWS[page], "began": 0})
            _wait_until_idle(tab)
            times[kind] = took, proxy.received - before
            tab.close()
            if cold_only:
                return times
    if page == "overview" or not proxy.delay:
        return times
    with _open_profile(browser) as profile:
        tab = profile.new_page()
        tab.goto(f"http://127.0.0.1:{proxy.port}/")
        tab.evaluate(CLOCK, {"view": "diagram", "began": 0})
        _wait_until_idle(tab)
        before = proxy.received
        link = f'[data-testid="stSidebarNavLink"][href$="/{page}"]'
        began = tab.evaluate(
            "link => (document.querySelector(link).click(), performance.now())",
            link,
        )
        took = tab.evaluate(CLOCK, {"view": VIEWS[page], "began": began})
        _wait_until_idle(tab)
        times["menu"] = took, proxy.received - before
    return times


def _wait_until_idle(tab: Page) -> None:
    """Wait until the page is drawn and the network is idle."""
    tab.wait_for_timeout(300)
    tab.wait_for_selector(READY)
    tab.wait_for_load_state("networkidle")


@contextmanager
def _open_profile(browser: Browser) -> Iterator[BrowserContext]:
    """Open a new browser profile within a ``with`` block."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    try:
        yield context
    finally:
        context.close()


@contextmanager
def _serve_folder(folder: Path) -> Iterator[int]:
    """Serve the app of a checkout within a ``with`` block; yield its port."""
    process, address = serve(folder=folder)
    try:
        yield int(address.rpartition(":")[2])
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main([ROOT, *(Path(folder) for folder in sys.argv[1:])])
