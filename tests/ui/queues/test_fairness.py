"""Nobody takes all places by asking often."""

import threading
from types import SimpleNamespace

import pytest

from ui.queues import fair_limiter, fairness, long_work, workers
from ui.queues.fair_limiter import FairLimiter
from ui.queues.fairness import LATELY, MOST, FairScheduler, Owner, countable_address
from ui.queues.long_work import Slots, TooManyWaiting
from ui.queues.workers import State, Workers

ANNA, BEN = Owner("10.0.0.1", "anna"), Owner("10.0.0.2", "ben")
ANNA_TOO, CARA = Owner("10.0.0.1", "anna too"), Owner("10.0.0.3", "cara")


def serve_all(fair, waiting):
    """Return who comes when, if each gives the place back before the next one comes."""
    order = []
    while waiting:
        one = waiting.pop(fair.choose_next(waiting, []))
        fair.record_service(one)
        order.append(one)
    return order


@pytest.mark.parametrize(
    ("hosts", "counted"),
    [
        (("10.0.0.1", "::ffff:10.0.0.1"), "10.0.0.1"),
        (("2001:db8:0:1::5", "2001:db8:0:1:ffff::6"), "2001:db8:0:1::/64"),
        (("fe80::1%eth0",), "fe80::/64"),
        (("unix:",), "unix:"),
    ],
)
def test_a_machine_counts_as_one_address_however_many_it_has(hosts, counted):
    assert {countable_address(host) for host in hosts} == {counted}


def test_a_run_belongs_to_the_network_of_its_ipv6_address(monkeypatch):
    run, seen = SimpleNamespace(session_id="anna"), SimpleNamespace(ip_address="2001:db8::5")
    runtime = SimpleNamespace(exists=lambda: True)
    monkeypatch.setattr(fairness, "get_script_run_ctx", lambda suppress_warning: run)
    monkeypatch.setattr(fairness, "st", SimpleNamespace(runtime=runtime, context=seen))
    assert fairness.current_owner() == Owner("2001:db8::/64", "anna")
    seen.ip_address = None  # of a visitor on the same machine
    assert fairness.current_owner() == Owner("", "anna")


def test_addresses_take_turns_however_many_of_one_wait():
    order = serve_all(FairScheduler(1), [ANNA] * 4 + [BEN] * 2)
    assert order == [ANNA, BEN, ANNA, BEN, ANNA, ANNA]


def test_so_do_the_sessions_of_an_address():
    order = serve_all(FairScheduler(1), [ANNA, ANNA, ANNA, ANNA_TOO])
    assert order == [ANNA, ANNA_TOO, ANNA, ANNA]


def test_who_is_alone_has_all_places_and_else_the_last_one_is_for_others():
    now = [0.0]
    fair = FairScheduler(2, clock=lambda: now[0])
    assert fair.choose_next([ANNA], [ANNA]) == 0
    fair.record_service(BEN)
    assert fair.choose_next([ANNA], [ANNA]) is None
    assert fair.choose_next([ANNA, BEN], [ANNA]) == 1
    now[0] = LATELY
    assert fair.choose_next([ANNA], [ANNA]) == 0


def test_who_comes_while_another_has_all_places_gets_one_more_at_once():
    fair = FairScheduler(2)
    assert fair.choose_next([ANNA, ANNA_TOO, BEN], [ANNA, ANNA_TOO]) == 2
    assert fair.choose_next([ANNA], [ANNA, ANNA_TOO]) is None
    assert fair.choose_next([CARA], [ANNA, ANNA_TOO, BEN]) is None
    assert fair.choose_next([CARA], [ANNA, BEN]) is None


def test_a_job_does_not_wait_for_the_jobs_of_another_address(be):
    gate = threading.Event()
    queue = Workers(2, max_per_address=12, pause=0)

    def work():
        gate.wait()
        yield 1

    be(ANNA)
    jobs = [queue.submit(work()) for _ in range(14)]
    be(BEN)
    late = queue.submit(iter([1]))
    assert late.over.wait(60)
    assert [job.state for job in jobs] == [State.RUNNING] * 2 + [State.WAITING] * 12
    gate.set()
    assert all(job.over.wait(60) for job in jobs)


def test_meanwhile_a_job_of_the_address_that_has_all_workers_pauses(be):
    queue, gate = Workers(2, pause=0), threading.Event()

    def late():
        gate.wait()
        yield 1

    be(ANNA)
    first, second = queue.submit(iter(range(10**9))), queue.submit(late())
    be(BEN)
    other = queue.submit(late())
    assert queue._gives_way(first)
    assert not queue._gives_way(second)
    assert not queue._gives_way(other)
    gate.set()
    assert all(job.over.wait(60) for job in (second, other))
    assert not queue._gives_way(first)
    first.stop()
    assert first.over.wait(60)


def test_nobody_comes_where_no_place_is_free_or_nobody_waits():
    assert FairScheduler(1).choose_next([ANNA], [BEN]) is None
    assert FairScheduler(1).choose_next([], []) is None


def test_how_many_come_before_somebody_counts_the_turns_of_others_only_as_they_come():
    fair = FairScheduler(1)
    waiting = [ANNA, ANNA, ANNA, BEN]
    assert [fair.count_ahead(waiting, [], place) for place in range(4)] == [0, 2, 3, 1]
    assert fair.count_ahead(waiting, [BEN], 3) == 2


def test_a_bounded_number_of_addresses_is_remembered():
    fair = FairScheduler(1)
    for number in range(3 * MOST):
        fair.record_service(Owner(str(number)))
    assert len(fair._served) <= MOST + 1


@pytest.fixture
def be(monkeypatch):
    """Return a function that says whose everything is from now on."""

    def become(one):
        for module in (fair_limiter, long_work, workers):
            monkeypatch.setattr(module, "current_owner", lambda: one)

    monkeypatch.setattr(fair_limiter, "check_cancelled", lambda: None)
    return become


def test_a_visitor_who_comes_last_draws_before_the_queue_of_somebody_else(be):
    order, queue, threads = [], FairLimiter(slot_count=1), []

    def run(name):
        with queue.hold_slot():
            order.append(name)

    be(ANNA)
    with queue.hold_slot():
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
    queue = Workers(1, max_waiting=4, max_per_address=2, pause=0)

    def work():
        gate.wait()
        yield 1

    be(ANNA)
    jobs = [queue.submit(work()) for _ in range(4)]
    assert [job is None for job in jobs] == [False, False, False, True]
    be(BEN)
    late = queue.submit(work())
    assert queue.count_ahead(late) == 0
    assert queue.count_ahead(jobs[1]) == 1
    gate.set()
    assert all(job.over.wait(60) and job.state is State.FINISHED for job in (*jobs[:3], late))


def test_nor_that_of_long_runs(be):
    places = Slots(0, max_waiting=2, max_per_address=1)
    places._waiting[object()] = ANNA
    be(ANNA)
    with pytest.raises(TooManyWaiting):
        places._wait_for_slot(object())
