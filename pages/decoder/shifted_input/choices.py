"""What the page lets people choose: the translation that the decoder is made to read."""

from collections.abc import Callable, Sequence

import streamlit as st

from pages.decoder.shifted_input import passes
from ui.choices import controls
from ui.messages import _
from ui.readings.reading import Reading
from ui.words import plain


def reference_field(reading: Reading) -> str:
    """Let the person type a reference, or take one of the model's own; "" means its best."""
    with st.container(horizontal=True, vertical_alignment="center", key="reference_row"):
        typed = controls.text(
            "reference",
            _("Reference translation"),
            label_visibility="collapsed",
            placeholder=_("Type a reference, or use the model's own best: “{translation}”").format(
                translation=reading.translation
            ),
        )
        st.button(
            _("its best"), disabled=not typed, on_click=controls.choose, args=("reference", "")
        )
        labels = (_("its second best"), _("its third best"))
        for label, rival in zip(labels, passes.rivals(reading), strict=False):
            st.button(label, help=plain(rival), on_click=controls.choose, args=("reference", rival))
    return typed


def wrong_word(instead: Sequence[str]) -> Callable[[dict], None]:
    """Return what a click on a wrong word does: it is put into the decoder's input.

    Args:
        instead: the wrong words, one for each token that is read but the first.
    """

    def choose(point: dict) -> None:
        place = int(point["y"])
        controls.choose("put", instead[place])
        controls.choose("put_at", place + 2)

    return choose
