"""Connections that say nothing, take nothing or are too many end; small answers go at once."""

import asyncio
import socket
from types import SimpleNamespace

import pytest
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.loop import in_a_loop
from ui.frame import sockets
from ui.frame.sockets import Sockets, abort


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


def test_a_connection_ends_at_once_by_what_sends_its_answers():
    one = Plain()

    class Protocol:
        transport = one.transport

        async def send(self, message):
            pass

    abort(Protocol().send)
    assert one.transport.ended
    abort(lambda message: None)  # one without a socket, in a test


def test_uvicorns_connections_are_noted_once_each(monkeypatch):
    monkeypatch.setattr(AutoHTTPProtocol, "connection_made", lambda self, transport: None)
    noted = []
    for _ in range(2):
        sockets.register_connections(SimpleNamespace(register=noted.append))
    AutoHTTPProtocol.connection_made(one := Plain(), None)
    assert noted == [one]


def test_a_real_server_drops_half_a_request(monkeypatch):
    """With uvicorn itself: if its classes change, this says so."""
    import uvicorn

    monkeypatch.setattr(AutoHTTPProtocol, "connection_made", AutoHTTPProtocol.connection_made)
    monkeypatch.setattr(sockets, "SILENCE", 0.05)
    known = Sockets()
    sockets.register_connections(known)

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def serve():
        config = uvicorn.Config(app, port=0, lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        first = await reader.readline()
        writer.write(b"GET / HTTP/1.1\r\n")  # and no more
        for _ in range(20):
            await asyncio.sleep(0.02)
            known.abort_silent()
        try:
            rest = await reader.read()
        except ConnectionError:
            rest = b""
        server.should_exit = True
        await task
        return first, rest

    first, rest = in_a_loop(serve())
    assert b"204" in first
    assert rest.count(b"HTTP/1.1") == 0
