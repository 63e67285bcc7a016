"""A page of the app without a browser: what it says and draws, in its order."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Element
from streamlit.util import calc_hash

from ui.contents import FRONT
from ui.views.kept import resolve_addresses

SHELL = Path(__file__).parents[2] / "ui" / "frame" / "shell.py"
PATIENCE = 300  # seconds


def draw_page(name: str, parameters: Mapping[str, str]) -> AppTest:
    """Run a page as a link of the app opens it.

    Args:
        name: of the page.
        parameters: of the link.

    Raises:
        RuntimeError: if the page broke off.
    """
    app = AppTest.from_file(str(SHELL), default_timeout=PATIENCE)
    app.query_params.update(parameters)
    if name != FRONT:
        app._page_hash = calc_hash(name)  # as a browser asks for it; switch_page needs a run
    app.run()
    if app.exception:
        raise RuntimeError(f"the page {name} broke off: {app.exception[0].value}")
    return app


def elements(node: Block) -> Iterator[Element]:
    """Return all that stands below a part of a page."""
    for child in node.children.values():
        if isinstance(child, Block):
            yield from elements(child)
        else:
            yield child


def view_data(element: Element) -> dict | None:
    """Return what a view was given, whole; None of what is no view."""
    return (
        resolve_addresses(json.loads(element.proto.json))
        if element.type == "bidi_component"
        else None
    )


def key_of(node: Block | Element) -> str:
    """Return the key that the page gave to a part of it; "" if it has none."""
    name = getattr(node.proto, "id", "") or ""
    key = name.removeprefix("$$ID-").partition("-")[2]
    return "" if key == "None" else key
