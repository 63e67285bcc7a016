import threading

import pytest

from ui.workers import State, Workers

SOON = 60  # seconds that no test waits for unless something is broken


def endless():
    step = 0
    while True:
        yield step
        step += 1


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
    job = Workers(1, rest=0).begin(until(gate))
    assert job.running
    gate.set()
    assert ended(job) is State.FINISHED
    assert not job.running
    assert job.look() == [0, 1, 2]


def test_no_more_jobs_run_than_there_are_workers(gate):
    workers = Workers(2, rest=0)
    jobs = [workers.begin(until(gate)) for _ in range(4)]
    assert [job is None for job in jobs] == [False, False, True, True]
    gate.set()
    assert all(ended(job) is State.FINISHED for job in jobs[:2])
    assert ended(workers.begin(until(gate))) is State.FINISHED


def test_a_stopped_job_ends_with_what_it_has_and_its_worker_is_free():
    workers = Workers(1, rest=SOON)  # it would rest long: stopping wakes it
    job = workers.begin(endless())
    assert workers.begin(endless()) is None
    job.stop()
    assert ended(job) is State.STOPPED
    assert 1 <= len(job.look()) <= 2
    other = workers.begin(endless())
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

    job = Workers(1, rest=0, patience=15, clock=lambda: now[0]).begin(work())
    for minute in range(3):
        assert entered.acquire(timeout=SOON)
        now[0] = 10.0 * minute
        job.look()
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

    workers = Workers(1, rest=0)
    job = workers.begin(broken())
    assert ended(job) is State.FAILED
    assert len(job.look()) == 1
    assert "a job failed" in caplog.text
    assert ended(workers.begin(iter([0]))) is State.FINISHED
