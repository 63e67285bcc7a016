"""Nobody takes all places by asking often."""

import threading

import pytest

from ui.queues import patience, turns, workers
from ui.queues.fairness import LATELY, MOST, Fair, Owner
from ui.queues.patience import Busy, Seats
from ui.queues.turns import Turns
from ui.queues.workers import State, Workers

ANNA, BEN = Owner("10.0.0.1", "anna"), Owner("10.0.0.2", "ben")
ANNA_TOO = Owner("10.0.0.1", "anna too")


def serve_all(fair, waiting):
    """Return who comes when, if each gives the place back before the next one comes."""
    order = []
    while waiting:
        one = waiting.pop(fair.first(waiting, []))
        fair.serve(one)
        order.append(one)
    return order


def test_addresses_take_turns_however_many_of_one_wait():
    order = serve_all(Fair(1), [ANNA] * 4 + [BEN] * 2)
    assert order == [ANNA, BEN, ANNA, BEN, ANNA, ANNA]


def test_so_do_the_sessions_of_an_address():
    order = serve_all(Fair(1), [ANNA, ANNA, ANNA, ANNA_TOO])
    assert order == [ANNA, ANNA_TOO, ANNA, ANNA]


def test_who_is_alone_has_all_places_and_else_the_last_one_is_for_others():
    now = [0.0]
    fair = Fair(2, clock=lambda: now[0])
    assert fair.first([ANNA], [ANNA]) == 0
    fair.serve(BEN)
    assert fair.first([ANNA], [ANNA]) is None
    assert fair.first([ANNA, BEN], [ANNA]) == 1
    now[0] = LATELY
    assert fair.first([ANNA], [ANNA]) == 0


def test_nobody_comes_where_no_place_is_free_or_nobody_waits():
    assert Fair(1).first([ANNA], [BEN]) is None
    assert Fair(1).first([], []) is None


def test_how_many_come_before_somebody_counts_the_turns_of_others_only_as_they_come():
    fair = Fair(1)
    waiting = [ANNA, ANNA, ANNA, BEN]
    assert [fair.ahead(waiting, [], place) for place in range(4)] == [0, 2, 3, 1]
    assert fair.ahead(waiting, [BEN], 3) == 2


def test_a_bounded_number_of_addresses_is_remembered():
    fair = Fair(1)
    for number in range(3 * MOST):
        fair.serve(Owner(str(number)))
    assert len(fair._served) <= MOST + 1


@pytest.fixture
def be(monkeypatch):
    """Return a function that says whose everything is from now on."""

    def become(one):
        for module in (turns, patience, workers):
            monkeypatch.setattr(module, "owner", lambda: one)

    monkeypatch.setattr(turns, "let_end", lambda: None)
    return become


def test_a_visitor_who_comes_last_draws_before_the_queue_of_somebody_else(be):
    order, queue, threads = [], Turns(count=1), []

    def run(name):
        with queue.turn():
            order.append(name)

    be(ANNA)
    with queue.turn():
        for name in "aaab":
            be(BEN if name == "b" else ANNA)
            waiting = len(queue._waiting)
            threads.append(threading.Thread(target=run, args=[name]))
            threads[-1].start()
            while len(queue._waiting) == waiting:
                assert threads[-1].is_alive()
    for thread in threads:
        thread.join()
    assert order == ["b", "a", "a", "a"]


def test_one_address_cannot_fill_the_queue_of_the_workers(be):
    gate = threading.Event()
    queue = Workers(1, longest=4, of_one=2, rest=0)

    def work():
        gate.wait()
        yield 1

    be(ANNA)
    jobs = [queue.begin(work()) for _ in range(4)]
    assert [job is None for job in jobs] == [False, False, False, True]
    be(BEN)
    late = queue.begin(work())
    assert queue.ahead(late) == 0
    assert queue.ahead(jobs[1]) == 1
    gate.set()
    assert all(job.over.wait(60) and job.state is State.FINISHED for job in (*jobs[:3], late))


def test_nor_that_of_long_runs(be):
    places = Seats(0, longest=2, of_one=1)
    places._waiting[object()] = ANNA
    be(ANNA)
    with pytest.raises(Busy):
        places._sit(object())
