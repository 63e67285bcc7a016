"""A page's own example in the bar, and the way back to the visitor's sentence.

A typed sentence stays from page to page. A page's example replaces it on that page only.
"""

import streamlit as st

from ui.choices import link
from ui.messages import _, language
from ui.readings import openings
from ui.words import short

_THEIRS, _BORROWED = "sentence that is the visitor's", "page whose example was asked for"


def default(page: str, into: str) -> str:
    """Return the sentence that the bar starts with; first undo another page's example."""
    if st.session_state.get(_BORROWED, page) != page:
        del st.session_state[_BORROWED]
        give_back()
    return openings.sentence(page, language(), into)


def offer(page: str, shown: str, into: str) -> None:
    """Draw the button for the page's example; if it is shown already, the way back.

    Args:
        page: name of the page.
        shown: the sentence in the bar.
        into: code of the target language.
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
    """Replace the visitor's sentence by the page's example, for this page."""
    st.session_state[_BORROWED] = page
    link.forget("source")
    link.forget("from")


def give_back() -> None:
    """Put the visitor's own sentence back into the bar."""
    if theirs := st.session_state.get(_THEIRS):
        st.session_state["source"] = theirs
