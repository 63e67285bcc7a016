"""Runs of pages wait for each other in their order; none waits for a long or unwanted one."""

import threading
from contextlib import ExitStack

import pytest

from ui.queues import turns
from ui.queues.turns import SHORT, Turns

SOON = 60  # seconds that no test waits for unless something is broken


@pytest.fixture(autouse=True)
def wanted(monkeypatch):
    """Let nobody's run end by itself."""
    monkeypatch.setattr(turns, "let_end", lambda: None)


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
        with self.turns.turn():
            self.began.append(name)

    def leave(self):
        for thread in self.threads:
            thread.join(SOON)


def test_as_many_runs_begin_as_there_are_turns_and_the_others_follow_in_their_order():
    queue = Queue(Turns(count=2))
    with queue.turns.turn(), ExitStack() as second:
        second.enter_context(queue.turns.turn())
        for name in "abcd":
            queue.stand(name)
        assert queue.began == []
        second.close()
        queue.leave()
    assert queue.began == ["a", "b", "c", "d"]


def test_a_run_that_lasts_long_keeps_nobody_waiting():
    times = iter([0.0, *[SHORT] * 10])
    queue = Queue(Turns(count=1, clock=lambda: next(times)))
    with queue.turns.turn():
        thread = threading.Thread(target=queue._run, args=["another"])
        thread.start()
        thread.join(SOON)
        assert queue.began == ["another"]


def test_a_run_that_waits_and_is_wanted_no_more_ends_and_leaves_the_queue(monkeypatch):
    class Gone(BaseException):
        pass

    def gone():
        raise Gone

    monkeypatch.setattr(turns, "let_end", gone)
    monkeypatch.setattr(turns, "LOOK", 0.001)
    queue = Turns(count=1)
    with queue.turn():
        with pytest.raises(Gone), queue.turn():
            pytest.fail("it began")
        assert not queue._waiting
    with queue.turn():
        pass  # the turn is free again


def test_an_error_gives_the_turn_back():
    queue = Turns(count=1)
    with pytest.raises(ZeroDivisionError), queue.turn():
        raise ZeroDivisionError
    with queue.turn():
        pass


def test_every_run_of_a_page_takes_a_turn_and_gives_it_back(open_page, monkeypatch):
    taken = []

    class Counted(Turns):
        def turn(self):
            taken.append(self)
            return super().turn()

    monkeypatch.setattr(turns, "TURNS", Counted(count=1))
    app = open_page("questions", sections="")
    app.run()
    assert len(taken) == 2
    assert not taken[0]._began
    assert not app.exception
