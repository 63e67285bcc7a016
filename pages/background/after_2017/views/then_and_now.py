"""A drawing: the decoder block of 2017 beside a decoder-only block of today."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import streamlit as st

from ui.forms import NAME
from ui.views import view

_view = view(__file__, asks=("open",), says={"open": NAME})


@dataclass(frozen=True)
class Pill:
    """One change, as a button.

    Args:
        name: of its section.
        number: of its section.
        text: from what to what.
        open: whether the section is open.
    """

    name: str
    number: int
    text: str
    open: bool


def then_and_now(pills: Sequence[Pill], h: int, on_open: Callable[[str], None]) -> None:
    """Draw both blocks and the changes between them.

    Args:
        pills: all changes; those that the drawing knows stand between the blocks.
        h: heads of the model.
        on_open: told the name of a section that somebody chose.
    """

    def choose() -> None:
        if (name := st.session_state["then_and_now"].open) is not None:
            on_open(name)

    data = {"pills": [asdict(pill) for pill in pills], "h": h}
    _view(key="then_and_now", data=data, on_open_change=choose)
