"""The tokens whose rows are nearest to a sum of rows, as lists."""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.input.embedding.views.word_map import NearRow
from ui.views import register_view
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class NearList:
    """A list of nearest rows, with its title."""

    title: str
    near: Sequence[NearRow]


@dataclass(frozen=True)
class NearestListsData:
    """Lists of nearest rows side by side, with remarks below.

    Args:
        lists: the lists; the first one is the widest.
        chance: mean cosine of two random rows, marked in each list.
        remarks: plain text, a line each.
    """

    lists: Sequence[NearList]
    chance: float
    remarks: Sequence[str]


_answers = register_view(__file__, NearestListsData)


def show_nearest_lists(data: NearestListsData, *, key: str) -> None:
    """Show lists of nearest embedding rows; ``key`` is a Streamlit key, unique on the page."""
    tables = [record_table(one.title, f"lists.{i}.near") for i, one in enumerate(data.lists)]
    _answers(key=key, data=data, tables=tables)
