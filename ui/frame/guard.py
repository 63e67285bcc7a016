"""What this app needs of Streamlit's server: messages, addresses, sizes. All else is refused.

Streamlit obeys more than this app ever asks of it. Any visitor could empty the caches of all, fill
the memory with files, or hold a seat without ever looking at a page.
"""

import asyncio
import json
import re
from contextlib import suppress

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime import runtime_util
from streamlit.runtime.state.session_state import Serialized, WStates

from ui.frame import styles
from ui.views import scripts
from ui.views.plot import PLOTLY_ROUTE
from ui.words import whole

MESSAGES = {"rerun_script", "stop_script", "app_heartbeat"}
# Of what controls hold: buttons, switches, sliders, texts, rows of buttons; what views say. No
# view keeps a state of its own at the server.
VALUES = {
    "trigger_value", "bool_value", "int_value", "double_value", "int_array_value",
    "double_array_value", "string_value", "string_array_value", "string_trigger_value",
    "json_trigger_value",
}  # fmt: skip
NUMBERS = {"int_value", "double_value"}  # a field for numbers may say either
METHODS = ("GET", "HEAD")  # pages only ever read
LARGEST = 512 * 1024  # bytes of a message; the longest texts of a page have a quarter of it
LARGEST_ANSWER = 20_000_000  # the largest has 8 million
SILENCE = 20.0  # seconds until a browser that connected asks for its page
TEXT, BROKEN, FORBIDDEN, TOO_LARGE = 1003, 1002, 1008, 1009  # of WebSocket, for the end

_FILES = "|".join(
    (
        r"/_stcore/(health|host-config)",
        r"/(static|media)/.+",
        r"/(favicon\.png|manifest\.json)",
        rf"{re.escape(PLOTLY_ROUTE)}/.+",
        r"/_(visit|about|file)/[^/]+",
        r"/messages/\w+\.\w+\.json",
        r"/kept/\w+\.json",
    )
)


def is_needed(method: str, path: str) -> bool:
    """Whether a request is for something that pages load.

    Args:
        method: of HTTP.
        path: below the app's base path, with its first slash.
    """
    known = re.fullmatch(_FILES, path) or path in (scripts.route(), styles.route())
    return method in METHODS and bool(known)


def allow_answers() -> None:
    """Let the server send more than it takes: Streamlit has one bound for both.

    The setting ``server.maxMessageSize`` bounds what it takes, and was read before this app was.
    """
    runtime_util._max_message_size_bytes = LARGEST_ANSWER


def check_controls() -> None:
    """Let a control that was told what it cannot hold be as if nobody had touched it.

    Streamlit reads what a browser says of a control by the kind that the browser names, and a page
    that asks for a text may so be given a list.
    """
    read = WStates.__getitem__

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

    WStates.__getitem__ = read_and_check  # type: ignore[method-assign]


def fault(message: Message) -> tuple[int, str]:
    """Return why a message of a browser is refused: a code of WebSocket, and words for the log.

    Args:
        message: of the kind "websocket.receive".

    Returns:
        Zero and "" if it is one that this app needs.
    """
    data = message.get("bytes")
    if data is None:
        return TEXT, "a text instead of a message"
    if len(data) > LARGEST:
        return TOO_LARGE, f"a message of {whole(len(data))} bytes"
    said = BackMsg()
    try:
        said.ParseFromString(data)
    except DecodeError:
        return BROKEN, "no message of Streamlit's"
    kind = said.WhichOneof("type")
    if kind not in MESSAGES:
        return FORBIDDEN, f"the message {kind}"
    states = said.rerun_script.widget_states.widgets
    broken = next((one for one in states if not _readable(one)), None)
    return (FORBIDDEN, f"a control's {broken.WhichOneof('value')}") if broken else (0, "")


def _readable(state: WidgetState) -> bool:
    """Whether a control can hold such a value; of a view's, whether it is JSON."""
    kind = state.WhichOneof("value")
    if kind not in VALUES:
        return kind is None
    if kind.startswith("json"):
        try:
            json.loads(getattr(state, kind))
        except (ValueError, RecursionError):
            return False
    return True


class Guarded:
    """A connection over which a browser can say only what this app needs; else it ends.

    Args:
        receive: of the server, for what the browser says.
        send: likewise, for what it is told.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._ended, self._asked = False, False
        self._until = asyncio.get_running_loop().time() + SILENCE
        self.refused = ""  # why the connection ended, if the browser did not end it

    async def receive(self) -> Message:
        """Return the browser's next message, or the end."""
        left = None if self._asked else self._until - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), left)
        except TimeoutError:
            return await self._end(FORBIDDEN, "it asked for no page")
        if message["type"] != "websocket.receive":
            return message
        code, why = fault(message)
        if code:
            return await self._end(code, why)
        self._asked = True
        return message

    async def send(self, message: Message) -> None:
        """Tell the browser something, unless the connection has ended."""
        if not self._ended:
            await self._send(message)

    async def _end(self, code: int, why: str) -> Message:
        self._ended, self.refused = True, why
        await self._send({"type": "websocket.close", "code": code, "reason": ""})
        return {"type": "websocket.disconnect", "code": code}
