"""One head's attention before and after the changes, with one row's weights editable."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from torch import Tensor

from ui.choices.controls import set_choice
from ui.readings.reading import Token
from ui.schemas import INDEX, NUMBER
from ui.views import encode_tensor, register_view, token_labels_data
from ui.views.export_tables import tensor_table

_view = register_view(
    __file__,
    needs_model=("row", "edit"),
    schemas={"row": INDEX, "edit": {"row": INDEX, "pins": [(INDEX, NUMBER)]}},
)
Pins = tuple[tuple[int, float], ...]


def row_editor(
    maps: dict[str, Tensor],
    axes: tuple[Sequence[Token], Sequence[Token]],
    row: int,
    pins: dict[int, Pins],
    on_edit: Callable[[int, Pins], None],
) -> None:
    """Show one row of attention weights as an editable chart; its query is kept as "word".

    Args:
        maps: weights of the head, query x key: "before" any change; "base", with all changes but
            edited rows of this head; "after"; and "visible": other keys cannot be set.
        axes: tokens of the rows, and of the columns.
        row: index of the shown query, from 0.
        pins: for each edited row, the pinned keys with their weights.
        on_edit: called with a row and its new pins; no pins undo the row's edit.
    """

    def edit(event: Mapping) -> None:
        """Pass the edited row and its pinned weights to ``on_edit``."""
        on_edit(event["row"], tuple((key, weight) for key, weight in event["pins"]))

    seen = [name for name in maps if name != "visible"]
    data = {
        "queries": token_labels_data(axes[0]),
        "keys": token_labels_data(axes[1]),
        "row": row,
        "pins": {str(place): list(map(list, own)) for place, own in pins.items()},
        **{name: encode_tensor(values) for name, values in maps.items()},
        "takes": [
            tensor_table(
                "attention",
                "query:queries key:keys",
                **{name: name for name in seen},
            )
        ],
    }
    _view(
        key="row_editor", data=data, on_row_change=partial(set_choice, "word"), on_edit_change=edit
    )
