"""What a hostile client says to the server: messages, addresses, connections nobody needs.

A part of ``python -m tests.hostile``: all of it is refused, and everybody else is served.
"""

import asyncio
import socket
import struct
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_later
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

REQUESTS = (
    *(f"PUT /_stcore/upload_file/session/{place}" for place in range(20)),
    "DELETE /_stcore/upload_file/session/0",
    "OPTIONS /_stcore/upload_file/session/0",
    "GET /_stcore/metrics",
    "GET /_stcore/script-health-check",
    "GET /_stcore/nothing",
    "GET /_stcore/bidi-components/x/y.js",
    "GET /component/x/index.html",
    "GET /app/static/x",
    "GET /auth/login",
    "GET /auth/logout",
    "GET /oauth2callback",
    "GET /_stcore/agent/schema",
    "POST /_stcore/agent/interact",
    "POST /_stcore/agent/mcp",
    "POST /_stcore/health",
    "POST /",
    "PUT /static/x.js",
    "DELETE /media/x.svg",
)  # fmt: skip


def messages() -> Iterator[tuple[str, bytes | str]]:
    """Name and give what no page ever says, from Streamlit's own protocol and beside it."""
    for kind in ("clear_cache", "set_run_on_save", "load_git_info"):
        yield kind, BackMsg(**{kind: True}).SerializeToString()
    for kind in ("debug_disconnect_websocket", "debug_shutdown_runtime"):
        yield kind, BackMsg(**{kind: True}).SerializeToString()
    asked = BackMsg()
    asked.file_urls_request.file_names.append("x")
    yield "file_urls_request", asked.SerializeToString()
    for payload in ("install_skills", "dismiss_skills_nudge", "deferred_file", "dataframe_chunk"):
        asked = BackMsg()
        getattr(asked.backend_operation_request, payload).SetInParent()
        yield payload, asked.SerializeToString()
    yield "nothing", b""
    yield "garbage", b"\xff\xfe garbage"
    yield "a text", "a text"
    yield "a large message", bytes(2_000_000)
    for name, value in (("broken", "{"), ("deep", "[" * 100_000), ("endless", '{"a":' * 50_000)):
        for kind in ("json_value", "json_trigger_value"):
            yield f"{name} {kind}", _with_state(WidgetState(id="x", **{kind: value}))
    yield "bytes_value", _with_state(WidgetState(id="x", bytes_value=b"x"))


def _with_state(state: WidgetState) -> bytes:
    asked = BackMsg()
    asked.rerun_script.widget_states.widgets.append(state)
    return asked.SerializeToString()


def stream(address: str) -> str:
    """Return where a server is talked to."""
    return address.replace("http", "ws", 1) + "/_stcore/stream"


def obeyed(address: str) -> tuple[int, list[str]]:
    """Send each message nobody needs; return how many, and which did not end the connection."""
    tried = list(messages())
    return len(tried), [name for name, message in tried if not _ends(address, message)]


def _ends(address: str, message: bytes | str) -> bool:
    try:
        with connect(stream(address), subprotocols=["streamlit"], max_size=None) as connection:
            connection.send(message)
            until = time.monotonic() + 5
            while (left := until - time.monotonic()) > 0:
                connection.recv(timeout=left)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False
    return False


def answered(address: str) -> tuple[int, list[str]]:
    """Ask for each thing nobody needs; return how many, and what was answered otherwise than no."""
    with urllib.request.urlopen(f"{address}/_stcore/health") as health:
        cookies = SimpleCookie(health.headers.get("Set-Cookie", ""))
    token = next((cookie.value for cookie in cookies.values()), "")
    own = {"Cookie": f"_streamlit_xsrf={token}", "X-Xsrftoken": token}
    found = []
    for request in REQUESTS:
        method, path = request.split()
        asked = urllib.request.Request(address + path, method=method, headers=own)
        try:
            with urllib.request.urlopen(asked) as answer:
                found.append(f"{request}: {answer.status}")
        except urllib.error.HTTPError as error:
            if error.code != 404:
                found.append(f"{request}: {error.code}")
    return len(REQUESTS), found


def held(address: str, count: int, seconds: float, message: bytes | None = None) -> tuple[int, int]:
    """Open connections; return how many were let in, and how many of them stay so long.

    Args:
        address: of the server.
        count: of connections.
        seconds: for which nobody says anything more.
        message: what each says first; nothing if None.
    """
    return asyncio.run(_hold(stream(address), count, seconds, message))


async def _hold(url: str, count: int, seconds: float, message: bytes | None) -> tuple[int, int]:
    async def enter() -> ClientConnection | None:
        try:
            found = await connect_later(url, subprotocols=["streamlit"], max_size=None)
            if message is not None:
                await found.send(message)
        except (InvalidStatus, OSError):
            return None
        return found

    entered = [one for _ in range(count) if (one := await enter())]
    await asyncio.sleep(seconds)
    staying = [one for one in entered if one.close_code is None]
    for one in staying:
        await one.close()
    return len(entered), len(staying)


def unfinished(address: str, size: int) -> bool:
    """Begin a message of so many bytes; return whether the server waits for the rest of it."""
    host = urlsplit(address)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    asked = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    with socket.create_connection((host.hostname, host.port)) as raw:
        raw.sendall(asked.encode())
        raw.recv(4_096)
        raw.sendall(b"\x82\xff" + struct.pack(">Q", size) + b"mask")
        raw.settimeout(2)
        try:
            return raw.recv(2)[:1] != b"\x88"  # a frame that ends the connection
        except TimeoutError:
            return True
