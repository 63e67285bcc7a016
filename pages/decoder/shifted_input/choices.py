"""Controls of the shifted-input page: the reference translation and the wrong words put in."""

from collections.abc import Callable, Sequence

import streamlit as st

from pages.decoder.shifted_input import passes
from ui.choices import controls
from ui.messages import _
from ui.readings.reading import Reading
from ui.words import escape_markdown


def choose_reference(reading: Reading) -> str:
    """Show a field for a reference translation; return the typed text.
    If it is "", the model's own translation is the reference.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="reference_row"):
        typed = controls.text_field(
            "reference",
            _("Reference translation"),
            label_visibility="collapsed",
            placeholder=_(
                "Type another right answer, or keep the model's best translation: “{translation}”"
            ).format(translation=reading.translation),
        )
        st.button(
            _("best"),
            disabled=not typed,
            on_click=controls.set_choice,
            args=("reference", ""),
        )
        labels = (_("second best"), _("third best"))
        for label, rival in zip(labels, passes.list_other_hypotheses(reading), strict=False):
            st.button(
                label,
                help=escape_markdown(rival),
                on_click=controls.set_choice,
                args=("reference", rival),
            )
    return typed


def make_wrong_word_handler(replacements: Sequence[str]) -> Callable[[dict], None]:
    """Return a click handler for the heatmap of ``plot_replacement_effects``.

    A click on a row puts that row's wrong word into the decoder's input: it sets "put", the word,
    and "put_at", the number of the step that reads it, from 1.

    Args:
        replacements: the wrong word of each row, from row 0 on; that of row i is read at step
            i + 2, because the first step reads the start token.
    """

    def choose(point: dict) -> None:
        """Put the wrong word of the clicked row into the decoder's input."""
        place = int(point["y"])
        controls.set_choice("put", replacements[place])
        controls.set_choice("put_at", place + 2)

    return choose
