"""All that this app changes inside Streamlit, in one place: what, why, and what is lost without it.

Streamlit promises nothing of these, so ``tests/ui/streamlit_internals`` says of each when a new
release has moved it. Tried with Streamlit 1.67.
"""

from ui.streamlit_internals.answers import allow_answers, count_answers
from ui.streamlit_internals.controls import check_controls
from ui.streamlit_internals.plain_data import write_data_once
from ui.streamlit_internals.settings import settle

LARGEST_ANSWER = 20_000_000  # bytes; the largest has 8 million


def adapt() -> None:
    """Apply all patches of Streamlit; calling it again changes nothing."""
    settle()
    allow_answers(LARGEST_ANSWER)
    count_answers()
    check_controls()
    write_data_once()
