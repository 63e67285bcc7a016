"""Hide words of the sentence, and compare its translation with and without them."""

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.start.why_attention.compute import HighlightedWords, Word
from ui.schemas import INDEX
from ui.views import register_view
from ui.views.export_tables import tensor_table

_hiding = register_view(
    __file__, needs_model=("choose",), schemas={"choose": {"watched?": INDEX, "hidden?": [INDEX]}}
)


def show_hiding(
    source: Sequence[Word],
    target: Sequence[Word],
    after: Sequence[Word] | None,
    marks: HighlightedWords,
) -> None:
    """Show sentence and translation, before and after hiding words; clicks set "hidden", "watched".

    Args:
        source: words of the sentence.
        target: words of its translation.
        after: words of the new translation; None while no word is hidden.
        marks: indices of the highlighted words.
    """

    def choose(event: Mapping) -> None:
        """Store the chosen words in the session, counted from 1."""
        if "watched" in event:
            st.session_state["watched"] = event["watched"] + 1
        if "hidden" in event:
            st.session_state["hidden"] = "-".join(str(place + 1) for place in event["hidden"])

    data = {
        "source": [word.text for word in source],
        "said": [word.text for word in target],
        "after": None if after is None else [word.text for word in after],
        "hidden": sorted(marks.hidden),
        "watched": marks.selected,
        "own": marks.main_source,
        "lost": [place for place in range(len(target)) if place not in marks.kept],
        "fresh": sorted(marks.new),
        "takes": [tensor_table(name, "place", word=name) for name in ("source", "said", "after")],
    }
    _hiding(key="hiding", data=data, on_choose_change=choose)
