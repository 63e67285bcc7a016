"""The results of a class, made from what a teacher pastes; none of it leaves the browser."""

from ui.contents import PAGES
from ui.views import register_view

_class_results = register_view(__file__, picture=False)


def show_class_results() -> None:
    """Draw a field for pasted results and their table; the pasted text stays in the browser."""
    _class_results(key="class_results", data={"titles": {page.name: page.title for page in PAGES}})
