"""Files that a browser opens without network."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page


@pytest.fixture
def offline(browser: Browser) -> Iterator[Callable[..., tuple[Page, list[str]]]]:
    """Return a function that opens a file; it returns the page and all that this then asks for.

    Errors of its scripts count as something that it asked for.
    """
    contexts = []

    def open_file(path: Path, **options: object) -> tuple[Page, list[str]]:
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page, asked = context.new_page(), []

        def note(request: object) -> None:
            if not request.url.startswith(("file:", "data:", "blob:")):
                asked.append(request.url)

        page.on("request", note)
        page.on("pageerror", lambda error: asked.append(str(error)))
        page.goto(path.as_uri())
        page.locator("body[data-drawn]").wait_for(state="attached")
        return page, asked

    yield open_file
    for context in contexts:
        context.close()
