"""The log: a line is a line, no session can be taken over by it, and it stays small."""

import io
import logging
import sys

import pytest

from ui.frame import log


@pytest.fixture
def written(monkeypatch):
    """Return a logger, what it wrote, and a clock for the bound of it."""
    before = logging.getLogRecordFactory()
    now = [0.0]
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    log.install_log_limits(log.LogRateLimiter(clock=lambda: now[0]))
    logger, stream = logging.getLogger("tests.log"), io.StringIO()
    handler = logging.StreamHandler(stream)
    monkeypatch.setattr(logger, "handlers", [handler])
    yield logger, stream, now
    logging.setLogRecordFactory(before)


@pytest.mark.parametrize("odd", ["\n", "\r\n", "\x1b[31m", "\x00", "\u2028", "\x9b", "\ud800"])
def test_whatever_is_logged_is_one_line(written, odd):
    logger, stream, _ = written
    logger.warning("no such fragment: %s", f"a{odd}ERROR forged")
    assert len(stream.getvalue().splitlines()) == 1
    assert stream.getvalue().strip().isprintable()


def test_long_messages_are_cut_and_say_so(written):
    logger, stream, _ = written
    logger.warning("%s", "x" * 500_000)
    assert len(stream.getvalue()) < 1_100
    assert "(500000 letters)" in stream.getvalue()


def test_a_session_is_known_by_its_first_letters_alone(written):
    logger, stream, _ = written
    logger.warning("Session with id %s", "0f8fad5b-d9cb-469f-a165-70867728950e")
    assert stream.getvalue() == "Session with id 0f8fad5b…\n"


def test_no_line_of_a_traceback_can_pass_for_one_of_the_log(written):
    logger, stream, _ = written
    try:
        raise ValueError("typed\nERROR forged \x1b[2J")
    except ValueError:
        logger.exception("a page failed")
    first, *rest = stream.getvalue().splitlines()
    assert first == "a page failed"
    assert rest[-1].endswith("\\x1b[2J")
    assert all(line.startswith("  ") for line in rest)


def test_one_kind_of_line_fills_neither_the_disk_nor_the_place_of_others(written):
    logger, stream, now = written
    for number in range(5_000):
        logger.warning("%s failed", number)
        logger.error("%s was told", number)
    assert len(stream.getvalue()) < 3 * log.MAX_PER_KIND
    logger.info("quiet")
    logger.warning("something else")
    assert stream.getvalue().endswith("something else\n")
    now[0] = 61
    logger.warning("7 failed")
    assert stream.getvalue().endswith("7 failed\n")


def test_all_kinds_together_are_bounded_too(written):
    logger, stream, _ = written
    for number in range(30_000):
        logger.warning(f"kind {number}")
    assert len(stream.getvalue()) <= log.MAX_PER_MINUTE + 30_000  # line breaks do not count


def test_what_is_logged_wrongly_breaks_nothing(written, monkeypatch):
    logger, _, _ = written
    monkeypatch.setattr(logging, "raiseExceptions", False)
    logger.warning("%d %d", "x")
    logger.warning({"no": "text"})


def test_what_a_finalizer_raises_is_bounded_like_any_line(written, monkeypatch):
    class Session:
        def __del__(self):
            raise OSError("Too many open files\nERROR forged")

    _, stream, _ = written
    monkeypatch.setattr(logging.getLogger("glass"), "handlers", [logging.StreamHandler(stream)])
    for _ in range(500):
        Session()
    lines = stream.getvalue().splitlines()
    assert "OSError: Too many open files" in stream.getvalue()
    assert "ERROR forged" not in {line.strip() for line in lines if not line.startswith("  ")}
    assert len(stream.getvalue()) < 40_000
