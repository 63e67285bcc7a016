"""The log: one line is one line, a session's id is no key to it, and nobody can fill the disk.

Much of what is logged was said by a browser, and by libraries, which write down what they are told.
"""

import logging
import re
import textwrap
import time
import traceback
from collections.abc import Callable
from typing import Any

LONGEST = 1_000  # letters of a message
A_MINUTE = 20_000  # letters a minute of messages of one kind
ALL = 80_000  # of all kinds together; the next minute begins anew
_NOBODY = -1  # a level below any that is listened to
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SESSION = re.compile(r"\b([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")
_TRACEBACK = 4_000  # letters of one, its end
_log = logging.getLogger("glass")


def clean(text: str) -> str:
    """Return a log message as one bounded line, without full session ids."""
    line = _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text[:LONGEST])
    line = _SESSION.sub(r"\1…", line)
    return line if len(text) <= LONGEST else f"{line}… ({len(text)} letters)"


def clean_traceback(found: tuple) -> str:
    """Return a traceback with indented lines, so that none looks like a log line."""
    text = "".join(traceback.format_exception(*found)).rstrip()[-_TRACEBACK:]
    return textwrap.indent("\n".join(map(clean, text.split("\n"))), "  ", lambda _: True)


class Spared:
    """Limits how much is logged per minute.

    Args:
        clock: tells the time, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._began = clock, clock()
        self._used: dict[tuple, int] = {}
        self._left_out = 0

    def allows(self, kind: tuple, size: int) -> bool:
        """Whether a message may still be logged in this minute.

        Args:
            kind: what it has in common with others that say the same of something else.
            size: how many letters it takes.
        """
        if self._clock() - self._began >= 60:
            missed, self._left_out = self._left_out, 0
            self._began = self._clock()
            self._used.clear()
            if missed:
                _log.warning("%d lines like others were left out in the last minute", missed)
        used = self._used.get(kind, 0)
        if used + size > A_MINUTE or sum(self._used.values()) + size > ALL:
            self._left_out += 1
            return False
        self._used[kind] = used + size
        return True


def keep_short(spared: Spared) -> None:
    """Sanitize and limit everything that is logged from now on."""

    class Line(logging.LogRecord):
        """What is logged, its text complete."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            kind = (self.name, self.levelno, self.msg if isinstance(self.msg, str) else "")
            try:
                self.msg, self.args = clean(super().getMessage()), None
            except (TypeError, ValueError, KeyError):
                return  # Python says itself what is wrong with it
            if self.exc_info and self.exc_info[0]:
                self.exc_text = clean_traceback(self.exc_info)
            size = len(self.msg) + len(self.exc_text or "")
            if not spared.allows(kind, size):
                self.levelno = _NOBODY

    logging.setLogRecordFactory(Line)
