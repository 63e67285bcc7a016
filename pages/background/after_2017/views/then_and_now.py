"""A drawing: the decoder block of 2017 next to a decoder-only block of today."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ui.views import register_view


@dataclass(frozen=True)
class Pill:
    """A change: name of its section, its number and text, and whether the section is open."""

    name: str
    number: int
    text: str
    open: bool


@dataclass(frozen=True)
class ThenAndNowData:
    """The changes, and the model's number of heads."""

    pills: Sequence[Pill]
    h: int


@dataclass(frozen=True)
class ThenAndNowEvents:
    """Event of the view: name of the section to open."""

    open: str


_view = register_view(__file__, ThenAndNowData, ThenAndNowEvents, needs_model=("open",))


def show_then_and_now(
    button_labels: Mapping[str, str],
    h: int,
    is_open: Callable[[str], bool],
    on_open: Callable[[str], None],
) -> None:
    """Draw a Transformer block of 2017 and one of today, with a button for each change since then.

    Args:
        button_labels: name of the section about a change -> text of its button.
        h: number of heads of the model.
        is_open: called with the name of a section; returns whether it is open.
        on_open: called with the name of a section when its button is clicked.
    """
    pills = [
        Pill(name, number, text, is_open(name))
        for number, (name, text) in enumerate(button_labels.items(), 1)
    ]
    _view(key="then_and_now", data=ThenAndNowData(pills, h), on_open_change=on_open)
