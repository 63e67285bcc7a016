"""Patches of Streamlit's internals, all in one place: what each does, and what is lost without it.

Streamlit guarantees none of these internals, so ``tests/ui/streamlit_internals`` fails when a new
release has moved one. Tried with Streamlit 1.67.
"""

from ui.streamlit_internals.controls import validate_widget_states
from ui.streamlit_internals.outgoing_messages import (
    install_byte_counting_queue,
    set_max_message_size,
)
from ui.streamlit_internals.settings import set_streamlit_options
from ui.streamlit_internals.view_data import serialize_view_data_as_json

LARGEST_ANSWER = 20_000_000  # bytes; the largest real one has 8 million


def patch_streamlit() -> None:
    """Apply all patches of Streamlit; a second call changes nothing."""
    set_streamlit_options()
    set_max_message_size(LARGEST_ANSWER)
    install_byte_counting_queue()
    validate_widget_states()
    serialize_view_data_as_json()
