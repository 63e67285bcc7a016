"""What pages read of a control is what it can hold, whatever a browser says."""

import ast
import math
from pathlib import Path

import pytest
from streamlit.elements.widgets.slider import SliderSerde
from streamlit.elements.widgets.text_widgets import TextInputSerde
from streamlit.proto.Slider_pb2 import Slider as SliderProto
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import SessionState, WStates

from ui.streamlit_internals.controls import validate_widget_states

ROOT = Path(__file__).parents[3]


@pytest.fixture
def text_field(monkeypatch):
    """Return a function that says something of a text field, and what a page then reads of it."""
    monkeypatch.setattr(WStates, "__getitem__", WStates.__getitem__)  # put back afterwards
    hear = SessionState.set_widgets_from_proto
    monkeypatch.setattr(SessionState, "set_widgets_from_proto", hear)
    validate_widget_states()

    def say(**value):
        states = WStates()
        serde = TextInputSerde("untouched", 9)
        states.set_widget_metadata(
            WidgetMetadata("x", serde.deserialize, serde.serialize, "string_value")
        )
        states.set_widget_from_proto(WidgetState(id="x", **value))
        assert states["x"] == states["x"]
        return states["x"]

    return say


def test_a_control_is_read_as_what_it_can_hold_or_as_untouched(text_field):
    assert text_field(string_value="typed") == "typed"
    wrong = ({"int_value": 3}, {"bool_value": True}, {"json_trigger_value": "[]"})
    assert [text_field(**one) for one in wrong] == ["untouched"] * 3


def test_a_number_that_no_slider_holds_leaves_it_untouched(text_field):
    del text_field
    states, serde = WStates(), SliderSerde([4], SliderProto.INT, True, None, 0, 9)
    states.set_widget_metadata(
        WidgetMetadata("x", serde.deserialize, serde.serialize, "double_array_value")
    )
    for numbers, found in (([7.0], 7), ([math.nan], 4)):
        said = WidgetState(id="x")
        said.double_array_value.data.extend(numbers)
        states.set_widget_from_proto(said)
        assert states["x"] == found


@pytest.mark.parametrize("control", ["", "__proto__", "x1", "source", "ID-1-x", "$", "$$", "$$x"])
@pytest.mark.parametrize(
    "value", [{"string_value": "a"}, {"trigger_value": True}, {"int_value": 3}]
)
def test_what_is_said_of_no_control_is_left_out(text_field, control, value):
    del text_field
    session, name = SessionState(), "$$ID-0a-source"
    said = [WidgetState(id=control, **value), WidgetState(id=name, string_value="typed")]
    session.on_script_will_rerun(WidgetStates(widgets=said))
    assert [one.id for one in session.get_widget_states()] == [name]
    assert dict(session.filtered_state) == {}  # can be read


def test_checking_twice_is_checking_once(text_field):
    del text_field
    once = WStates.__getitem__
    validate_widget_states()
    assert WStates.__getitem__ is once


def test_a_choice_is_not_typed_as_what_streamlit_then_says_is_english():
    """Of a word that fits no option it says "No results" in every language."""
    for folder in ("ui", "pages"):
        for path in (ROOT / folder).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".selectbox"):
                    given = {keyword.arg: keyword.value for keyword in call.keywords}
                    assert ast.literal_eval(given["filter_mode"]) is None, path
