"""A visit to the live edition over a slow line: when is there text, a picture, the translation?

``python -m benchmarks.live_visit`` writes the site and serves it at 10 Mbit/s with 40 ms to each
answer, as a web server does that compresses texts; a Chromium opens pages for the first time, then
again, and types sentences.
"""

import argparse
import gzip
import json
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from model import storage
from tests.chromium import FLAGS, executable
from ui.live.site import read_edition, write_site

CHUNK = 8_192  # bytes
DELAY = 0.04  # seconds to each answer
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "webmanifest": "application/json",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
}
PAGES = ("index", "overview", "tokenization", "embedding", "multi_head", "cross_attention")
WATCH = """
window.times = {}; window.tasks = [];
const look = () => {
  const drawn = '[data-testid=stBidiComponentRegular] :is(svg, canvas, button)';
  const view = document.querySelector(drawn);
  const state = document.body?.dataset.state;
  if (view) times.picture ??= performance.now();
  if (document.querySelector('#answer span')) times.translation ??= performance.now();
  if (state === 'drawn') times.all ??= performance.now();
  requestAnimationFrame(look);
};
look();
new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)))
  .observe({ type: 'longtask', buffered: true });
"""
TYPED = {
    "ten tokens": "The old house near the river is empty.",
    "sixty tokens": "The old house near the river is empty, and the man who lives there says that "
    "it was built by his father, who had come from a small village in the mountains, before the "
    "war, with nothing but a bag, two dogs and the hope that his children would live better than "
    "he did.",
}


class SlowLine:
    """A slow network line that all responses share.

    Args:
        rate: bytes per second.
    """

    def __init__(self, rate: float) -> None:
        self._rate, self._free, self._lock = rate, 0.0, threading.Lock()

    def wait_for_bytes(self, count: int) -> None:
        """Wait as long as the line takes to send so many bytes."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + count / self._rate
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


def serve_folder(folder: Path, line: SlowLine) -> ThreadingHTTPServer:
    """Start a server of a folder over a slow line; return it."""

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = folder / self.path.split("?")[0].lstrip("/")
            if not path.is_file():
                self.send_error(404)
                return
            body, kind = path.read_bytes(), TYPES.get(path.suffix[1:])
            time.sleep(DELAY)
            self.send_response(200)
            if kind:
                body = gzip.compress(body, mtime=0)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Type", kind or "application/octet-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # the client may have left
                for start in range(0, len(body), CHUNK):
                    part = body[start : start + CHUNK]
                    line.wait_for_bytes(len(part))
                    self.wfile.write(part)

        def log_message(self, *_said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def open_page(context: BrowserContext, address: str) -> Page:
    """Open a page, wait until all of it is drawn, and return it."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    page.wait_for_function("() => window.times.all", timeout=120_000)
    return page


def read_milestones(page: Page) -> dict[str, float]:
    """Return the seconds from navigation to text, picture, translation and the whole page."""
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    found = {"text": page.evaluate(paint), **page.evaluate("times")}
    longest = max(page.evaluate("tasks") or [0])
    return {name: round(ms / 1000, 2) for name, ms in found.items()} | {"blocked": longest / 1000}


def measure_visits(browser: Browser, root: str) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the times of first visits of some pages, and of a second visit of one."""
    for name in PAGES:
        context = browser.new_context()
        page = open_page(context, f"{root}{name}.html")
        yield f"first visit, {name}", read_milestones(page)
        if name == PAGES[1]:
            page.wait_for_function("() => navigator.serviceWorker.controller", timeout=120_000)
            page.close()
            yield f"second visit, {name}", read_milestones(open_page(context, f"{root}{name}.html"))
        context.close()


def measure_typing(browser: Browser, root: str) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the times from the last key of a sentence to the last picture, on some pages."""
    context = browser.new_context()
    for name in ("overview", "cross_attention", "multi_head", "decoding"):
        page = open_page(context, f"{root}{name}.html")
        for kind, text in TYPED.items():
            page.evaluate("tasks.length = 0")
            page.locator("#sentence").fill(text[:-1])
            page.wait_for_function("() => document.body.dataset.state === 'drawn'")
            page.evaluate(
                "() => { delete times.all; document.body.dataset.state = ''; window.began ="
                " performance.now(); }"
            )
            page.locator("#sentence").press_sequentially(".")
            page.wait_for_function("() => window.times.all", timeout=60_000)
            took = page.evaluate("times.all - began - 150")  # the app's pause after the last key
            longest = max(page.evaluate("tasks") or [0])
            yield f"{name}, {kind}", {"typed": round(took / 1000, 2), "blocked": longest / 1000}
        page.close()
    context.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure visits and typing, and print a row for each."""
    parser = argparse.ArgumentParser("python -m benchmarks.live_visit", description=__doc__)
    parser.add_argument("--mbit", type=float, default=10)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        write_site(site, read_edition(storage.MODEL), False, report=print)
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        slow = serve_folder(site, SlowLine(chosen.mbit * 1e6 / 8))
        fast = serve_folder(site, SlowLine(1e9))
        for rows, server in ((measure_visits, slow), (measure_typing, fast)):
            root = f"http://127.0.0.1:{server.server_port}/"
            for name, row in rows(browser, root):
                print(f"| {name} | {json.dumps(row)} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
