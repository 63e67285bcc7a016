"""What uvicorn's connections lack: timeouts, a bound on their number, TCP_NODELAY.

``streamlit run`` starts uvicorn with its own settings, so its classes are patched.
"""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from starlette.types import Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ui.frame.token_bucket import TokenBucket

MAX_CONNECTIONS = 300  # connections without a WebSocket; a browser opens six
SILENCE = 10.0  # seconds for the head of a request
STALLED = 20.0  # seconds in which a client reads nothing of an answer
MAX_BUFFERED = 32_000_000  # unsent bytes of a socket; the largest message has 8 million
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
                if there are more, an idle one is closed.
            clock: returns the time in seconds.
        """
        self._most, self._clock = max_connections, clock
        self._plain: dict[Any, float] = {}  # HTTP connection -> time of its last activity
        # Transport -> unsent bytes, and the time since which they have not shrunk.
        self._sending: WeakKeyDictionary[Any, tuple[int, float]] = WeakKeyDictionary()

    def register(self, connection: Any) -> None:
        """Register a uvicorn connection; if too many, abort the busiest host's oldest idle one."""
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
        """Return the connection to abort: the oldest idle one of the host that has most."""
        waiting = [one for one in self._plain if not _is_busy(one)] or [*self._plain]
        count = Counter(_host(one) for one in waiting)
        most = max(count.values())
        return next(one for one in waiting if count[_host(one)] == most)


def _is_busy(connection: Any) -> bool:
    """Whether a connection's response is still incomplete."""
    return connection.cycle is not None and not connection.cycle.response_complete


def _host(connection: Any) -> str:
    """Return the IP address of a connection's client; "" if unknown."""
    return connection.client[0] if connection.client else ""


def abort(send: Send) -> None:
    """Abort the connection of an ASGI ``send`` at once; unsent bytes are dropped.

    Args:
        send: the ASGI ``send`` of the connection.
    """
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if isinstance(transport, asyncio.Transport):
        transport.abort()


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


def register_connections(sockets: Sockets) -> None:
    """Patch uvicorn to register each new connection in ``sockets``, and to limit control frames."""
    limit_control_frames()
    made = AutoHTTPProtocol.connection_made
    if hasattr(made, "noted"):
        return

    def enter(self: Any, transport: asyncio.Transport) -> None:
        """Make the connection as uvicorn does, then register it."""
        made(self, transport)
        sockets.register(self)

    enter.noted = True  # type: ignore[attr-defined]
    AutoHTTPProtocol.connection_made = enter  # type: ignore[method-assign, assignment]
