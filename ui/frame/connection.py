"""WebSocket connections and their rate limits: a client that asks too much delays only itself.

A connection takes a slot with its first page request. Its messages are passed on as fast as a
person can type and move sliders; anything faster waits in the client's own socket. The bytes that
clients leave unread are bounded for all together.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from starlette.types import Message, Receive, Send

from ui.frame import sockets
from ui.frame.guard import FORBIDDEN, find_message_fault, is_page_request
from ui.frame.token_bucket import TokenBucket

PAGE_REQUEST_TIMEOUT = 20.0  # seconds within which a new connection has to request a page
MAX_WITHOUT_SLOT = 40  # connections without a slot
# Messages: per second, and burst. Occasional messages count for their connection alone; more draw
# on the limit that all connections of an address share: a class of thirty moves sliders at a time.
PER_CONNECTION, FREE_PER_CONNECTION, PER_ADDRESS = (20.0, 20.0), (0.5, 3.0), (60.0, 30.0)
ENTRIES = (10.0, 200.0)  # new connections of one address: per second, and burst
# New connections that wait for this, of one address and of all; any more are refused at once.
MAX_WAITING, MAX_WAITING_TOTAL = 20, 100
REQUESTS = (200.0, 6_000.0)  # HTTP requests, likewise: forty browsers with empty caches
BYTES = 8_192  # bytes of a message that cost as much as one more message
MAX_UNSENT = 1_000_000  # unsent bytes of a connection, beyond which its messages wait
MAX_UNSENT_TOTAL = 100_000_000  # unsent bytes of all: beyond, the connection with most is closed
ADDRESSES = 2_000  # addresses that are remembered


@dataclass
class ConnectionRegistry:
    """All open connections and the rate limits of each IP address.

    A connection takes a slot when its browser first requests a page.

    Args:
        slots: number of slots; one IP address gets nine tenths of them at most.
    """

    slots: int
    seated: Counter[str] = field(default_factory=Counter)
    waiting: int = 0  # connections that wait to be admitted
    without_slot: "dict[Connection, None]" = field(default_factory=dict)
    unsent_bytes: "dict[Connection, int]" = field(default_factory=dict)
    _messages: dict[str, TokenBucket] = field(default_factory=dict)
    _entries: dict[str, TokenBucket] = field(default_factory=dict)
    _requests: dict[str, TokenBucket] = field(default_factory=dict)

    @property
    def slots_taken(self) -> int:
        """Number of slots taken, each by a connection whose browser has requested a page."""
        return self.seated.total()

    def has_free_slot(self, address: str) -> bool:
        """Whether a slot is free for one more connection from this IP address.

        One IP address gets nine tenths of all slots at most.
        """
        of_one = self.slots - self.slots // 10
        return self.slots_taken < self.slots and self.seated[address] < of_one

    def message_bucket(self, address: str) -> TokenBucket:
        """Return the token bucket that limits an address's WebSocket messages."""
        return _find_bucket(self._messages, address, PER_ADDRESS)

    def connection_bucket(self, address: str) -> TokenBucket:
        """Return the token bucket that limits an address's new connections."""
        return _find_bucket(self._entries, address, ENTRIES)

    def request_bucket(self, address: str) -> TokenBucket:
        """Return the token bucket that limits an address's HTTP requests."""
        return _find_bucket(self._requests, address, REQUESTS)

    def admit_without_slot(self, connection: "Connection") -> None:
        """Admit a new connection, which takes a slot only when it requests a page.

        If more than ``MAX_WITHOUT_SLOT`` connections have no slot, the oldest of the IP address
        with most of them is closed.
        """
        self.without_slot[connection] = None
        if len(self.without_slot) > MAX_WITHOUT_SLOT:
            count = Counter(one.address for one in self.without_slot)
            [(address, _)] = count.most_common(1)
            first = next(one for one in self.without_slot if one.address == address)
            first.abort_now("others came, and it asked for no page")

    def add_unsent_bytes(self, connection: "Connection", size: int) -> None:
        """Add to the number of bytes that wait to be sent to a connection's browser.

        If more than ``MAX_UNSENT_TOTAL`` wait for all browsers together, the connection for which
        most wait is closed.

        Args:
            connection: the connection.
            size: the change in bytes, negative when bytes were sent.
        """
        held = self.unsent_bytes.get(connection, 0) + size
        self.unsent_bytes[connection] = held
        if held <= 0:
            del self.unsent_bytes[connection]
        elif size > 0 and sum(self.unsent_bytes.values()) > MAX_UNSENT_TOTAL:
            most = max(self.unsent_bytes, key=self.unsent_bytes.__getitem__)
            most.abort_now("it did not take its answers")

    def remove(self, connection: "Connection") -> None:
        """Remove a connection, and free its slot."""
        self.without_slot.pop(connection, None)
        self.unsent_bytes.pop(connection, None)
        if connection.seated:
            self.seated[connection.address] -= 1
            self.seated += Counter()  # drops addresses whose count is zero


def _find_bucket(
    buckets: dict[str, TokenBucket], address: str, limits: tuple[float, float]
) -> TokenBucket:
    """Return an address's token bucket, new if unknown; drop full ones if there are too many."""
    if address not in buckets and len(buckets) >= ADDRESSES:
        for each in [one for one, allowance in buckets.items() if allowance.left >= limits[1]]:
            del buckets[each]
    return buckets.setdefault(address, TokenBucket(*limits))


