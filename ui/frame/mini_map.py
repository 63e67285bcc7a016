"""A small diagram: where in the model this page belongs."""

from collections.abc import Sequence

from ui import contents
from ui.messages import _
from ui.views import register_view

_mini_map = register_view(__file__, picture=False)


def list_block_links() -> dict[str, dict[str, str]]:
    """Return the "address" and "title" of the page that each block of the model diagram opens."""
    opens = {block: contents.find_page(name) for block, name in contents.OPENS.items()}
    return {block: {"address": page.address, "title": page.title} for block, page in opens.items()}


def show_mini_map(blocks: Sequence[str], title: str) -> None:
    """Draw the diagram of the model with these blocks filled, for the page with this title."""
    data = {
        "here": list(blocks),
        "opens": list_block_links(),
        "label": _("You are here: {page}").format(page=title),
    }
    _mini_map(key="mini_map", data=data)
