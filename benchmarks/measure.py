"""Comparison of the durations of two actions that run alternately, under the same load."""

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

Action = Callable[[], object]
TIME_BUDGET, MIN_ROUNDS = 40, 3  # seconds for a row's rounds; least rounds, however long they take


@dataclass(frozen=True)
class Comparison:
    """One comparison: a row of the results.

    Args:
        name: what was compared.
        unit: unit of the two values.
        ours: median of the first action.
        other: median of the second.
        ratio: median of their ratio within a round.
        at_most: the aim of the ratio, where lower is better.
        at_least: the aim of the ratio, where higher is better.
        rounds: how often both were timed.
    """

    name: str
    unit: str
    ours: float
    other: float
    ratio: float
    rounds: int
    at_most: float | None = None
    at_least: float | None = None

    @property
    def meets_aim(self) -> bool | None:
        """Whether the ratio meets its aim; None where there is none."""
        if self.at_most is not None:
            return self.ratio <= self.at_most
        return None if self.at_least is None else self.ratio >= self.at_least


def compare_durations(
    name: str,
    ours: Action,
    other: Action,
    rounds: int,
    at_most: float | None = None,
    times: int = 1,
) -> Comparison:
    """Return the comparison of the median milliseconds of two actions.

    Args:
        name: what is compared.
        ours: the first action.
        other: the second.
        rounds: how often both are timed, after a round that warms up.
        at_most: the aim of the ratio.
        times: how often an action is repeated while it is timed.
    """
    pair = partial(_repeat, ours, times), partial(_repeat, other, times)
    milliseconds = [
        (1000 * a / times, 1000 * b / times) for a, b in time_alternately([pair] * (rounds + 1))
    ]
    return Comparison(name, "ms", **summarize_pairs(milliseconds), at_most=at_most)


def _repeat(action: Action, times: int) -> None:
    """Run an action several times."""
    for _ in range(times):
        action()


def time_alternately(rounds: Iterable[tuple[Action, Action]]) -> list[tuple[float, float]]:
    """Return the seconds of pairs of actions; the first pair warms up and is left out.

    On a slow machine there are fewer rounds than asked for, so that a row stays below two minutes.
    """
    times: list[tuple[float, float]] = []
    began = time.perf_counter()
    for first, second in rounds:
        each = (time.perf_counter() - began) / max(1, len(times))
        if len(times) > MIN_ROUNDS and each * (len(times) + 1) > TIME_BUDGET:
            print(f"  {len(times) - 1} rounds: each takes {each:.1f} s here", file=sys.stderr)
            break
        times.append((time_action(first), time_action(second)))
    return times[1:]


def time_action(action: Action) -> float:
    """Return the seconds that an action takes."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def summarize_pairs(pairs: Iterable[tuple[float, float]]) -> dict[str, Any]:
    """Return the medians of pairs of values, and of their ratios, as fields of a comparison."""
    first, second = zip(*pairs, strict=True)
    return {
        "ours": round(median(first), 2),
        "other": round(median(second), 2),
        "ratio": round(median(a / b for a, b in zip(first, second, strict=True)), 3),
        "rounds": len(first),
    }
