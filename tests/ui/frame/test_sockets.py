"""Connections that say nothing, take nothing or are too many end; small answers go at once."""

import asyncio
import socket
from types import SimpleNamespace

import pytest
import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.loop import in_a_loop
from ui.frame import sockets
from ui.frame.server import MAX_QUERY_LENGTH
from ui.frame.sockets import Sockets, abort, has_ended


class Transport(asyncio.Transport):
    """What the server holds of a connection."""

    def __init__(self, protocol):
        super().__init__({"socket": self})
        self.protocol, self.ended, self.waits, self.options = protocol, False, 0, []

    def setsockopt(self, *option):
        self.options.append(option)

    def is_closing(self):
        return self.ended

    def get_protocol(self):
        return self.protocol

    def get_write_buffer_size(self):
        return self.waits

    def abort(self):
        self.ended = True


class Plain:
    """A connection of HTTP, as uvicorn has it."""

    def __init__(self, host="10.0.0.1"):
        self.client, self.cycle = (host, 1), None
        self.transport = Transport(self)

    def ask(self):
        self.cycle = SimpleNamespace(response_complete=False)


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def few(now):
    return Sockets(3, clock=lambda: now[0])


def after(open_sockets, now, seconds):
    for _ in range(int(seconds)):
        now[0] += 1
        open_sockets.abort_silent()


def test_small_answers_are_not_kept_back_and_little_is_read_at_a_time(few):
    one = Plain()
    few.register(one)
    assert (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1) in one.transport.options
    assert one.transport.max_size < 100_000


def test_who_never_ends_a_request_loses_the_connection_and_who_waits_for_an_answer_does_not(
    few, now
):
    silent, busy = Plain(), Plain()
    busy.ask()
    few.register(silent)
    few.register(busy)
    after(few, now, sockets.SILENCE)
    assert not silent.transport.ended
    after(few, now, 2)
    assert silent.transport.ended
    assert not busy.transport.ended


def test_a_websocket_may_be_silent(few, now):
    one = Plain()
    few.register(one)
    one.transport.protocol = object()
    after(few, now, 100)
    assert not one.transport.ended


def test_who_takes_nothing_of_an_answer_loses_the_connection(few, now):
    slow, never = Plain(), Plain()
    for one in (slow, never):
        few.register(one)
        one.ask()
        one.transport.waits = 1_000
    for _ in range(sockets.STALLED.__int__() + 3):
        slow.transport.waits -= 1
        after(few, now, 1)
    assert never.transport.ended
    assert not slow.transport.ended


def test_what_waits_in_a_socket_is_bounded(few):
    one = Plain()
    few.register(one)
    one.ask()
    one.transport.waits = sockets.MAX_BUFFERED + 1
    few.abort_silent()
    assert one.transport.ended


@pytest.mark.parametrize("name", ["handle_ping", "handle_pong", "handle_cont"])
def test_signs_of_life_without_end_end_the_connection(monkeypatch, name):
    handled = []
    for each in ("handle_ping", "handle_pong", "handle_cont"):
        monkeypatch.setattr(WebSocketsSansIOProtocol, each, lambda self, *event: handled.append(1))
    sockets.limit_control_frames()
    sockets.limit_control_frames()
    one = Plain()
    for _ in range(90):
        getattr(WebSocketsSansIOProtocol, name)(one, None)
    assert not one.transport.ended
    for _ in range(30):
        getattr(WebSocketsSansIOProtocol, name)(one, None)
    assert one.transport.ended
    assert 100 <= len(handled) < 110


def test_where_there_are_too_many_the_oldest_of_who_has_most_goes_first(few):
    other, *many = Plain("10.0.0.2"), *(Plain() for _ in range(4))
    for one in (other, *many):
        few.register(one)
    assert [one.transport.ended for one in (other, *many)] == [False, True, True, False, False]


def test_whoever_holds_most_gives_way_however_busy_and_never_who_comes_with_one(few):
    slow = [Plain("2001:db8::1"), Plain("2001:db8::2"), Plain("2001:db8::3")]  # one machine
    for one in slow:
        few.register(one)
        one.ask()
    new = Plain("10.0.0.2")
    few.register(new)
    assert [one.transport.ended for one in (*slow, new)] == [True, False, False, False]


def test_of_who_holds_most_an_idle_one_goes_before_one_that_is_answered(few):
    busy, idle, new = Plain(), Plain(), Plain()
    for one in (busy, idle, Plain("10.0.0.2"), new):
        few.register(one)
        if one is busy:
            one.ask()
    assert [one.transport.ended for one in (busy, idle, new)] == [False, True, False]


