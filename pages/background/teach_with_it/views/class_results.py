"""A class's results, worked out from what a teacher pastes; nothing leaves the browser."""

from collections.abc import Mapping
from dataclasses import dataclass

from ui.contents import PAGES
from ui.views import register_view


@dataclass(frozen=True)
class ClassResultsData:
    """Titles of the pages, by name."""

    titles: Mapping[str, str]


_class_results = register_view(__file__, ClassResultsData, picture=False)


def show_class_results() -> None:
    """Draw a field for pasted results and their table; the pasted text stays in the browser."""
    data = ClassResultsData({page.name: page.title for page in PAGES})
    _class_results(key="class_results", data=data)
