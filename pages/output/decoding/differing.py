"""An example sentence on which greedy and beam search differ, where the current one has none."""

import streamlit as st

from pages.output.decoding import cached
from ui.frame import bar
from ui.messages import _
from ui.readings import session

SENTENCES = (
    "The old house near the river is empty.",
    "He took the book off the shelf and put it on the table.",
    "She would rather stay at home than go out in the rain.",
    "The man who lives near the river told me that his daughter had a car.",
    "I wish you had told me the truth earlier.",
    "Nobody knows why the children were laughing so loudly.",
    "We should have left before it began to rain.",
    "It took him a long time to get used to the noise of the city.",
)
LANGUAGE = "en"
NO_EXAMPLE = "no sentence differs"


def show_example_button(target_language: str, width: int, alpha: float) -> None:
    """Show a button that loads an example for which greedy and beam search find different
    translations, or, once none was found, a text that says so.

    Args:
        target_language: code of the target language.
        width: beam width.
        alpha: exponent of the length penalty.
    """
    languages = session.glass().config.languages
    fits = [
        code for code in (target_language, *languages) if session.was_trained_on(LANGUAGE, code)
    ]
    targets = [code for code in fits if code != LANGUAGE]
    if LANGUAGE not in session.glass().config.read_languages or not targets:
        return
    asked = targets[0], width, alpha
    if st.session_state.get(NO_EXAMPLE) == asked:
        st.text(_("The two agree on all our example sentences as well. Try more beams."))
    else:
        st.button(
            _("An example where they differ"),
            key="differing",
            on_click=_load_first_example,
            args=asked,
        )


def _load_first_example(target_language: str, width: int, alpha: float) -> None:
    """Put the first example on which greedy and beam search differ, if any, into the bar."""
    for sentence in SENTENCES:
        if cached.searches_differ(sentence, target_language, width, alpha):
            bar.use_example(LANGUAGE, sentence)
            st.session_state["to"] = target_language
            return
    st.session_state[NO_EXAMPLE] = target_language, width, alpha
