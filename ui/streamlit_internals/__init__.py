"""Patches of Streamlit's internals, all in one place: what each does, and what is lost without it.

Streamlit guarantees none of these internals, so ``tests/ui/streamlit_internals`` fails when a new
release has moved one. Tried with Streamlit 1.67.
"""

from ui.streamlit_internals.answers import allow_answers, count_answers
from ui.streamlit_internals.controls import check_controls
from ui.streamlit_internals.plain_data import write_data_once
from ui.streamlit_internals.settings import settle

LARGEST_ANSWER = 20_000_000  # bytes; the largest real one has 8 million


def adapt() -> None:
    """Apply all patches of Streamlit; a second call changes nothing."""
    settle()
    allow_answers(LARGEST_ANSWER)
    count_answers()
    check_controls()
    write_data_once()
