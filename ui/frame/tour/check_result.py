"""Input and output of the tour's checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class CheckResult:
    """Result of a step's check.

    Args:
        status: the state of the step, a sentence; once done, the result.
        done: whether the step's task is done.
        notes: notes for the check in later runs.
        options: answers to choose from, if the step asks for a guess.
        context: what the guess is about; a guess about something else does not count.
        hides_figure: whether the figure is hidden until there is a guess.
        only_visit: whether the step asks for nothing but a visit.
    """

    status: str
    done: bool = False
    notes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    context: str = ""
    hides_figure: bool = False
    only_visit: bool = False


@dataclass(frozen=True)
class CheckHistory:
    """What happened at a step before this run.

    Args:
        notes: notes of its check.
        guess: index of the visitor's last guess, or -1.
        context: what that guess was about.
    """

    notes: tuple[str, ...] = ()
    guess: int = -1
    context: str = ""
