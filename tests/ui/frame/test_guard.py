"""What the server takes from a browser: what pages say, of bounded size, and nothing else."""

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

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


@pytest.mark.parametrize(("name", "message"), [*messages()])
def test_what_no_page_says_is_a_fault(name, message):
    kind = "text" if isinstance(message, str) else "bytes"
    code, why = guard.find_message_fault({"type": "websocket.receive", kind: message})
    assert code
    assert why


def test_a_text_of_a_page_fits_into_a_message_and_a_book_does_not():
    assert guard.find_message_fault({"bytes": ask(string_value="漢" * 20_000)}) == (0, "")
    assert (
        guard.find_message_fault({"bytes": ask(string_value="a" * 600_000)})[0] == guard.TOO_LARGE
    )


@pytest.mark.parametrize("request_line", REQUESTS)
def test_what_no_page_loads_is_not_needed(request_line):
    assert not guard.is_allowed_request(*request_line.split())


@pytest.mark.parametrize(
    "path",
    [
        *("/_stcore/health", "/_stcore/host-config", "/static/js/x.js", "/media/x.svg"),
        *("/favicon.png", f"{PLOTLY_ROUTE}/plotly.min.js", "/_visit/x", "/_about/citation"),
        scripts.scripts_route(),
    ],
)
def test_what_pages_load_is_needed(path):
    assert guard.is_allowed_request("GET", path)
    assert guard.is_allowed_request("HEAD", path)


HASH = "0123456789abcdef" * 2


@pytest.mark.parametrize(
    "asked",
    [
        {"fragment_id": HASH, "page_script_hash": HASH, "page_name": "next_token"},
        {"query_string": "source=" + "a" * 30_000, "cached_message_hashes": [HASH] * 9},
        {"context_info": {"timezone": "Europe/Berlin", "locale": "de", "url": "http://x/?a"}},
    ],
)
def test_texts_of_a_message_that_pages_send_are_taken(asked):
    assert guard.find_message_fault({"bytes": BackMsg(rerun_script=asked).SerializeToString()}) == (
        0,
        "",
    )


@pytest.mark.parametrize(
    "asked",
    [
        {"fragment_id": "x" * 500},
        {"fragment_id": "ab\nERROR forged"},
        {"page_script_hash": "g" * 32},
        {"page_script_hash": HASH * 3},
        {"page_name": "next token\r\n"},
        {"page_name": "a" * 101},
        {"query_string": "a" * 140_000},
        {"cached_message_hashes": ["no hash"]},
        {"cached_message_hashes": [HASH] * 2_001},
        {"context_info": {"timezone": "x" * 1_001}},
        {"context_info": {"url": "x" * 300_000}},
        {"widget_states": {"widgets": [{"id": "a\nb"}]}},
        {"widget_states": {"widgets": [{"id": "a" * 1_001}]}},
        {"widget_states": {"widgets": [{"id": str(n)} for n in range(1_001)]}},
    ],
)
def test_texts_that_no_page_sends_are_a_fault_and_the_log_does_not_repeat_them(asked):
    code, why = guard.find_message_fault({"bytes": BackMsg(rerun_script=asked).SerializeToString()})
    assert code == guard.FORBIDDEN
    assert len(why) < 60
    assert why.isprintable()


def test_only_a_question_asks_for_a_page():
    said = [BackMsg(app_heartbeat=True), BackMsg(stop_script=True), BackMsg(rerun_script={})]
    asks = [guard.is_page_request({"bytes": one.SerializeToString()}) for one in said]
    assert asks == [False, False, True]
