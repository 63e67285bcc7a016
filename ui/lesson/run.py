"""A page of the app run without a browser: its elements in order."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Element
from streamlit.util import calc_hash

from ui.contents import FRONT
from ui.views.data_cache import resolve_cache_addresses

SHELL = Path(__file__).parents[2] / "ui" / "frame" / "shell.py"
TIMEOUT = 300  # seconds


def draw_page(name: str, parameters: Mapping[str, str]) -> AppTest:
    """Draw a page of the app without a browser, by Streamlit's AppTest; return the finished run.

    Args:
        name: name of the page.
        parameters: query parameters of the link to it, such as ``{"layer": "2"}``.

    Raises:
        RuntimeError: if the page raised an exception.
    """
    app = AppTest.from_file(str(SHELL), default_timeout=TIMEOUT)
    app.query_params.update(parameters)
    if name != FRONT:
        app._page_hash = calc_hash(name)  # as a browser sends it; switch_page needs an earlier run
    app.run()
    if app.exception:
        raise RuntimeError(f"the page {name} broke off: {app.exception[0].value}")
    return app


def iterate_elements(node: Block) -> Iterator[Element]:
    """Yield all elements below a block, depth first."""
    for child in node.children.values():
        if isinstance(child, Block):
            yield from iterate_elements(child)
        else:
            yield child


def view_data(element: Element) -> dict | None:
    """Return the data that a page sent to a view; None if the element is not a view.

    Where the page sent only an address in the data cache, the cached value itself is returned.
    """
    return (
        resolve_cache_addresses(json.loads(element.proto.json))
        if element.type == "bidi_component"
        else None
    )


def element_key(node: Block | Element) -> str:
    """Return the Streamlit key (``key=``) of a block or element; "" if it has none."""
    name = getattr(node.proto, "id", "") or ""
    key = name.removeprefix("$$ID-").partition("-")[2]
    return "" if key == "None" else key
