"""What is asked of the model: the sentence bar puts it together, pages read it."""

from dataclasses import dataclass

import streamlit as st

from ui.readings import session
from ui.readings.reading import Change, Reading


@dataclass(frozen=True)
class Request:
    """What a visitor asks of the model now, on every page; a session keeps no more than that.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: what is changed in the model.
    """

    text: str
    language: str
    changes: tuple[Change, ...] = ()

    def read(self) -> Reading:
        """Return what became of it; see ``session.read``."""
        return session.read(self.text, self.language, self.changes)


def current() -> Request:
    """Return what the sentence bar asks in this run."""
    return st.session_state["read"]
