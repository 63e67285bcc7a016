"""One head's attention before and after the changes, with one row's weights editable."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from jaxtyping import Float
from torch import Tensor

from ui.choices.controls import set_choice
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table

Pins = tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class RowEditorData:
    """Weights of a head, query x key, and what of them was set by hand.

    Args:
        queries: tokens of the rows.
        keys: tokens of the columns.
        row: index of the shown row.
        pins: for each edited row, the pinned keys with their weights.
        before: weights of the original model.
        base: weights with all changes but edited rows of this head.
        after: weights with all changes.
        visible: 1 where a query may attend.
    """

    queries: Sequence[Label]
    keys: Sequence[Label]
    row: int
    pins: Mapping[int, Sequence[tuple[int, float]]]
    before: Float[Tensor, "query key"]
    base: Float[Tensor, "query key"]
    after: Float[Tensor, "query key"]
    visible: Tensor


@dataclass(frozen=True)
class EditedRow:
    """A row, and its pinned keys with their weights."""

    row: int
    pins: Sequence[tuple[int, float]]


class RowChoice(TypedDict):
    """Number of the chosen row, from 1, and all edited rows if the server may not know them yet."""

    row: int
    edited: NotRequired[Sequence[EditedRow]]


@dataclass(frozen=True)
class RowEditorEvents:
    """Event of the view: one for all that is chosen, since a newer one replaces one that waits."""

    choose: RowChoice


_view = register_view(
    __file__,
    RowEditorData,
    RowEditorEvents,
    needs_model=("choose.edited",),
    tables=[
        tensor_table(
            "attention", "query:queries key:keys", before="before", base="base", after="after"
        )
    ],
)


def show_row_editor(
    maps: dict[str, Tensor],
    axes: tuple[Sequence[Token], Sequence[Token]],
    row: int,
    pins: dict[int, Pins],
    on_edit: Callable[[dict[int, Pins]], None],
) -> None:
    """Show one query's attention weights in a head as an editable chart.

    Choosing another query stores its number, from 1, as "word" in the session.

    Args:
        maps: four matrices of shape (query, key): the head's attention weights "before", without
            any change of the model, "base", with all changes except the edits made here, and
            "after", with all changes; and "visible", 1 where the query may attend to the key. Only
            weights of visible keys can be edited.
        axes: the query tokens and the key tokens.
        row: index of the shown query, from 0.
        pins: index of each edited query -> (key index, weight) for each weight set by hand.
        on_edit: called with ``pins`` as they are after an edit.
    """

    def choose(choice: Mapping[str, Any]) -> None:
        """Store the chosen row, and pass the pinned weights of all rows to ``on_edit``."""
        set_choice("word", choice["row"])
        if "edited" in choice:
            on_edit({one["row"]: tuple(map(tuple, one["pins"])) for one in choice["edited"]})

    data = RowEditorData(
        queries=label_tokens(axes[0]), keys=label_tokens(axes[1]), row=row, pins=pins, **maps
    )
    _view(key="row_editor", data=data, on_choose_change=choose)
