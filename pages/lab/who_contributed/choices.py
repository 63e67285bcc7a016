"""What the page lets people choose: a step, whole words, the prefix, another translation."""

from dataclasses import dataclass

import streamlit as st

from model.config import MAX_PIECES
from model.tokenizer import EOS
from pages.lab.who_contributed import remarks
from ui.choices import controls
from ui.messages import _
from ui.readings import session
from ui.readings.prefix import read_prefix
from ui.readings.reading import Reading

STEP = 4  # the one that is looked at first, from 1: by then there is a prefix
WRONG = {  # at first; of our own
    "en": "I would like to go to the cinema tonight.",
    "fr": "Je voudrais aller au cinéma ce soir.",
    "de": "Ich möchte heute Abend ins Kino gehen.",
    "es": "Esta noche me gustaría ir al cine.",
}


@dataclass(frozen=True)
class Choices:
    """A sentence and its translation, and the step that is explained.

    Args:
        reading: by the unchanged model.
        step: from 0.
        whole: whether pieces are put together to words.
        prefix: whether the tokens that were written so far are shown.
    """

    reading: Reading
    step: int
    whole: bool
    prefix: bool


def choose(reading: Reading) -> Choices:
    """Let the person choose a step and how it is shown."""
    with st.container(key="who-choices", horizontal=True, vertical_alignment="center"):
        default = min(STEP, len(reading.output))
        step = controls.word(reading.output, key="step", label=_("Writes"), default=default)
        whole = controls.switch("whole", _("whole words"), False)
        prefix = controls.switch("show_prefix", _("show the translation so far"), True)
    return Choices(reading, step, whole, prefix)


def other(reading: Reading) -> Reading | None:
    """Let the person type another translation; return it as it is forced, None if it cannot be."""
    typed = controls.text(
        "other_translation",
        _("Another translation of the sentence"),
        WRONG.get(reading.language, ""),
    )
    try:
        ids = read_prefix(session.glass().tokenizer, typed)
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
