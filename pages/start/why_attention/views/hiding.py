"""Hide words in the sentence, and compare its translation with and without them."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from pages.start.why_attention.compute import HighlightedWords, Word
from ui.views import register_view
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class HidingData:
    """Words of the sentence and of its translations, and indices of the highlighted ones.

    Args:
        source: words of the sentence.
        said: words of its translation.
        after: words of the new translation; None while no word is hidden.
        hidden: hidden words of the sentence.
        watched: the selected word of the translation.
        own: the source word on which the selected word depends most.
        lost: words of the translation that the new one lacks.
        fresh: words of the new translation that the first one lacks.
    """

    source: Sequence[str]
    said: Sequence[str]
    after: Sequence[str] | None
    hidden: Sequence[int]
    watched: int
    own: int
    lost: Sequence[int]
    fresh: Sequence[int]


@dataclass(frozen=True)
class HidingEvents:
    """Events of the view: all words to hide, and the word to watch, from 0."""

    hide: Sequence[int]
    watch: int


_hiding = register_view(
    __file__,
    HidingData,
    HidingEvents,
    needs_model=("hide", "watch"),
    tables=[tensor_table(name, "place", word=name) for name in ("source", "said", "after")],
)


def show_hiding(
    source: Sequence[Word],
    target: Sequence[Word],
    words_after: Sequence[Word] | None,
    marks: HighlightedWords,
) -> None:
    """Show the sentence, its translation, and the new translation while some words are hidden.

    A click on a source word sets "hidden" in the session (the numbers of the hidden words, from 1,
    such as "2-5" for the second and the fifth, or "0"); a click on a word of the translation sets
    "watched" (its number, from 1).

    Args:
        source: words of the sentence.
        target: words of the translation with nothing hidden.
        words_after: words of the translation while words are hidden; None while none is.
        marks: which words are hidden or selected, and which ones both translations have.
    """

    def hide(places: Sequence[int]) -> None:
        """Store the hidden words in the session, counted from 1."""
        st.session_state["hidden"] = "-".join(str(place + 1) for place in places) or "0"

    def watch(place: int) -> None:
        """Store the watched word in the session, counted from 1."""
        st.session_state["watched"] = place + 1

    data = HidingData(
        source=[word.text for word in source],
        said=[word.text for word in target],
        after=None if words_after is None else [word.text for word in words_after],
        hidden=sorted(marks.hidden),
        watched=marks.selected,
        own=marks.main_source,
        lost=[place for place in range(len(target)) if place not in marks.kept],
        fresh=sorted(marks.new),
    )
    _hiding(key="hiding", data=data, on_hide_change=hide, on_watch_change=watch)
