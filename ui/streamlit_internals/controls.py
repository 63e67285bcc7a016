"""What a browser says of a control is read as what that control can hold."""

from contextlib import suppress

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.state.session_state import Serialized, SessionState, WStates

OURS = "$$"  # begins every name that Streamlit gives a control or a view
NUMBERS = {"int_value", "double_value"}  # a field for numbers may say either


def check_controls() -> None:
    """Let a control that was told what it cannot hold be as if nobody had touched it.

    Streamlit reads what a browser says of a control by the kind that the browser names, and a page
    that asks for a text may so be given a list. And it takes what is said of a control that cannot
    be one for a choice of the session, which then cannot be read: that is left out.
    """
    read = WStates.__getitem__
    if hasattr(read, "checks"):
        return

    def read_and_check(states: WStates, control: str) -> object:
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

    def hear_controls(session: SessionState, widget_states: WidgetStates) -> None:
        known = [one for one in widget_states.widgets if one.id.startswith(OURS)]
        if len(known) < len(widget_states.widgets):
            widget_states = WidgetStates(widgets=known)
        hear(session, widget_states)

    SessionState.set_widgets_from_proto = hear_controls  # type: ignore[method-assign, assignment]
    read_and_check.checks = True  # type: ignore[attr-defined]
    WStates.__getitem__ = read_and_check  # type: ignore[method-assign]