def test_a_connection_ends_at_once_by_what_sends_its_answers():
    one = Plain()

    class Protocol:
        transport = one.transport

        async def send(self, message):
            pass

    assert not has_ended(Protocol().send)
    abort(Protocol().send)
    assert one.transport.ended
    assert has_ended(Protocol().send)
    abort(lambda message: None)  # one without a socket, in a test
    assert not has_ended(lambda message: None)


def test_uvicorns_connections_are_noted_once_each(monkeypatch):
    monkeypatch.setattr(AutoHTTPProtocol, "connection_made", lambda self, transport: None)
    noted = []
    for _ in range(2):
        sockets.register_connections(SimpleNamespace(register=noted.append))
    AutoHTTPProtocol.connection_made(one := Plain(), None)
    assert noted == [one]


HANDSHAKE = (
    b"GET /x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%b\r\n"
)


class Real:
    """A real uvicorn with our patches: if its classes change, these tests say so."""

    def __init__(self, monkeypatch):
        for kind in (AutoHTTPProtocol, WebSocketsSansIOProtocol):
            for name in ("connection_made", "data_received"):
                monkeypatch.setattr(kind, name, getattr(kind, name))
        self.known, self.scopes, self.left = Sockets(), [], 0
        sockets.register_connections(self.known)

    async def answer(self, scope, receive, send):
        """Answer 204; leave WebSockets without an answer until the client is gone."""
        self.scopes.append(scope)
        if scope["type"] == "websocket":
            while (await receive())["type"] != "websocket.disconnect":
                pass
            self.left += 1
            return
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    def visit(self, visit, listening=None):
        """Let a client visit it, by its port; return what the client returns."""
        listening = listening or socket.create_server(("127.0.0.1", 0))
        options = {"lifespan": "off", "interface": "asgi3", "ws": "websockets-sansio"}

        async def serve():
            server = uvicorn.Server(uvicorn.Config(self.answer, log_level="critical", **options))
            task = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                return await visit(listening.getsockname()[1])
            finally:
                server.should_exit = True
                await task

        return in_a_loop(serve())


async def read_rest(reader):
    """Return what else comes until the connection ends, within two seconds."""
    async with asyncio.timeout(2):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


@pytest.fixture
def real(monkeypatch):
    return Real(monkeypatch)


def test_a_real_server_drops_half_a_request(monkeypatch, real):
    monkeypatch.setattr(sockets, "SILENCE", 0.05)

    async def visit(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        first = await reader.readline()
        writer.write(b"GET / HTTP/1.1\r\n")  # and no more
        for _ in range(20):
            await asyncio.sleep(0.02)
            real.known.abort_silent()
        return first, await read_rest(reader)

    first, rest = real.visit(visit)
    assert b"204" in first
    assert rest.count(b"HTTP/1.1") == 0


def test_a_websocket_that_speaks_before_its_answer_ends_and_its_wait_with_it(real, caplog):
    async def visit(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE % b"")
        while not real.scopes:
            await asyncio.sleep(0.01)
        writer.write(b"\x82\xff" + (1_000_000).to_bytes(8, "big") + b"\0" * 100)
        rest = await read_rest(reader)
        while not real.left:
            await asyncio.sleep(0.01)
        return rest

    assert real.visit(visit) == b""
    assert caplog.records == []


@pytest.mark.parametrize("headers", [b"X: " + b"a" * 9_000 + b"\r\n", b"X: a\r\n" * 150])
def test_a_handshake_that_cannot_be_parsed_ends(real, headers):
    async def visit(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE % headers)
        return await read_rest(reader)

    assert real.visit(visit) == b""
    assert real.scopes == []


@pytest.mark.parametrize(("size", "status"), [(MAX_QUERY_LENGTH, b"204"), (70_000, b"400")])
def test_a_link_as_long_as_promised_passes_and_the_head_is_bounded(real, size, status):
    async def visit(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /?%b HTTP/1.1\r\nHost: x\r\n\r\n" % (b"a" * size))
        return await reader.readline()

    assert status in real.visit(visit)


def test_a_proxy_on_the_same_machine_is_believed_over_ipv4_too(real):
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    both = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)

    async def visit(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.1.2.3\r\n\r\n")
        return await reader.readline()

    assert b"204" in real.visit(visit, both)
    assert real.scopes[0]["client"][0] == "10.1.2.3"
