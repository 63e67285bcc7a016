"""What several questions about a sentence share, kept for the next one and for the next click."""

import streamlit as st

from model.changes.lesson import Lesson, LessonPair
from model.teach.teaching import teach
from model.transformer import Transformer
from ui.readings import session


def model_after_a_step(pair: LessonPair) -> Transformer:
    """Return a copy of the model after one step on a pair, with the gradients of that step.

    Whoever reads it leaves it as it is: others are given the same copy.
    """
    return _model_after_a_step(pair, session.glass().fingerprint)


# Weights, gradients: about 75 MB.
@st.cache_resource(max_entries=1, show_spinner=False)
def _model_after_a_step(pair: LessonPair, fingerprint: str) -> Transformer:
    glass, lesson = session.glass(), Lesson(pairs=(pair,), steps=1, rehearsal=0)
    *__, last = teach(glass.network, glass.tokenizer, lesson)
    return last.network
