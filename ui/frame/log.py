"""Safe logging: one line per message, no full session ids, a bounded amount per minute.

Much of what is logged comes from browsers, through libraries that log what they receive.
"""

import logging
import re
import sys
import textwrap
import time
import traceback
from collections.abc import Callable
from typing import Any

MAX_LINE_LENGTH = 1_000  # characters of a message
MAX_PER_KIND = 20_000  # characters per minute, for messages of one kind
MAX_PER_MINUTE = 80_000  # characters per minute, for all kinds together
_DISABLED_LEVEL = -1  # a level below that of any handler
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SESSION = re.compile(r"\b([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")
_TRACEBACK = 4_000  # characters kept from the end of a traceback
_log = logging.getLogger("glass")


def sanitize_line(text: str) -> str:
    """Return a log message as one line of bounded length, control characters escaped."""
    line = _CONTROL.sub(
        lambda found: found[0].encode("unicode_escape").decode(), text[:MAX_LINE_LENGTH]
    )
    line = _SESSION.sub(r"\1…", line)
    return line if len(text) <= MAX_LINE_LENGTH else f"{line}… ({len(text)} letters)"


def sanitize_traceback(exc_info: tuple) -> str:
    """Return the traceback of ``sys.exc_info()`` as text, its lines sanitized and indented."""
    text = "".join(traceback.format_exception(*exc_info)).rstrip()[-_TRACEBACK:]
    return textwrap.indent("\n".join(map(sanitize_line, text.split("\n"))), "  ", lambda _: True)


class LogRateLimiter:
    """Limits how many characters are logged per minute.

    Args:
        clock: returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start the first minute, measured by this clock."""
        self._clock, self._began = clock, clock()
        self._used: dict[tuple, int] = {}
        self._left_out = 0

    def allows(self, message_type: tuple, size: int) -> bool:
        """Whether a message of this type and ``size`` may be logged now; if so, it is counted.

        Args:
            message_type: logger, level and template of the message, without its arguments.
            size: number of characters of the message.
        """
        if self._clock() - self._began >= 60:
            missed, self._left_out = self._left_out, 0
            self._began = self._clock()
            self._used.clear()
            if missed:
                _log.warning("%d lines like others were left out in the last minute", missed)
        used = self._used.get(message_type, 0)
        if used + size > MAX_PER_KIND or sum(self._used.values()) + size > MAX_PER_MINUTE:
            self._left_out += 1
            return False
        self._used[message_type] = used + size
        return True


def install_log_limits(limiter: LogRateLimiter) -> None:
    """Sanitize and rate-limit all log records from now on, in the whole process."""

    class Line(logging.LogRecord):
        """A log record whose message is formatted, sanitized and counted."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            kind = (self.name, self.levelno, self.msg if isinstance(self.msg, str) else "")
            try:
                self.msg, self.args = sanitize_line(super().getMessage()), None
            except (TypeError, ValueError, KeyError):
                return  # logging itself reports the faulty arguments
            if self.exc_info and self.exc_info[0]:
                self.exc_text = sanitize_traceback(self.exc_info)
            size = len(self.msg) + len(self.exc_text or "")
            if not limiter.allows(kind, size):
                self.levelno = _DISABLED_LEVEL

    logging.setLogRecordFactory(Line)
    sys.unraisablehook = _log_unraisable


def _log_unraisable(error: Any) -> None:
    """Log an exception that nobody can catch, as of a finalizer when no file can be opened.

    Args:
        error: what ``sys.unraisablehook`` gets.
    """
    exc_info = (error.exc_type, error.exc_value, error.exc_traceback)
    _log.error(error.err_msg or "an exception was ignored", exc_info=exc_info)
