"""What a comparison says."""

import pytest

from benchmarks import measure
from benchmarks.measure import Comparison, compare_durations, summarize_pairs, time_alternately


def test_actions_take_turns_and_the_first_round_only_warms_up():
    calls = []
    times = time_alternately([(lambda: calls.append("a"), lambda: calls.append("b"))] * 3)
    assert calls == ["a", "b"] * 3
    assert len(times) == 2


def test_a_comparison_is_of_milliseconds_each_time(monkeypatch):
    monkeypatch.setattr(
        measure, "time_alternately", lambda rounds: [(0.5, 0.25)] * (len(rounds) - 1)
    )
    assert compare_durations("a / b", int, int, 3, 1.5, times=5) == Comparison(
        "a / b", "ms", 100, 50, 2, 3, at_most=1.5
    )


def test_a_row_of_a_slow_machine_has_fewer_rounds_and_says_so(monkeypatch, capsys):
    now = iter(range(0, 10_000, 3))  # each look at the clock is three seconds later
    monkeypatch.setattr(measure.time, "perf_counter", lambda: next(now))
    times = time_alternately([(int, int)] * 100)
    assert measure.MIN_ROUNDS <= len(times) < 10
    assert f"{len(times)} rounds: each takes 15.8 s here" in capsys.readouterr().err


def test_the_ratio_is_the_median_of_ratios_within_rounds():
    assert summarize_pairs([(1, 2), (30, 10), (4, 4)]) == {
        "ours": 4,
        "other": 4,
        "ratio": 1,
        "rounds": 3,
    }


@pytest.mark.parametrize(
    ("aim", "reached"), [({"at_most": 1.1}, False), ({"at_least": 1.1}, True), ({}, None)]
)
def test_an_aim_is_a_ceiling_or_a_floor_or_there_is_none(aim, reached):
    assert Comparison("a / b", "ms", 2, 1, 2.0, 3, **aim).meets_aim is reached
