import itertools
import threading

import pytest

from ui.queues.workers import State, Workers

SOON = 60  # seconds that no test waits for unless something is broken


def endless():
    return itertools.count()


def until(gate, count=3):
    """Work that waits before its last snapshot until the gate opens."""
    yield from range(count - 1)
    assert gate.wait(SOON)
    yield count - 1


@pytest.fixture
def gate():
    event = threading.Event()
    yield event
    event.set()


def ended(job):
    assert job.over.wait(SOON)
    return job.state


def test_a_job_keeps_every_snapshot_and_finishes(gate):
    job = Workers(1, pause=0, timeout=SOON).submit(until(gate))
    assert job.running
    gate.set()
    assert ended(job) is State.FINISHED
    assert not job.running
    assert job.poll_results() == [0, 1, 2]


def test_no_more_jobs_run_than_there_are_workers_the_next_wait_and_the_last_are_sent_away(gate):
    workers = Workers(2, max_waiting=3, pause=0, timeout=SOON)
    jobs = [workers.submit(until(gate)) for _ in range(6)]
    assert jobs[5] is None
    assert [job.state for job in jobs[:5]] == [State.RUNNING] * 2 + [State.WAITING] * 3
    assert [workers.count_ahead(job) for job in jobs[:5]] == [0, 0, 0, 1, 2]
    gate.set()
    assert all(ended(job) is State.FINISHED for job in jobs[:5])
    assert ended(workers.submit(until(gate))) is State.FINISHED


def test_who_leaves_the_queue_makes_room_and_is_never_worked_for(gate):
    now, begun = [0.0], []

    def work(name):
        begun.append(name)
        yield name

    workers = Workers(1, max_waiting=3, pause=0, timeout=15, clock=lambda: now[0])
    first = workers.submit(until(gate))
    gone, stopped, last = (workers.submit(work(name)) for name in ("gone", "stopped", "last"))
    stopped.stop()
    now[0] = 20.0
    first.poll_results(), last.poll_results()
    assert workers.count_ahead(last) == 0
    assert (gone.state, stopped.state) == (State.LEFT, State.STOPPED)
    gate.set()
    assert ended(last) is State.FINISHED
    assert begun == ["last"]


def test_a_stopped_job_ends_with_what_it_has_and_its_worker_is_free():
    workers = Workers(1, pause=SOON, timeout=SOON)  # it would rest long: stopping wakes it
    job = workers.submit(endless())
    job.stop()
    assert ended(job) is State.STOPPED
    assert 1 <= len(job.poll_results()) <= 2
    other = workers.submit(endless())
    assert other is not None
    other.stop()
    assert ended(other) is State.STOPPED


def test_a_job_that_nobody_looks_at_ends_by_itself():
    now = [0.0]
    entered, go_on = threading.Semaphore(0), threading.Semaphore(0)

    def work():
        for step in range(100):
            entered.release()
            assert go_on.acquire(timeout=SOON)
            yield step

    job = Workers(1, pause=0, timeout=15, clock=lambda: now[0]).submit(work())
    for minute in range(3):
        assert entered.acquire(timeout=SOON)
        now[0] = 10.0 * minute
        job.poll_results()
        go_on.release()
    assert entered.acquire(timeout=SOON)
    assert job.running  # 20 seconds have gone by, but somebody looked
    now[0] += 16
    go_on.release()
    assert ended(job) is State.LEFT


def test_an_error_ends_the_job_and_frees_its_worker(caplog):
    def broken():
        yield 0
        raise ZeroDivisionError("on purpose")

    workers = Workers(1, pause=0, timeout=SOON)
    job = workers.submit(broken())
    assert ended(job) is State.FAILED
    assert len(job.poll_results()) == 1
    assert "a job failed" in caplog.text
    assert ended(workers.submit(iter([0]))) is State.FINISHED
