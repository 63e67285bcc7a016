"""Widgets of the page: a step, whole words, the prefix, another translation."""

from dataclasses import dataclass

import streamlit as st

from model.config import MAX_PIECES
from model.tokenizer import EOS
from pages.lab.who_contributed import remarks
from ui.choices import controls
from ui.messages import _
from ui.readings import session
from ui.readings.prefix import parse_prefix
from ui.readings.reading import Reading

STEP = 1  # default step, from 1: an article, which often hangs on the noun after it
WRONG = {  # default wrong translations
    "en": "I would like to go to the cinema tonight.",
    "fr": "Je voudrais aller au cinéma ce soir.",
    "de": "Ich möchte heute Abend ins Kino gehen.",
    "es": "Esta noche me gustaría ir al cine.",
}


@dataclass(frozen=True)
class Choices:
    """The explained step of a translation, and how its rows are shown.

    Args:
        reading: sentence and translation by the original model.
        step: index of the explained output token, from 0.
        merge_words: whether token pieces are merged into words.
        with_prefix: whether the target prefix is shown.
        all_methods: whether all methods are shown, not just those of ``remarks.FIRST``.
    """

    reading: Reading
    step: int
    merge_words: bool
    with_prefix: bool
    all_methods: bool


def choose(reading: Reading) -> Choices:
    """Show the widgets for the step and for how its scores are shown; return the choices.

    Scores are shown by word or by piece, with or without the target prefix.

    Args:
        reading: the sentence and its translation.
    """
    with st.container(key="who-choices", horizontal=True, vertical_alignment="center"):
        default = min(STEP, len(reading.output))
        step = controls.choose_token(
            reading.output, key="step", label=_("It writes"), default=default
        )
        every = controls.choose_switch("all_methods", _("all 7 methods"), False)
        whole = controls.choose_switch("whole", _("whole words"), False)
        prefix = controls.choose_switch("show_prefix", _("show the translation so far"), True)
    return Choices(reading, step, whole, prefix, every)


def choose_other_translation(reading: Reading) -> Reading | None:
    """Let the visitor type another translation; return the model's teacher-forced reading of it.

    Args:
        reading: the sentence and the model's own translation.

    Returns:
        The reading with the typed translation; None, after a message, if there is nothing to
        compare, as when the text is empty or equal to the model's translation.
    """
    typed = controls.text_field(
        "other_translation",
        _("Another translation of the sentence"),
        WRONG.get(reading.language, ""),
    )
    try:
        ids = parse_prefix(session.glass().tokenizer, typed)
    except ValueError as error:
        st.text(_(remarks.UNKNOWN).format(text=error))
        return None
    ids = tuple(one for one in ids if one != EOS)
    if not ids:
        st.info(_(remarks.NO_OTHER))
        return None
    if len(ids) >= MAX_PIECES:
        st.caption(_(remarks.TOO_LONG).format(count=len(ids), read=MAX_PIECES - 1))
    ids = (*ids[: MAX_PIECES - 1], EOS)
    if ids == reading.output_ids:
        st.info(_(remarks.SAME))
        return None
    return session.read_with_translation(reading.text, reading.language, ids, reading.changes)
