"""README's pictures, made from the app itself: ``python -m examples.clip``.

The moving one is the overview's play: the translation appears token by token. The others are eight
pages as they open. All are in light, at one size, with the model in ``assets/model``, whose
fingerprint is kept beside them: a test compares it, so that no picture outlives its weights.
"""

import io
import sys
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from model.storage import MODEL, fingerprint
from tests.chromium import FLAGS, executable, starts
from tests.server import READY, serve

FOLDER = Path(__file__).parents[1] / "assets" / "pictures"
MADE_BY = FOLDER / "weights.txt"
CLIP = FOLDER / "overview.webp"
WIDTH, HEIGHT = 1256, 830  # in CSS pixels: so high that the diagram fits below the heading
SECONDS, A_SECOND = 11, 6  # seconds of the moving picture; its frames per second
REST = 2000  # milliseconds that its last frame stays
SMALL = 480, 300  # of a thumbnail, in pixels
MENU = 256  # the width of the menu, in CSS pixels, which no picture shows
PAGES = {  # link: CSS selector of the part where its thumbnail begins
    "story": ".story",
    "break_it?edits=no-residuals": "h1",
    "teach_it": "h1",
    "multi_head?layer=2&head=5": ".head_view",
    "cross_attention": ".memory_view",
    "decoding": ".search_tree",
    "learning": ".film",
    "steer_it?source=Where do you live?&to=de&direction_added=polite&steer_alpha=2": "h1",
    "trace_it": ".trace_view",
    "scaled_dot_product": ".attention_steps",
    "encoder_stack": "h1",
}


def main() -> None:
    """Start the app and write the moving picture and all thumbnails from a browser."""
    if not starts():
        sys.exit("No Chromium starts here: python -m tests.chromium gets one.")
    FOLDER.mkdir(exist_ok=True)
    process, address = serve()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
            write_clip(browser, address)
            for link, begin in PAGES.items():
                write_thumbnail(browser, f"{address}/{link}", begin)
    finally:
        process.kill()
    MADE_BY.write_text(fingerprint(MODEL) + "\n", encoding="utf-8")


def write_clip(browser: Browser, address: str) -> None:
    """Write the overview's animation as a moving WebP."""
    page = open_page(browser, f"{address}/?lang=en")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.evaluate("() => { document.querySelector('[data-testid=stMain]').scrollTop = 0; }")
    frames, begun = [], time.monotonic()
    for number in range(SECONDS * A_SECOND):
        time.sleep(max(0, begun + number / A_SECOND - time.monotonic()))
        frames.append(take_screenshot(page))
    first, *others = frames
    first.save(
        CLIP,
        save_all=True,
        append_images=others,
        duration=[1000 // A_SECOND] * len(others) + [REST],
        loop=0,
        quality=60,
        method=4,
    )


def write_thumbnail(browser: Browser, link: str, begin: str) -> None:
    """Write a thumbnail of a page, from one of its parts on."""
    page = open_page(browser, link)
    page.locator(begin).first.evaluate(
        "node => { node.style.scrollMarginTop = '120px'; node.scrollIntoView(); }"
    )
    page.wait_for_timeout(2000)  # until animations have ended
    picture = take_screenshot(page, top=100)
    picture.thumbnail(SMALL)
    name = link.rpartition("/")[2].partition("?")[0]
    picture.save(FOLDER / f"{name}.webp", quality=75, method=6)


def open_page(browser: Browser, address: str) -> Page:
    """Open a page with the light theme, wait until it is drawn, and return it."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", locale="en-GB"
    )
    page.goto(address)
    page.locator(READY).wait_for()
    return page


def take_screenshot(page: Page, top: int = 0) -> Image.Image:
    """Return a screenshot of the window without the menu, from ``top`` pixels down."""
    taken = page.screenshot(
        clip={"x": MENU, "y": top, "width": WIDTH - MENU, "height": HEIGHT - top}
    )
    return Image.open(io.BytesIO(taken)).convert("RGB")


if __name__ == "__main__":
    main()
