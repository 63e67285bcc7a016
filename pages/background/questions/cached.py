"""The cached training step that several questions share."""

import streamlit as st

from model.changes.lesson import Lesson, LessonPair
from model.teach.teaching import teach
from model.transformer import Transformer
from ui.readings import session


def train_one_step(pair: LessonPair) -> Transformer:
    """Return a copy of the unedited model, trained for one step on a sentence and its translation.

    The parameters of the copy keep their gradients. It is cached, so callers must not modify it.
    """
    return _train_one_step(pair, session.glass().fingerprint)


# Weights, gradients: about 75 MB.
@st.cache_resource(max_entries=1, show_spinner=False)
def _train_one_step(pair: LessonPair, fingerprint: str) -> Transformer:
    """Train a copy for one step; the fingerprint makes the cache depend on the weights."""
    glass, lesson = session.glass(), Lesson(pairs=(pair,), steps=1, rehearsal=0)
    *__, last = teach(glass.network, glass.tokenizer, lesson)
    return last.network