class Connection:
    """A WebSocket connection with limits on what the browser may send.

    Args:
        receive: the server's ASGI ``receive``, for messages of the browser.
        send: the server's ASGI ``send``, for messages to the browser.
        registry: the registry of all connections.
        address: the client's IP address.
    """

    def __init__(
        self, receive: Receive, send: Send, registry: ConnectionRegistry, address: str = ""
    ) -> None:
        """Wrap the server's ``receive`` and ``send``, with rate limits and without a slot."""
        self._receive, self._send, self._crowd, self.address = receive, send, registry, address
        self._own, self._calm = TokenBucket(*PER_CONNECTION), TokenBucket(*FREE_PER_CONNECTION)
        self._until = asyncio.get_running_loop().time() + PAGE_REQUEST_TIMEOUT
        self._ended = False
        self._kept: Message | None = None  # received, but not yet handed on to the app
        self.seated = False
        self.refused = ""  # why the connection ended, if the browser did not end it

    def add_unsent_bytes(self, size: int) -> None:
        """Add to the bytes queued for this browser; ``size`` is negative when some were sent."""
        if not self._ended:
            self._crowd.add_unsent_bytes(self, size)

    async def admit(self) -> bool:
        """Wait for the address's limit on new connections, then register this one.

        The connection gets its slot later, with its first page request.

        Returns:
            Whether it is admitted: not if too many wait, or if the client leaves meanwhile.
        """
        full = self._crowd.waiting >= MAX_WAITING_TOTAL
        seconds = self._crowd.connection_bucket(self.address).reserve(0 if full else MAX_WAITING)
        if seconds is None:
            return False
        if seconds:
            self._crowd.waiting += 1
            try:
                if not await self._stays(seconds):
                    return False
            finally:
                self._crowd.waiting -= 1
        self._crowd.admit_without_slot(self)
        return True

    async def _stays(self, seconds: float) -> bool:
        """Wait so many seconds; return False as soon as the client leaves.

        It can say nothing else: what is sent before the handshake's answer ends the connection.
        """
        self._kept = await self._receive()  # that it wants to connect
        try:
            async with asyncio.timeout(seconds):
                await self._receive()
        except TimeoutError:
            return True
        return False

    async def receive(self) -> Message:
        """Return the browser's next message, once the rate limits allow it.

        Instead, close the connection and return a disconnect message if the message is not one
        that the app's pages send, if it is a page request and no slot is free, or if no page was
        requested within ``PAGE_REQUEST_TIMEOUT`` seconds.
        """
        try:
            async with asyncio.timeout_at(None if self.seated else self._until):
                message, self._kept = self._kept or await self._receive(), None
                if message["type"] == "websocket.receive":
                    await self._wait_for_tokens(
                        len(message.get("bytes") or message.get("text") or "")
                    )
        except TimeoutError:
            return await self._close_with_code(FORBIDDEN, "it asked for no page")
        if message["type"] != "websocket.receive":
            return message
        if self._ended:
            return {"type": "websocket.disconnect", "code": FORBIDDEN}
        code, why = find_message_fault(message)
        if code:
            return await self._close_with_code(code, why)
        if not self.seated and is_page_request(message) and not self._take_slot():
            return await self._close_with_code(FORBIDDEN, "all seats are taken")
        return message

    def _take_slot(self) -> bool:
        """Take a slot if one is free; return whether this connection has a slot now."""
        if not self._crowd.has_free_slot(self.address):
            return False
        self._crowd.without_slot.pop(self, None)
        self._crowd.seated[self.address] += 1
        self.seated = True
        return True

    async def _wait_for_tokens(self, size: int) -> None:
        """Wait until the rate limits allow a message of this size, in bytes."""
        cost = 1 + size / BYTES
        while not self._ended:
            if self._crowd.unsent_bytes.get(self, 0) > MAX_UNSENT:
                await asyncio.sleep(0.1)
            elif (left := self._own.wait) > 0:
                await asyncio.sleep(left)
            elif not self._calm.wait:
                return self._use_tokens(cost, self._calm)
            elif (left := self._crowd.message_bucket(self.address).wait) > 0:
                await asyncio.sleep(left)
            else:
                return self._use_tokens(cost, self._crowd.message_bucket(self.address))

    def _use_tokens(self, cost: float, bucket: TokenBucket) -> None:
        """Charge a message's cost to the rate limits of the connection and of another bucket."""
        self._own.use(cost)
        bucket.use(cost)

    async def send(self, message: Message) -> None:
        """Send a message to the browser, unless the connection has ended."""
        if not self._ended:
            try:
                await self._send(message)
            except OSError:  # the browser is gone: its next message is the disconnect
                self._ended = True

    def abort_now(self, reason: str) -> None:
        """Close the connection at once, even if the browser reads nothing; ``reason`` is logged."""
        if not self._ended:
            self._ended, self.refused = True, reason
            self._crowd.without_slot.pop(self, None)
            self._crowd.unsent_bytes.pop(self, None)
            sockets.abort(self._send)

    async def _close_with_code(self, code: int, reason: str) -> Message:
        """Close the WebSocket with a code; return the disconnect message that the app gets."""
        self._ended, self.refused = True, reason
        await self._send({"type": "websocket.close", "code": code, "reason": ""})
        return {"type": "websocket.disconnect", "code": code}
