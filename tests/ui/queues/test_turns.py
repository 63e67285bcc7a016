"""Runs of pages wait for each other in their order; none waits for a long or unwanted one."""

import threading
from contextlib import ExitStack

import pytest

from ui.queues import fair_limiter
from ui.queues.fair_limiter import SHORT, FairLimiter

SOON = 60  # seconds that no test waits for unless something is broken


@pytest.fixture(autouse=True)
def wanted(monkeypatch):
    """Let nobody's run end by itself."""
    monkeypatch.setattr(fair_limiter, "check_cancelled", lambda: None)


class Queue:
    """Runs that stand in a queue one after the other, and note when they begin.

    Args:
        turns: what they wait for.
    """

    def __init__(self, turns):
        self.turns, self.began, self.threads = turns, [], []

    def stand(self, name):
        before = len(self.turns._waiting)
        thread = threading.Thread(target=self._run, args=[name], daemon=True)
        self.threads.append(thread)
        thread.start()
        while len(self.turns._waiting) == before:  # until it stands there
            assert thread.is_alive()

    def _run(self, name):
        with self.turns.hold_slot():
            self.began.append(name)

    def leave(self):
        for thread in self.threads:
            thread.join(SOON)


def test_as_many_runs_begin_as_there_are_turns_and_the_others_follow_in_their_order():
    queue = Queue(FairLimiter(slot_count=2))
    with queue.turns.hold_slot(), ExitStack() as second:
        second.enter_context(queue.turns.hold_slot())
        for name in "abcd":
            queue.stand(name)
        assert queue.began == []
        second.close()
        queue.leave()
    assert queue.began == ["a", "b", "c", "d"]


def test_a_run_that_lasts_long_keeps_nobody_waiting():
    times = iter([0.0, *[SHORT] * 10])
    queue = Queue(FairLimiter(slot_count=1, clock=lambda: next(times)))
    with queue.turns.hold_slot():
        thread = threading.Thread(target=queue._run, args=["another"])
        thread.start()
        thread.join(SOON)
        assert queue.began == ["another"]


def test_a_run_that_waits_and_is_wanted_no_more_ends_and_leaves_the_queue(monkeypatch):
    class Gone(BaseException):
        pass

    def gone():
        raise Gone

    monkeypatch.setattr(fair_limiter, "check_cancelled", gone)
    monkeypatch.setattr(fair_limiter, "POLL_INTERVAL", 0.001)
    queue = FairLimiter(slot_count=1)
    with queue.hold_slot():
        with pytest.raises(Gone), queue.hold_slot():
            pytest.fail("it began")
        assert not queue._waiting
    with queue.hold_slot():
        pass  # the turn is free again


def test_an_error_gives_the_turn_back():
    queue = FairLimiter(slot_count=1)
    with pytest.raises(ZeroDivisionError), queue.hold_slot():
        raise ZeroDivisionError
    with queue.hold_slot():
        pass


def test_every_run_of_a_page_takes_a_turn_and_gives_it_back(open_page, monkeypatch):
    taken = []

    class Counted(FairLimiter):
        def hold_slot(self):
            taken.append(self)
            return super().hold_slot()

    monkeypatch.setattr(fair_limiter, "PAGE_RUN_LIMITER", Counted(slot_count=1))
    app = open_page("questions", sections="")
    app.run()
    assert len(taken) == 2
    assert not taken[0]._began
    assert not app.exception
