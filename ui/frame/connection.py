"""Who is connected, and what each may ask for: who asks too much waits alone.

A connection has a seat once it asked for a page. What it says is handed on as fast as a person can
type and slide; faster than that, it waits, and whatever it sends meanwhile waits in its own socket.
Answers that nobody takes are bounded for all together.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from starlette.types import Message, Receive, Send

from ui.frame import sockets
from ui.frame.allowance import Allowance
from ui.frame.guard import FORBIDDEN, asks_for_page, fault

SILENCE = 20.0  # seconds until a browser that connected asks for its page
STANDING = 40  # connections that did not ask yet
# Messages at once and a second. What somebody does now and then counts for nobody else; whoever
# does more shares what is allowed to all of one address: a class of thirty slides at a time.
OWN, CALM, OF_ADDRESS = (20.0, 20.0), (0.5, 3.0), (60.0, 30.0)
ENTRIES = (10.0, 200.0)  # connections of one address, likewise
REQUESTS = (200.0, 6_000.0)  # of HTTP: a class of forty, none of whose browsers was ever here
BYTES = 8_192  # of a message that cost as much as another message
UNTAKEN = 1_000_000  # bytes of answers that wait, beyond which nothing more is asked
ALL_UNTAKEN = 100_000_000  # of all connections together: whoever has most of them has to go
ADDRESSES = 2_000  # that are remembered


@dataclass
class Crowd:
    """All open connections and the rate limits of each address.

    Args:
        seats: how many may look at pages at a time. A tenth is kept from any single address.
    """

    seats: int
    seated: Counter[str] = field(default_factory=Counter)
    standing: "dict[Connection, None]" = field(default_factory=dict)
    untaken: "dict[Connection, int]" = field(default_factory=dict)
    _messages: dict[str, Allowance] = field(default_factory=dict)
    _entries: dict[str, Allowance] = field(default_factory=dict)
    _requests: dict[str, Allowance] = field(default_factory=dict)

    @property
    def connected(self) -> int:
        """Number of connections with a seat."""
        return self.seated.total()

    def has_room(self, address: str) -> bool:
        """Whether an address may take one more seat."""
        of_one = self.seats - self.seats // 10
        return self.connected < self.seats and self.seated[address] < of_one

    def messages(self, address: str) -> Allowance:
        """Return the rate limit of an address's messages."""
        return _of(self._messages, address, OF_ADDRESS)

    def entries(self, address: str) -> Allowance:
        """Return the rate limit of an address's new connections."""
        return _of(self._entries, address, ENTRIES)

    def requests(self, address: str) -> Allowance:
        """Return the rate limit of an address's HTTP requests."""
        return _of(self._requests, address, REQUESTS)

    def stand(self, connection: "Connection") -> None:
        """Admit a connection without a seat; drop the oldest of the busiest address if too many."""
        self.standing[connection] = None
        if len(self.standing) > STANDING:
            count = Counter(one.address for one in self.standing)
            [(address, _)] = count.most_common(1)
            first = next(one for one in self.standing if one.address == address)
            first.cut("others came, and it asked for no page")

    def count(self, connection: "Connection", size: int) -> None:
        """Add bytes that wait to be sent to a browser."""
        held = self.untaken.get(connection, 0) + size
        self.untaken[connection] = held
        if held <= 0:
            del self.untaken[connection]
        elif size > 0 and sum(self.untaken.values()) > ALL_UNTAKEN:
            most = max(self.untaken, key=self.untaken.__getitem__)
            most.cut("it did not take its answers")

    def leave(self, connection: "Connection") -> None:
        """Remove a connection."""
        self.standing.pop(connection, None)
        self.untaken.pop(connection, None)
        if connection.seated:
            self.seated[connection.address] -= 1
            self.seated += Counter()  # only those that are there


async def earn(allowance: Allowance) -> None:
    """Wait until a rate limit permits one more, and use it."""
    while (left := allowance.wait) > 0:
        await asyncio.sleep(left)
    allowance.use(1)


def _of(known: dict[str, Allowance], address: str, allowed: tuple[float, float]) -> Allowance:
    if address not in known and len(known) >= ADDRESSES:
        for each in [one for one, allowance in known.items() if allowance.left >= allowed[1]]:
            del known[each]
    return known.setdefault(address, Allowance(*allowed))


class Connection:
    """A WebSocket connection with limits on what a browser may send.

    Args:
        receive: of the server, for what the browser says.
        send: likewise, for what it is told.
        crowd: all connections.
        address: where it comes from.
    """

    def __init__(self, receive: Receive, send: Send, crowd: Crowd, address: str = "") -> None:
        self._receive, self._send, self._crowd, self.address = receive, send, crowd, address
        self._own, self._calm = Allowance(*OWN), Allowance(*CALM)
        self._until = asyncio.get_running_loop().time() + SILENCE
        self._ended = False
        self.seated = False
        self.refused = ""  # why the connection ended, if the browser did not end it

    def count(self, size: int) -> None:
        """Note that so many bytes of answers more wait for the browser."""
        if not self._ended:
            self._crowd.count(self, size)

    async def enter(self) -> None:
        """Wait until the address may connect once more, then admit the connection."""
        await earn(self._crowd.entries(self.address))
        self._crowd.stand(self)

    async def receive(self) -> Message:
        """Return the browser's next message, or the end."""
        try:
            async with asyncio.timeout_at(None if self.seated else self._until):
                message = await self._receive()
                if message["type"] == "websocket.receive":
                    await self._earn(len(message.get("bytes") or message.get("text") or ""))
        except TimeoutError:
            return await self._end(FORBIDDEN, "it asked for no page")
        if message["type"] != "websocket.receive":
            return message
        if self._ended:
            return {"type": "websocket.disconnect", "code": FORBIDDEN}
        code, why = fault(message)
        if code:
            return await self._end(code, why)
        if not self.seated and asks_for_page(message) and not self._sit():
            return await self._end(FORBIDDEN, "all seats are taken")
        return message

    def _sit(self) -> bool:
        if not self._crowd.has_room(self.address):
            return False
        self._crowd.standing.pop(self, None)
        self._crowd.seated[self.address] += 1
        self.seated = True
        return True

    async def _earn(self, size: int) -> None:
        """Wait until a message of such a size may be handed on."""
        cost = 1 + size / BYTES
        while not self._ended:
            if self._crowd.untaken.get(self, 0) > UNTAKEN:
                await asyncio.sleep(0.1)
            elif (left := self._own.wait) > 0:
                await asyncio.sleep(left)
            elif not self._calm.wait:
                return self._pay(cost, self._calm)
            elif (left := self._crowd.messages(self.address).wait) > 0:
                await asyncio.sleep(left)
            else:
                return self._pay(cost, self._crowd.messages(self.address))

    def _pay(self, cost: float, other: Allowance) -> None:
        self._own.use(cost)
        other.use(cost)

    async def send(self, message: Message) -> None:
        """Tell the browser something, unless the connection has ended."""
        if not self._ended:
            try:
                await self._send(message)
            except OSError:  # the browser has gone; what it says next is that, and no error
                self._ended = True

    def cut(self, why: str) -> None:
        """Close the connection at once, even if the browser reads nothing."""
        if not self._ended:
            self._ended, self.refused = True, why
            self._crowd.standing.pop(self, None)
            self._crowd.untaken.pop(self, None)
            sockets.abort(self._send)

    async def _end(self, code: int, why: str) -> Message:
        self._ended, self.refused = True, why
        await self._send({"type": "websocket.close", "code": code, "reason": ""})
        return {"type": "websocket.disconnect", "code": code}
