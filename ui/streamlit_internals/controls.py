"""Validation of the widget states that a browser sends."""

from contextlib import suppress

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.state.session_state import Serialized, SessionState, WStates

# How the ids that Streamlit gives to widgets and to the events of components begin.
OURS = ("$$ID-", "$$STREAMLIT_INTERNAL_KEY")
NUMBERS = {"int_value", "double_value"}  # a number field may send either


def validate_widget_states() -> None:
    """Patch Streamlit so that a widget whose state is invalid gets its default value.

    Streamlit decodes a state by the type that the browser names, so a page that expects a text may
    get a list. States of unknown ids, which would make the session unreadable, are dropped.
    """
    read = WStates.__getitem__
    if hasattr(read, "checks"):
        return

    def validate_and_read(states: WStates, control: str) -> object:
        """Return a widget's value, or its default if the browser sent an invalid state."""
        said, known = states.states.get(control), states.widget_metadata.get(control)
        if known is None or not isinstance(said, Serialized):
            return read(states, control)
        with suppress(TypeError, ValueError, LookupError, OverflowError):
            kind = said.value.WhichOneof("value")
            if kind in (None, known.value_type) or {kind, known.value_type} == NUMBERS:
                return read(states, control)
        untouched = known.deserializer(None)
        states.set_from_value(control, untouched)
        return untouched

    hear = SessionState.set_widgets_from_proto

    def set_valid_widgets(session: SessionState, widget_states: WidgetStates) -> None:
        """Accept the browser's widget states, except those of unknown ids."""
        known = [one for one in widget_states.widgets if one.id.startswith(OURS)]
        if len(known) < len(widget_states.widgets):
            widget_states = WidgetStates(widgets=known)
        hear(session, widget_states)

    SessionState.set_widgets_from_proto = set_valid_widgets  # type: ignore[method-assign, assignment]
    validate_and_read.checks = True  # type: ignore[attr-defined]
    WStates.__getitem__ = validate_and_read  # type: ignore[method-assign]
