"""A drawing: the decoder block of 2017 next to a decoder-only block of today."""

from collections.abc import Callable, Mapping

from ui.schemas import NAME
from ui.views import register_view

_view = register_view(__file__, needs_model=("open",), schemas={"open": NAME})


def show_then_and_now(
    changes: Mapping[str, str],
    h: int,
    is_open: Callable[[str], bool],
    on_open: Callable[[str], None],
) -> None:
    """Draw a Transformer block of 2017 and one of today, with a button for each change.

    Args:
        changes: text of each change, by the name of its section.
        h: number of heads of the model.
        is_open: returns whether a section is open.
        on_open: called with the name of a clicked section.
    """

    pills = [
        {"name": name, "number": number, "text": text, "open": is_open(name)}
        for number, (name, text) in enumerate(changes.items(), 1)
    ]
    _view(key="then_and_now", data={"pills": pills, "h": h}, on_open_change=on_open)
