import math

import pytest

from model.training.schedule import learning_rate


def test_the_learning_rate_is_the_papers():
    for step in (1, 10, 3_999, 4_000, 4_001, 100_000):
        expected = 512**-0.5 * min(step**-0.5, step * 4_000**-1.5)
        assert learning_rate(step, 512, 4_000) == pytest.approx(expected)
    rates = [learning_rate(step, 512, 4_000) for step in range(1, 8_000)]
    assert max(rates) == rates[4_000 - 1] == pytest.approx(1 / math.sqrt(512 * 4_000))
    assert rates[1_999] == pytest.approx(rates[3_999] / 2)  # linear before the peak
