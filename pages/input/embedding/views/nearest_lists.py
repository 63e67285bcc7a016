"""The tokens whose rows are nearest to a sum of rows, as lists."""

from collections.abc import Sequence

from pages.input.embedding.views.word_map import NearRow
from ui.views import register_view
from ui.views.export_tables import record_table

_answers = register_view(__file__)


def show_nearest_lists(
    columns: Sequence[tuple[str, Sequence[NearRow]]],
    remarks: Sequence[str],
    *,
    key: str,
    random_cosine: float,
) -> None:
    """Show lists of nearest embedding rows side by side, with remarks below.

    Args:
        columns: title and entries of each list; the first one is the widest.
        remarks: plain text, a line each.
        key: Streamlit key, unique on the page.
        random_cosine: mean cosine of two random rows, marked in each list.
    """
    lists = [{"title": title, "near": [vars(n) for n in near]} for title, near in columns]
    data = {
        "lists": lists,
        "chance": random_cosine,
        "remarks": list(remarks),
        "takes": [record_table(title, f"lists.{i}.near") for i, (title, _) in enumerate(columns)],
    }
    _answers(key=key, data=data)
