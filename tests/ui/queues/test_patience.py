"""Long work gives way, waits for a seat, and ends with its visitor's interest."""

import threading
import time
from itertools import count

import pytest

from ui.queues import long_work
from ui.queues.long_work import LONG, Slots, TooManyWaiting

SOON = 60  # seconds that no test waits for unless something is broken


@pytest.fixture
def ways():
    """Note how often somebody gave way."""
    return []


def seats(ways, clock, count=1, longest=1):
    return Slots(count, longest, clock=clock, lower_priority=lambda: ways.append("gave way"))


def test_short_work_is_done_as_it_is_and_gives_way_to_nobody(ways):
    places = seats(ways, clock=lambda: 0.0)
    assert list(places.interruptible(range(5))) == [0, 1, 2, 3, 4]
    assert ways == []


def test_long_work_gives_way_once_and_is_done_all_the_same(ways):
    ticks = count(step=LONG / 2)
    places = seats(ways, clock=lambda: next(ticks))
    assert list(places.interruptible(range(9))) == list(range(9))
    assert list(places.interruptible(range(9))) == list(range(9))  # its seat was free again
    assert ways == ["gave way"] * 2


def test_only_work_counts_not_the_time_that_a_busy_machine_lets_it_wait(ways, monkeypatch):
    def works(seconds):
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    monkeypatch.setattr(long_work, "LONG", 0.1)
    places = Slots(1, lower_priority=lambda: ways.append("gave way"))
    list(places.interruptible(time.sleep(0.06) for _ in range(3)))
    assert ways == []
    list(places.interruptible(works(0.06) for _ in range(3)))
    assert ways == ["gave way"]


def test_who_finds_no_seat_waits_and_who_finds_no_room_to_wait_is_told(ways, monkeypatch):
    waiting = threading.Event()
    monkeypatch.setattr(long_work, "check_cancelled", lambda: len(ways) > 1 and waiting.set())
    ticks = count(step=2 * LONG)
    places = seats(ways, clock=lambda: next(ticks))
    first = places.interruptible(count())
    next(first), next(first)  # it has the seat now
    done = []
    second = threading.Thread(target=lambda: done.extend(places.interruptible(range(3))))
    second.start()
    assert waiting.wait(SOON)
    with pytest.raises(TooManyWaiting, match="try again in a minute"):
        list(places.interruptible(range(3)))
    assert done == [0]
    first.close()
    second.join(SOON)
    assert done == [0, 1, 2]


def test_a_run_that_nobody_waits_for_ends_between_two_steps_and_leaves_its_seat(ways, monkeypatch):
    class Gone(BaseException):
        pass

    def gone():
        raise Gone

    ticks = count(step=2 * LONG)
    places = seats(ways, clock=lambda: next(ticks))
    work = places.interruptible(count())
    next(work), next(work)
    monkeypatch.setattr(long_work, "check_cancelled", gone)
    with pytest.raises(Gone):
        next(work)
    monkeypatch.undo()
    assert list(places.interruptible(range(3))) == [0, 1, 2]
