"""Attribution scores of several methods, one row per method, on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.lab.who_contributed.compute import MethodRow
from pages.lab.who_contributed.remarks import method_name
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view


@dataclass(frozen=True)
class ContributionsData:
    """Attribution scores of one output token, with a name and a note for each method's row.

    Args:
        source: source columns.
        prefix: target-prefix columns; None if hidden.
        caption: names the explained token.
        rows: one row per method.
        names: the methods' names.
        notes: a few words on each method.
        numbers: whether every share is written, not just the largest.
    """

    source: Sequence[Label]
    prefix: Sequence[Label] | None
    caption: str
    rows: Sequence[MethodRow]
    names: Sequence[str]
    notes: Sequence[str]
    numbers: bool


_view = register_view(__file__, ContributionsData)


def show_contributions_view(
    rows: Sequence[MethodRow],
    notes: Sequence[str],
    source: Sequence[Token],
    prefix: Sequence[Token] | None,
    caption: str,
    numbers: bool,
) -> None:
    """Show how much each token contributed to one output token, by several attribution methods.

    Args:
        rows: the scores of each method.
        notes: for each row, a few words on what its method computes.
        source: the source tokens or words, a column each.
        prefix: those of the target prefix; None if it is not shown.
        caption: text and probability of the output token.
        numbers: whether every share is written, not just the largest.
    """
    written = None if prefix is None else label_tokens(prefix)
    names = [method_name(row.name) for row in rows]
    data = ContributionsData(label_tokens(source), written, caption, rows, names, notes, numbers)
    _view(key="contributions_view", data=data)
