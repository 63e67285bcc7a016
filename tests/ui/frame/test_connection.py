"""Who asks too much waits alone: what a connection hands on, when it ends, and who has a seat."""

import asyncio

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.hostile_protocol import messages
from tests.loop import in_a_loop
from tests.ui.frame.test_guard import ask
from ui.frame import connection as place
from ui.frame.connection import Connection, ConnectionRegistry
from ui.frame.guard import FORBIDDEN

LEFT = {"type": "websocket.disconnect", "code": 1001}


def say(message):
    return {"type": "websocket.receive", "bytes": message}


class Line:
    """A browser at one end of a connection, and how long the other one was let wait."""

    def __init__(self, monkeypatch):
        self.heard, self.sent, self.slept = [], [], []
        self.now = 0.0
        self.rest = asyncio.sleep
        monkeypatch.setattr(place.asyncio, "sleep", self.sleep)
        wait = place.TokenBucket
        clock = lambda *args: wait(*args, clock=lambda: self.now)  # noqa: E731
        monkeypatch.setattr(place, "TokenBucket", clock)

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds
        await self.rest(0)

    async def send(self, message):
        self.sent.append(message)

    def over(self, *waiting, crowd=None, address=""):
        """Say something over a connection until it ends; return why it ended."""
        waiting = list(waiting)

        async def receive():
            if not waiting:
                await asyncio.Event().wait()
            return waiting.pop(0)

        async def listen():
            whole = crowd or ConnectionRegistry(9)
            connection = Connection(receive, self.send, whole, address)
            await connection.admit()
            self.heard.append(await connection.receive())
            while self.heard[-1]["type"] != "websocket.disconnect":
                self.heard.append(await connection.receive())
            await connection.send({"type": "websocket.send"})  # an answer that comes too late
            whole.remove(connection)
            return connection.refused

        return in_a_loop(listen())


@pytest.fixture
def line(monkeypatch):
    return Line(monkeypatch)


@pytest.mark.parametrize(("name", "message"), [*messages()])
def test_what_no_page_says_ends_the_connection_before_streamlit_hears_it(line, name, message):
    kind = "text" if isinstance(message, str) else "bytes"
    assert line.over({"type": "websocket.receive", kind: message})
    assert [one["type"] for one in line.heard] == ["websocket.disconnect"]
    assert [one["type"] for one in line.sent] == ["websocket.close"]


@pytest.mark.parametrize(
    "message",
    [
        ask(),
        ask(
            json_trigger_value='[{"event": "pick", "value": 1}]', string_value="Hi", bool_value=True
        ),
        BackMsg(app_heartbeat=True).SerializeToString(),
        BackMsg(stop_script=True).SerializeToString(),
    ],
)
def test_what_pages_say_arrives_as_it_was_said(line, message):
    assert line.over(say(message), LEFT) == ""
    assert line.heard == [say(message), LEFT]
    assert line.sent == [{"type": "websocket.send"}]
    assert line.slept == []


@pytest.mark.parametrize("said", [(), (BackMsg(app_heartbeat=True).SerializeToString(),)])
def test_who_asks_for_no_page_loses_the_connection(line, monkeypatch, said):
    monkeypatch.setattr(place, "PAGE_REQUEST_TIMEOUT", 0.01)
    assert line.over(*map(say, said)) == "it asked for no page"
    assert line.sent[0]["code"] == FORBIDDEN


def test_nobody_waits_who_types_and_slides_as_fast_as_people_do(line):
    assert line.over(*[say(ask())] * 20, LEFT) == ""
    assert line.slept == []


def test_who_sends_faster_waits_and_is_heard_all_the_same(line):
    assert line.over(*[say(ask())] * 340, LEFT) == ""
    assert len(line.heard) == 341
    assert 10 < line.now < 20  # twenty a second, once the first twenty are through


