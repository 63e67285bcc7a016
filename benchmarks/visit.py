"""Benchmark of a first visit: a new browser opens the overview, and the bare Streamlit page.

The server is warm, the browser has nothing cached. The time is that from the beginning of the
navigation to the second animation frame after the first picture has drawn; requests and bytes, as
they travelled, are counted until the page has nothing more to say.
"""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass

from playwright.sync_api import Browser, sync_playwright

from benchmarks.first_picture import CLOCK
from benchmarks.measure import Comparison, summarize_pairs
from tests.chromium import FLAGS, executable
from tests.server import READY, serve

ROUNDS, AIM = 7, 1_000.0  # milliseconds to the first picture


@dataclass(frozen=True)
class FirstVisit:
    """Time, requests and data of a first visit."""

    milliseconds: float
    requests: float
    kilobytes: float


def measure_first_visit(browser: Browser, address: str, view: str) -> FirstVisit:
    """Measure a visit of a page in a new browser profile.

    Args:
        browser: the browser, shared by all visits.
        address: address of the page.
        view: CSS class of its first picture.
    """
    asked: list[str] = []
    sizes: list[float] = []
    with closing(browser.new_context(viewport={"width": 1440, "height": 900})) as profile:
        tab = profile.new_page()
        network = profile.new_cdp_session(tab)
        network.send("Network.enable")
        network.on("Network.requestWillBeSent", lambda event: asked.append(event["requestId"]))
        network.on(
            "Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"])
        )
        network.on(
            "Network.webSocketFrameReceived",
            lambda event: sizes.append(0.75 * len(event["response"]["payloadData"])),  # base64
        )
        tab.goto(address)
        took = tab.evaluate(CLOCK, {"view": view, "began": 0})
        tab.wait_for_timeout(300)
        tab.wait_for_selector(READY)
        tab.wait_for_load_state("networkidle")
    return FirstVisit(took, len(asked), sum(sizes) / 1000)


def compare_first_visits() -> Iterator[Comparison]:
    """Measure first visits of the overview and the bare page in turns."""
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
        pages = list(zip(addresses, ("diagram", "plot"), strict=True))
        rounds = [
            [measure_first_visit(browser, *page) for page in pages] for _ in range(ROUNDS + 1)
        ][1:]
    for name, unit in (("milliseconds", "ms"), ("requests", ""), ("kilobytes", "kB")):
        pairs = [(getattr(ours, name), getattr(bare, name)) for ours, bare in rounds]
        yield Comparison(f"first visit, {name} / bare page", unit, **summarize_pairs(pairs))
    times = [ours.milliseconds for ours, _ in rounds]
    yield Comparison(
        "first visit to its first picture / aim",
        "ms",
        **summarize_pairs((time, AIM) for time in times),
        at_most=1.0,
    )
