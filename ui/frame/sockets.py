"""What uvicorn's connections lack: timeouts, bounds on their number and heads, TCP_NODELAY.

``streamlit run`` starts uvicorn with its own settings, so its classes are patched.
"""

import asyncio
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from starlette.types import Send
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets import websockets_sansio_impl
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ui.frame.token_bucket import TokenBucket
from ui.queues.fairness import countable_address, unmap_address

MAX_CONNECTIONS = 300  # connections without a WebSocket; a browser opens six
SILENCE = 10.0  # seconds for the head of a request
STALLED = 20.0  # seconds in which a client reads nothing of an answer
MAX_BUFFERED = 32_000_000  # unsent bytes of a socket; the largest message has 8 million
MAX_HEAD = 65_536  # bytes of a request's head; a link alone may have 32,768
MAX_READ = 1_024  # bytes that are read at a time: a hundred of the smallest messages
# Pings, pongs and continuation frames: burst, and per second. Browsers send none of them.
CONTROL_FRAMES = (100.0, 20.0)


class Sockets:
    """All sockets of the server, each with the time of its last activity.

    Args:
        max_connections: most connections, other than WebSockets, that may be open at a time.
        clock: returns the time in seconds.
    """

    def __init__(
        self, max_connections: int = MAX_CONNECTIONS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Start without connections.

        Args:
            max_connections: most connections, other than WebSockets, that may be open at a time;
                if there are more, one of the address that has most is closed.
            clock: returns the time in seconds.
        """
        self._most, self._clock = max_connections, clock
        self._plain: dict[Any, float] = {}  # HTTP connection -> time of its last activity
        # Transport -> unsent bytes, and the time since which they have not shrunk.
        self._sending: WeakKeyDictionary[Any, tuple[int, float]] = WeakKeyDictionary()

    def register(self, connection: Any) -> None:
        """Register a uvicorn connection; if too many, abort one of the address that has most."""
        transport, now = connection.transport, self._clock()
        if (opened := transport.get_extra_info("socket")) is not None:
            with suppress(OSError):  # no TCP
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        transport.max_size = MAX_READ
        self._plain[connection] = now
        self._sending[transport] = 0, now
        if len(self._plain) > self._most:
            self._drop_ended_and_upgraded()
        if len(self._plain) > self._most:
            self._find_expendable().transport.abort()

    def abort_silent(self) -> None:
        """Abort connections that sent no request for ``SILENCE`` seconds, and stalled ones.

        A connection has stalled if its client has read nothing for ``STALLED`` seconds, or if more
        than ``MAX_BUFFERED`` bytes wait to be sent.
        """
        self._drop_ended_and_upgraded()
        now = self._clock()
        for connection, since in [*self._plain.items()]:
            if _is_busy(connection):
                self._plain[connection] = now
            elif now - since > SILENCE:
                connection.transport.abort()
        for transport, (before, since) in [*self._sending.items()]:
            waits = transport.get_write_buffer_size()
            goes = waits == 0 or waits < before
            self._sending[transport] = waits, now if goes else since
            if waits > MAX_BUFFERED or (now - since > STALLED and not goes):
                transport.abort()

    def _drop_ended_and_upgraded(self) -> None:
        """Forget connections that have ended or have become WebSockets."""
        for connection in [*self._plain]:
            transport = connection.transport
            if transport.is_closing() or transport.get_protocol() is not connection:
                del self._plain[connection]

    def _find_expendable(self) -> Any:
        """Return the connection to abort: of the address that has most, the oldest idle one.

        If all of that address but its newest are busy, it is the oldest.
        """
        [(address, _)] = Counter(map(_address, self._plain)).most_common(1)
        theirs = [one for one in self._plain if _address(one) == address]
        return min(theirs[:-1] or theirs, key=_is_busy)


def _is_busy(connection: Any) -> bool:
    """Whether a connection's response is still incomplete."""
    return connection.cycle is not None and not connection.cycle.response_complete


def _address(connection: Any) -> str:
    """Return what the IP address of a connection's client counts as; "" if unknown."""
    return _count_address(connection.client[0]) if connection.client else ""


# Asked of each connection for each new one; not of what a proxy says, which can be very long.
_count_address = lru_cache(maxsize=2_000)(countable_address)


def abort(send: Send) -> None:
    """Abort the connection of an ASGI ``send`` at once; unsent bytes are dropped.

    Args:
        send: the ASGI ``send`` of the connection.
    """
    if transport := _find_transport(send):
        transport.abort()


def has_ended(send: Send) -> bool:
    """Whether the connection of an ASGI ``send`` has ended; uvicorn drops HTTP answers then.

    Args:
        send: the ASGI ``send`` of the connection.
    """
    transport = _find_transport(send)
    return transport is not None and transport.is_closing()


def _find_transport(send: Send) -> asyncio.Transport | None:
    """Return the transport of an ASGI ``send``; None if it has none, as in a test."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    return transport if isinstance(transport, asyncio.Transport) else None


def limit_control_frames() -> None:
    """Patch uvicorn to abort WebSockets that send too many control or continuation frames.

    These never reach the app and its rate limits, but each takes time.
    """
    for name in ("handle_ping", "handle_pong", "handle_cont"):
        handle = getattr(WebSocketsSansIOProtocol, name)
        if not hasattr(handle, "bounded"):
            setattr(WebSocketsSansIOProtocol, name, _limit_rate(handle))


def _limit_rate(handle: Callable[..., None]) -> Callable[..., None]:
    """Wrap a frame handler: it aborts the connection when its token bucket is empty."""

    def handle_some(self: Any, *event: Any) -> None:
        """Handle a frame if the connection's bucket has a token, else abort the connection."""
        if not hasattr(self, "parts"):
            most, rate = CONTROL_FRAMES
            self.parts = TokenBucket(rate, most)
        self.parts.use(1)
        if self.parts.wait:
            self.transport.abort()
        else:
            handle(self, *event)

    handle_some.bounded = True  # type: ignore[attr-defined]
    return handle_some


def refuse_early_frames() -> None:
    """Patch uvicorn to abort WebSockets that send anything before their handshake is answered.

    No browser does. uvicorn would keep it in memory, as much as comes, and then fail at it. A
    handshake with a header too long to be parsed would stay open without an answer.
    """
    handle = WebSocketsSansIOProtocol.data_received
    if hasattr(handle, "bounded"):
        return

    def handle_in_turn(self: Any, data: bytes) -> None:
        """Handle the whole head of a handshake, then nothing until it is answered."""
        early = self.handshake_initiated and not self.handshake_complete
        if not early:
            handle(self, data)
        if early or not self.handshake_initiated:
            self.transport.abort()

    handle_in_turn.bounded = True  # type: ignore[attr-defined]
    WebSocketsSansIOProtocol.data_received = handle_in_turn  # type: ignore[method-assign]


def unmap_client_addresses() -> None:
    """Patch uvicorn to have IPv4 clients as "10.0.0.1", also where it listens at "::".

    Otherwise a proxy at 127.0.0.1 is none of ``FORWARDED_ALLOW_IPS``.
    """

    def find_client(transport: asyncio.Transport) -> tuple[str, int] | None:
        """Return the IP address and port of a connection's client; None if unknown."""
        known = get_remote_addr(transport)
        return known and (unmap_address(known[0]), known[1])

    for module in (sys.modules[AutoHTTPProtocol.__module__], websockets_sansio_impl):
        vars(module)["get_remote_addr"] = find_client


def register_connections(sockets: Sockets) -> None:
    """Patch uvicorn to register each new connection in ``sockets``, and with the bounds above."""
    limit_control_frames()
    refuse_early_frames()
    unmap_client_addresses()
    h11_impl.DEFAULT_MAX_INCOMPLETE_EVENT_SIZE = MAX_HEAD
    made = AutoHTTPProtocol.connection_made
    if hasattr(made, "noted"):
        return

    def enter(self: Any, transport: asyncio.Transport) -> None:
        """Make the connection as uvicorn does, then register it."""
        made(self, transport)
        sockets.register(self)

    enter.noted = True  # type: ignore[attr-defined]
    AutoHTTPProtocol.connection_made = enter  # type: ignore[method-assign, assignment]
