"""What the server takes from a browser: what pages say, of bounded size, and nothing else."""

import asyncio
import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.elements.widgets.slider import SliderSerde
from streamlit.elements.widgets.text_widgets import TextInputSerde
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Slider_pb2 import Slider as SliderProto
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import WStates

from tests.hostile_protocol import REQUESTS, messages
from ui.frame import guard
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE


def ask(**controls):
    """Return what a page says when somebody touched its controls."""
    message = BackMsg()
    message.rerun_script.query_string = "source=Hi"
    for name, value in controls.items():
        message.rerun_script.widget_states.widgets.add(id=name, **{name: value})
    return message.SerializeToString()


def hear(*messages):
    """Say something over a guarded connection; return what the app hears and what is sent back."""
    heard, sent, waiting = [], [], list(messages)

    async def receive():
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    async def send(message):
        sent.append(message)

    async def listen():
        guarded = guard.Guarded(receive, send)
        while not heard or heard[-1]["type"] != "websocket.disconnect":
            heard.append(await guarded.receive())
        await guarded.send({"type": "websocket.send"})  # an answer that comes too late
        return guarded.refused

    with ThreadPoolExecutor() as pool:  # browser tests keep a loop running in this one
        why = pool.submit(asyncio.run, listen()).result()
    return heard, sent, why


@pytest.mark.parametrize(("name", "message"), [*messages()])
def test_what_no_page_says_ends_the_connection_before_streamlit_hears_it(name, message):
    kind = "text" if isinstance(message, str) else "bytes"
    heard, sent, why = hear({"type": "websocket.receive", kind: message})
    assert [one["type"] for one in heard] == ["websocket.disconnect"]
    assert [one["type"] for one in sent] == ["websocket.close"]
    assert why


@pytest.mark.parametrize(
    "message",
    [
        ask(),
        ask(
            json_trigger_value='[{"event": "pick", "value": 1}]', string_value="Hi", bool_value=True
        ),
        BackMsg(app_heartbeat=True).SerializeToString(),
        BackMsg(stop_script=True).SerializeToString(),
    ],
)
def test_what_pages_say_arrives_as_it_was_said(message):
    said = {"type": "websocket.receive", "bytes": message}
    left = {"type": "websocket.disconnect", "code": 1001}
    assert hear(said, left) == ([said, left], [{"type": "websocket.send"}], "")


def test_who_asks_for_no_page_loses_the_connection(monkeypatch):
    monkeypatch.setattr(guard, "SILENCE", 0.01)
    heard, sent, why = hear()
    assert (heard[0]["type"], sent[0]["code"]) == ("websocket.disconnect", guard.FORBIDDEN)
    assert why == "it asked for no page"


def test_a_text_of_a_page_fits_into_a_message_and_a_book_does_not():
    assert guard.fault({"bytes": ask(string_value="漢" * 20_000)}) == (0, "")
    assert guard.fault({"bytes": ask(string_value="a" * 600_000)})[0] == guard.TOO_LARGE


@pytest.mark.parametrize("request_line", REQUESTS)
def test_what_no_page_loads_is_not_needed(request_line):
    assert not guard.is_needed(*request_line.split())


@pytest.mark.parametrize(
    "path",
    [
        *("/_stcore/health", "/_stcore/host-config", "/static/js/x.js", "/media/x.svg"),
        *("/favicon.png", f"{PLOTLY_ROUTE}/plotly.min.js", "/_visit/x", "/_about/citation"),
        scripts.route(),
    ],
)
def test_what_pages_load_is_needed(path):
    assert guard.is_needed("GET", path)
    assert guard.is_needed("HEAD", path)


@pytest.fixture
def text_field(monkeypatch):
    """Return a function that says something of a text field, and what a page then reads of it."""
    monkeypatch.setattr(WStates, "__getitem__", WStates.__getitem__)  # put back afterwards
    guard.check_controls()

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
