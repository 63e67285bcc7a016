import math

import pytest

from model.training.schedule import cooldown_rate, learning_rate


def test_the_learning_rate_is_the_papers():
    for step in (1, 10, 3_999, 4_000, 4_001, 100_000):
        expected = 512**-0.5 * min(step**-0.5, step * 4_000**-1.5)
        assert learning_rate(step, 512, 4_000) == pytest.approx(expected)
    rates = [learning_rate(step, 512, 4_000) for step in range(1, 8_000)]
    assert max(rates) == rates[4_000 - 1] == pytest.approx(1 / math.sqrt(512 * 4_000))
    assert rates[1_999] == pytest.approx(rates[3_999] / 2)  # linear before the peak


def test_the_last_steps_cool_down_in_a_straight_line():
    rates = [cooldown_rate(0.5, step, steps=10, cooldown=4) for step in range(1, 11)]
    assert rates == pytest.approx([0.5] * 7 + [0.375, 0.25, 0.125])
    assert cooldown_rate(0.5, 10, steps=10, cooldown=0) == 0.5