def test_a_large_message_lets_the_next_one_wait_as_long_as_many_small_ones(line):
    large = say(ask(string_value="a" * 400_000))
    assert line.over(large, large, LEFT) == ""
    assert 0.3 < line.now < 3


def test_all_of_an_address_together_wait_and_nobody_else_does(line):
    crowd = ConnectionRegistry(99)
    for _ in range(9):
        line.over(*[say(ask())] * 40, LEFT, crowd=crowd, address="10.0.0.1")
    assert line.now > 0.3
    before = line.now
    line.over(*[say(ask())] * 3, LEFT, crowd=crowd, address="10.0.0.1")  # is calm
    line.over(*[say(ask())] * 20, LEFT, crowd=crowd, address="10.0.0.2")
    assert line.now == before


class Door:
    """Clients that come at once: two of an address enter, more have to wait.

    Args:
        rate: how many more of an address may enter, per second.
    """

    def __init__(self, monkeypatch, rate=0.01):
        monkeypatch.setattr(place, "ENTRIES", (rate, 1.0))
        self.crowd, self.told, self.tasks = ConnectionRegistry(9), {}, []
        self.gone = asyncio.Event()  # that those leave who wait

    async def come(self, name, address="a"):
        """Let a client come; ``told`` has by its name its first word, or False if refused."""
        first = [{"type": "websocket.connect"}]

        async def receive():
            if not first:
                await self.gone.wait()
            return first.pop() if first else LEFT

        async def enter():
            one = Connection(receive, nothing, self.crowd, address)
            admitted = await one.admit()
            self.told[name] = admitted and (await one.receive())["type"]

        self.tasks.append(asyncio.create_task(enter()))
        await self.rest()

    async def rest(self):
        for _ in range(9):
            await asyncio.sleep(0)

    async def close(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def test_those_who_wait_to_enter_are_bounded_for_each_address_and_for_all(monkeypatch):
    async def fill():
        door = Door(monkeypatch)
        for number in range(2 + place.MAX_WAITING + 5):
            await door.come(number)
        of_one, waiting = {**door.told}, [door.crowd.waiting]
        for number in range(7 * 30):
            await door.come(None, f"10.0.0.{number % 30}")
        waiting.append(door.crowd.waiting)
        await door.come("new", "10.0.1.1")
        await door.close()
        return of_one, [*waiting, door.crowd.waiting], door.told["new"]

    of_one, waiting, new = in_a_loop(fill())
    refused = range(2 + place.MAX_WAITING, 2 + place.MAX_WAITING + 5)
    assert of_one == dict.fromkeys((0, 1), "websocket.connect") | dict.fromkeys(refused, False)
    assert waiting == [place.MAX_WAITING, place.MAX_WAITING_TOTAL, 0]
    assert new  # an address that has not come before waits for nobody


def test_those_who_wait_enter_in_order_and_are_heard_from_their_first_word(monkeypatch):
    async def fill():
        door = Door(monkeypatch, rate=50.0)
        for number in range(9):
            await door.come(number)
        at_once = [*door.told]
        await asyncio.gather(*door.tasks)
        return at_once, door.told

    at_once, told = in_a_loop(fill())
    assert at_once == [0, 1]
    assert [*told.items()] == [(number, "websocket.connect") for number in range(9)]


def test_who_leaves_waits_no_longer(monkeypatch):
    async def leave():
        door = Door(monkeypatch)
        for number in range(4):
            await door.come(number)
        waiting = [door.crowd.waiting]
        door.gone.set()
        await door.rest()
        return door.told, [*waiting, door.crowd.waiting]

    told, waiting = in_a_loop(leave())
    assert (told[2], told[3], waiting) == (False, False, [2, 0])


def test_only_who_asks_for_a_page_has_a_seat(line):
    crowd, seen = ConnectionRegistry(1), []
    beat = say(BackMsg(app_heartbeat=True).SerializeToString())

    async def two():
        said = [beat, say(ask())]

        async def receive():
            return said.pop(0)

        one = Connection(receive, line.send, crowd, "a")
        await one.admit()
        for _ in range(2):
            await one.receive()
            seen.append((crowd.slots_taken, len(crowd.without_slot)))
        said += [say(ask())]
        other = Connection(receive, line.send, crowd, "b")
        await other.admit()
        assert (await other.receive())["type"] == "websocket.disconnect"
        assert other.refused == "all seats are taken"
        crowd.remove(other)
        crowd.remove(one)

    in_a_loop(two())
    assert seen == [(0, 1), (1, 0)]
    assert (crowd.slots_taken, crowd.without_slot, crowd.seated) == (0, {}, {})


def test_a_tenth_of_the_seats_is_for_other_addresses():
    crowd = ConnectionRegistry(20)
    crowd.seated["a"] = 18
    assert not crowd.has_free_slot("a")
    assert crowd.has_free_slot("b")
    crowd.seated["b"] = 2
    assert not crowd.has_free_slot("c")
    assert ConnectionRegistry(2).has_free_slot("a")


async def nothing(*_):
    return LEFT


def connection(crowd, address="a"):
    return Connection(nothing, nothing, crowd, address)


def test_who_stands_too_long_gives_way_to_others():
    async def fill():
        crowd = ConnectionRegistry(9)
        other = connection(crowd, "b")
        crowd.admit_without_slot(other)
        many = [connection(crowd) for _ in range(place.MAX_WITHOUT_SLOT + 5)]
        for one in many:
            crowd.admit_without_slot(one)
        return other, many

    other, many = in_a_loop(fill())
    assert other.refused == ""
    assert [bool(one.refused) for one in many] == [True] * 6 + [False] * (
        place.MAX_WITHOUT_SLOT - 1
    )


def test_answers_that_nobody_takes_are_bounded_for_all_together(monkeypatch):
    monkeypatch.setattr(place, "MAX_UNSENT_TOTAL", 100)

    async def fill():
        crowd = ConnectionRegistry(9)
        few, many, late = (connection(crowd) for _ in range(3))
        few.add_unsent_bytes(20)
        many.add_unsent_bytes(70)
        late.add_unsent_bytes(30)
        many.add_unsent_bytes(5)  # what is taken or comes after the end does not count
        few.add_unsent_bytes(-20)
        return crowd, few, many, late

    crowd, few, many, late = in_a_loop(fill())
    assert [one.refused for one in (few, many, late)] == ["", "it did not take its answers", ""]
    assert crowd.unsent_bytes == {late: 30}


def test_who_does_not_take_answers_cannot_ask_for_more(line):
    crowd, asked = ConnectionRegistry(9), [say(ask()), LEFT]

    async def listen():
        async def receive():
            return asked.pop(0)

        one = Connection(receive, line.send, crowd)
        one.add_unsent_bytes(place.MAX_UNSENT + 1)
        wait = asyncio.create_task(one.receive())
        for _ in range(5):
            await asyncio.wait([wait], timeout=0)
        waited = not wait.done()
        one.add_unsent_bytes(-1)
        return waited, await wait

    waited, message = in_a_loop(listen())
    assert waited
    assert message["type"] == "websocket.receive"


def test_a_browser_that_goes_while_it_is_answered_is_no_error():
    async def answer():
        one = connection(ConnectionRegistry(9))

        async def gone(message):
            raise ConnectionResetError

        one._send = gone
        await one.send({"type": "websocket.send"})
        return await one.receive(), one.refused

    assert in_a_loop(answer()) == (LEFT, "")


def test_a_connection_that_is_cut_ends_whatever_it_had_still_to_say():
    async def cut():
        one = connection(ConnectionRegistry(9))
        one._receive = lambda: asyncio.sleep(0, say(ask()))
        one.abort_now("too much")
        return await one.receive(), one.refused

    assert in_a_loop(cut()) == ({"type": "websocket.disconnect", "code": FORBIDDEN}, "too much")
