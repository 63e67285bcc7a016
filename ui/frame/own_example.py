"""A page's own example in the bar, and the way back to the visitor's sentence.

A typed sentence stays from page to page. A page's example replaces it on that page only.
"""

import streamlit as st

from ui.choices import link
from ui.messages import _, language
from ui.readings import opening_sentences
from ui.words import truncate

_THEIRS, _BORROWED = "sentence that is the visitor's", "page whose example was asked for"


def find_initial_sentence(page: str, target_language: str) -> str:
    """Return the example sentence that a page shows if the visitor has typed no sentence.

    If the visitor comes from a page whose own example replaced the typed sentence, that sentence is
    put back into the bar.

    Args:
        page: name of the page.
        target_language: code of the target language.
    """
    if st.session_state.get(_BORROWED, page) != page:
        del st.session_state[_BORROWED]
        restore_visitor_sentence()
    return opening_sentences.opening_sentence(page, language(), target_language)


def show_example_offer(page: str, sentence: str, target_language: str) -> None:
    """Draw a button that puts the page's own example into the bar; nothing if the page has none.

    If the example is in the bar already, the button puts the visitor's sentence back instead.

    Args:
        page: name of the page.
        sentence: the sentence in the bar.
        target_language: code of the target language.
    """
    own = opening_sentences.page_opening_sentence(page, language(), target_language)
    if sentence != own:
        st.session_state[_THEIRS] = sentence
    if not own:
        return
    theirs = st.session_state.get(_THEIRS)
    with st.container(key="own_example", horizontal=True, vertical_alignment="center"):
        if sentence != own:
            label, act = _("This page’s own example"), _use_page_example
            st.button(
                label, key="borrow", help=truncate(own), type="tertiary", on_click=act, args=[page]
            )
            return
        st.caption(_("This page’s own example"))
        if theirs:
            back = _("Back to “{sentence}”").format(sentence=truncate(theirs, 30))
            st.button(back, key="give_back", type="tertiary", on_click=restore_visitor_sentence)


def _use_page_example(page: str) -> None:
    """Show the page's own example instead of the visitor's sentence, on this page only."""
    st.session_state[_BORROWED] = page
    link.reset_control("source")
    link.reset_control("from")


def restore_visitor_sentence() -> None:
    """Put the visitor's own sentence back into the bar."""
    if theirs := st.session_state.get(_THEIRS):
        st.session_state["source"] = theirs
