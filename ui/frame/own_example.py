"""A page's own example in the bar, and the way back to the visitor's sentence.

Whatever was typed stays from page to page. Who asks for a page's example borrows it: on the next
page their own sentence is there again.
"""

import streamlit as st

from ui.choices import link
from ui.messages import _, language
from ui.readings import openings
from ui.words import short

_THEIRS, _BORROWED = "sentence that is the visitor's", "page whose example was asked for"


def default(page: str, into: str) -> str:
    """Return the sentence that the bar begins with; give a borrowed one back to its page."""
    if st.session_state.get(_BORROWED, page) != page:
        del st.session_state[_BORROWED]
        give_back()
    return openings.sentence(page, language(), into)


def offer(page: str, shown: str, into: str) -> None:
    """Say that the sentence is the page's own example, or offer it.

    Args:
        page: its name.
        shown: the sentence in the bar.
        into: the language into which it is translated.
    """
    own = openings.own(page, language(), into)
    if shown != own:
        st.session_state[_THEIRS] = shown
    if not own:
        return
    theirs = st.session_state.get(_THEIRS)
    with st.container(key="own_example", horizontal=True, vertical_alignment="center"):
        if shown != own:
            label, act = _("This page’s own example"), _borrow
            st.button(
                label, key="borrow", help=short(own), type="tertiary", on_click=act, args=[page]
            )
            return
        st.caption(_("This page’s own example"))
        if theirs:
            back = _("Back to “{sentence}”").format(sentence=short(theirs, 30))
            st.button(back, key="give_back", type="tertiary", on_click=give_back)


def _borrow(page: str) -> None:
    st.session_state[_BORROWED] = page
    link.forget("source")
    link.forget("from")


def give_back() -> None:
    """Put the visitor's sentence into the bar."""
    if theirs := st.session_state.get(_THEIRS):
        st.session_state["source"] = theirs
