"""What the model makes of a lesson's questions before it has been taught anything."""

import streamlit as st

from model.translate import translate
from pages.training.teach_it.compute import Examination
from pages.training.teach_it.typed import Question
from ui.readings import session


@st.cache_data(max_entries=64, show_spinner=False)
def examine_untaught(questions: tuple[Question, ...]) -> Examination:
    """Return the state of the shipped model: the translations of the questions, nothing learned.

    Args:
        questions: the test questions.
    """
    glass = session.glass()
    texts, languages = [q.text for q in questions], [q.language for q in questions]
    found = translate(glass.network, glass.tokenizer, texts, languages) if questions else []
    return Examination(0, (), tuple(one.text for one in found), None, 0, False)
