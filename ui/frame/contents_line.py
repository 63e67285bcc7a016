"""The sections of a page in one line, with links to each and buttons to open or print them all."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from ui.schemas import NAME
from ui.views import register_view

_contents_line = register_view(__file__, picture=False, schemas={"choose": NAME, "all": bool})


@dataclass(frozen=True)
class ContentsEntry:
    """A section in the table of contents.

    Args:
        name: its name in links.
        heading: its title.
        open: whether it is open.
    """

    name: str
    heading: str
    open: bool


def show_contents_line(
    entries: Sequence[ContentsEntry],
    open_one: Callable[[str], None],
    open_all: Callable[[bool], None],
) -> None:
    """Draw a page's table of contents, with buttons that open or close all sections.

    Args:
        entries: all sections of the page.
        open_one: called with the name of a closed section that was clicked.
        open_all: called with True to open all, with False to close all.
    """

    _contents_line(
        key="contents_line",
        data={"entries": [asdict(entry) for entry in entries]},
        on_choose_change=open_one,
        on_all_change=open_all,
    )
