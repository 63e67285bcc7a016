"""Which messages, paths and sizes Streamlit's server accepts here; all else is refused.

Streamlit accepts more than this app needs: any visitor could clear everybody's caches, fill the
memory with files, or hold a slot without ever opening a page.
"""

import json
import re

from google.protobuf.message import DecodeError
from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState

from ui.frame import styles
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE
from ui.words import format_integer

MESSAGES = {"rerun_script", "stop_script", "app_heartbeat"}
# Value types of buttons, switches, sliders, texts, rows of buttons, and of events of views. No
# view keeps state of its own on the server.
VALUES = {
    "trigger_value", "bool_value", "int_value", "double_value", "int_array_value",
    "double_array_value", "string_value", "string_array_value", "string_trigger_value",
    "json_trigger_value",
}  # fmt: skip
METHODS = ("GET", "HEAD")  # pages only ever read
MAX_MESSAGE_SIZE = (
    512 * 1024
)  # bytes of a message; the longest texts of a page take a quarter of it
MAX_CONTROLS = 1_000  # widget states in a message; a page has a hundred
TEXT, BROKEN, FORBIDDEN, TOO_LARGE = 1003, 1002, 1008, 1009  # WebSocket close codes

# Texts of a message besides widget values: Streamlit looks them up and logs some of them.
_ID = re.compile(r"[0-9a-f]{0,64}")
_PAGE = re.compile(r"[\w/-]{0,100}")
_CONTROL = re.compile(r"[^\x00-\x1f\x7f]{0,1000}")
LONGEST_QUERY = 131_072  # characters of a query; four times as long as a link that opens a page
_MAX_SHORT_TEXT = 1_000  # characters of time zone, locale and colour scheme
MOST_HASHES = 2_000  # hashes of messages that a browser has cached

_FILES = "|".join(
    (
        r"/_stcore/(health|host-config)",
        r"/(static|media)/.+",
        r"/(favicon\.png|manifest\.json)",
        rf"{re.escape(PLOTLY_ROUTE)}/plotly\.min\.js",
        r"/_(visit|about|file)/[^/]+",
        r"/messages/\w+\.\w+\.json",
        r"/kept/\w+\.json",
    )
)


def is_allowed_request(method: str, path: str) -> bool:
    """Whether an HTTP request with this method and path is one that the app's pages make.

    Args:
        method: HTTP method.
        path: path below the app's base path, with its leading slash.
    """
    known = re.fullmatch(_FILES, path) or path in (scripts.scripts_route(), styles.route())
    return method in METHODS and bool(known)


def find_message_fault(message: Message) -> tuple[int, str]:
    """Return why a WebSocket message is refused: (close code, reason), or (0, "") if it is not.

    Args:
        message: ASGI message of type "websocket.receive".

    Returns:
        Close code and reason; 0 and "" if the message is accepted.
    """
    data = message.get("bytes")
    if data is None:
        return TEXT, "a text instead of a message"
    if len(data) > MAX_MESSAGE_SIZE:
        return TOO_LARGE, f"a message of {format_integer(len(data))} bytes"
    said = BackMsg()
    try:
        said.ParseFromString(data)
    except DecodeError:
        return BROKEN, "no message of Streamlit's"
    kind = said.WhichOneof("type")
    if kind not in MESSAGES:
        return FORBIDDEN, f"the message {kind}"
    why = _find_invalid_text(said.rerun_script) or _find_invalid_states(said.rerun_script)
    return (FORBIDDEN, why) if why else (0, "")


def _find_invalid_text(client_state: ClientState) -> str:
    """Return which text of a rerun request is invalid, for the log; "" if none is."""
    context = client_state.context_info
    known = {
        "fragment": _ID.fullmatch(client_state.fragment_id),
        "page's hash": _ID.fullmatch(client_state.page_script_hash),
        "page's name": _PAGE.fullmatch(client_state.page_name),
        "link": len(client_state.query_string) <= LONGEST_QUERY,
        "address": len(context.url) <= 2 * LONGEST_QUERY,
        "place": len(context.timezone + context.locale + context.color_scheme) <= _MAX_SHORT_TEXT,
        "memory": len(client_state.cached_message_hashes) <= MOST_HASHES
        and all(map(_ID.fullmatch, client_state.cached_message_hashes)),
    }
    return next((f"no {name} of ours" for name, fits in known.items() if not fits), "")


def _find_invalid_states(client_state: ClientState) -> str:
    """Return which widget state of a rerun request is invalid, for the log; "" if none is."""
    states = client_state.widget_states.widgets
    if len(states) > MAX_CONTROLS:
        return f"{format_integer(len(states))} controls"
    if not all(_CONTROL.fullmatch(one.id) for one in states):
        return "no control of ours"
    broken = next((one for one in states if not _is_readable(one)), None)
    return f"a control's {broken.WhichOneof('value')}" if broken else ""


def is_page_request(message: Message) -> bool:
    """Whether a valid message asks to run a page's script; a heartbeat does not."""
    return BackMsg.FromString(message["bytes"]).WhichOneof("type") == "rerun_script"


def _is_readable(state: WidgetState) -> bool:
    """Whether a widget's value has an allowed type and any JSON in it is valid."""
    kind = state.WhichOneof("value")
    if kind not in VALUES:
        return kind is None
    if kind.startswith("json"):
        try:
            json.loads(getattr(state, kind))
        except (ValueError, RecursionError):
            return False
    return True
