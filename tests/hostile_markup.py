"""Scripts and markup in every field and every parameter of every page, in a real Chromium.

A part of ``python -m tests.hostile``: nothing of it may be executed, and nothing rendered.
"""

from urllib.parse import urlencode, urlparse

from playwright.sync_api import Page, sync_playwright

from tests import chromium
from tests.browser import Visitor
from ui.contents import FRONT, PAGES

PAYLOADS = (
    "<img src=x class=injected onerror=window.hit=1><script>window.hit=1</script>",
    "</span></div><svg class=injected onload=window.hit=1><a class=injected href=javascript:hit=1>",
    "![x](https://example.org/x.png) [a](https://example.org/) [b](javascript:window.hit=1)",
    "**qz qz** __qz qz__ ~~qz qz~~ `qz qz` [qz qz](https://example.org/) $qz qz$ |qz qz| "
    "<i class=injected>qz qz</i> :red[qz qz] # qz qz",
    "\"' onfocus=window.hit=1 autofocus class=injected {{7*7}} ${window.hit=1} <b class=injected>",
)
# What would be there if a browser had taken any of it for more than text.
TAKEN = """() => [
  ...(window.hit === undefined ? [] : ["a script ran"]),
  ...[...document.querySelectorAll(
    '.injected, [onerror], [onload], [onfocus], [href^="javascript"], '
    + '[src^="https://example.org"], [href^="https://example.org"]'
  ), ...[...document.querySelectorAll(
    'b, strong, i, em, s, del, code, a, td, h1, h2, [class*="katex"], [style*="color"]'
  )].filter((node) => node.textContent.trim() === "qz qz")]
    .map((node) => node.outerHTML.slice(0, 200)),
]"""


def fields(page: Page) -> int:
    """Return how many fields one can type into."""
    return page.locator("input[type=text]:visible, textarea:visible").count()


def outside(url: str) -> bool:
    """Whether something was asked for by a payload."""
    return urlparse(url).hostname == "example.org"


def taken(visitor: Visitor, name: str, keys: tuple[str, ...], payload: str) -> list[str]:
    """Link to a page with a payload as each parameter, type it into each field, reload the page.

    Args:
        visitor: with a browser.
        name: of the page.
        keys: of the parameters.
        payload: scripts or markup.

    Returns:
        What a browser made of it.
    """
    page = visitor.page
    path = "" if name == FRONT else name
    visitor.open(f"/{path}?{urlencode({'sections': 'all'} | dict.fromkeys(keys, payload))}")
    found = page.evaluate(TAKEN)
    for place in range(fields(page)):
        field = page.locator("input[type=text]:visible, textarea:visible").nth(place)
        field.fill(payload)
        field.press("Control+Enter")
        visitor.settle()
        found += page.evaluate(TAKEN)
    page.reload()
    page.wait_for_selector(".st-key-neighbours")
    visitor.settle()
    return found + page.evaluate(TAKEN)


def all_taken(address: str, keys: tuple[str, ...]) -> list[str]:
    """Return what a browser took for more than text on any page."""
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.executable(), args=chromium.FLAGS
        )
        for page in PAGES:
            for payload in PAYLOADS:
                context = browser.new_context(viewport={"width": 1440, "height": 900})
                visitor = Visitor(context.new_page(), address)
                asked: list[str] = []
                visitor.page.on("request", lambda request, asked=asked: asked.append(request.url))
                found += [f"{page.name}: {one}" for one in taken(visitor, page.name, keys, payload)]
                found += [f"{page.name} asked for {url}" for url in asked if outside(url)]
                context.close()
    return found
