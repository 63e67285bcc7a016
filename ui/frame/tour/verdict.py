"""What a check of the tour is told, and what it says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What is the case at a stop.

    Args:
        now: in a sentence; once it is done, what was found.
        done: whether that is what the stop asks for.
        noted: what the check wants to know again in later runs.
        options: answers to choose from, where a guess is asked for.
        context: what the guess is about; a guess about something else does not count.
        covered: whether the picture is hidden until there is a guess.
        seen: whether nothing is asked for but a look, which is done by coming.
    """

    now: str
    done: bool = False
    noted: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    context: str = ""
    covered: bool = False
    seen: bool = False


@dataclass(frozen=True)
class Before:
    """What happened at a stop until now.

    Args:
        noted: by its check.
        guess: place of the visitor's last answer, or -1.
        context: what that answer was about.
    """

    noted: tuple[str, ...] = ()
    guess: int = -1
    context: str = ""
