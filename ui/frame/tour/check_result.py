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
        notes: what the check needs to know in later runs.
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
        notes: the notes of its check's last result.
        guess: index of the answer that the visitor guessed last, from 0; -1 if none.
        context: what was on the page at that guess.
    """

    notes: tuple[str, ...] = ()
    guess: int = -1
    context: str = ""
