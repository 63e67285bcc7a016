"""A list of pieces with their ids, only to be read."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.views import view

_list = view(__file__)


@dataclass(frozen=True)
class Entry:
    """One piece of a list.

    Args:
        text: what stands in the chip.
        id: the number below it.
        note: what stands beside it.
        kind: "special", "unknown" or "".
        joined: whether it continues the piece before it.
    """

    text: str
    id: int
    note: str = ""
    kind: str = ""
    joined: bool = False


def piece_list(entries: Sequence[Entry], *, key: str, label: str) -> None:
    """Draw some pieces and their ids.

    Args:
        entries: in the order in which they stand.
        key: unique on the page.
        label: what stands before them.
    """
    _list(key=key, data={"label": label, "entries": [vars(entry) for entry in entries]})
