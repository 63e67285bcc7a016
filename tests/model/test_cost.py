import pytest

from model.cost import step_costs
from model.hypotheses import Hypotheses

SOURCE = [7, 9, 12, 8, 2]
TARGET = [4, 6, 19, 10, 11]


def by_formula(config, step, cached):
    """What a step multiplies, from the sizes alone."""
    n, t, d = len(SOURCE), step, config.d_model
    rows = 1 if cached else t
    memory = 2 * n * d * d if step == 1 or not cached else 0  # W_K and W_V of cross-attention
    layer = 6 * rows * d * d + memory + 2 * rows * d * config.d_ff
    return config.N * layer + d * config.vocab_size, config.N * 2 * rows * (t + n) * d


@pytest.mark.parametrize("cached", [False, True])
def test_what_is_counted_is_what_the_formula_says(model, config, cached):
    counted = step_costs(model, SOURCE, TARGET, cached)
    for step, cost in enumerate(counted, 1):
        assert (cost.weights, cost.dots) == by_formula(config, step, cached)
        assert cost.multiplications == cost.weights + cost.dots


def test_the_cache_leaves_one_row_for_each_step(model):
    steps = range(1, len(TARGET) + 1)
    with_cache = step_costs(model, SOURCE, TARGET, True)
    without = step_costs(model, SOURCE, TARGET, False)
    assert [(cost.rows, cost.seen) for cost in with_cache] == [(1, step) for step in steps]
    assert [(cost.rows, cost.seen) for cost in without] == [(step, step) for step in steps]
    assert with_cache[0] == without[0]  # the first step has nothing to reuse


def test_counting_changes_nothing(model):
    before = Hypotheses(model, [SOURCE], [4]).log_probabilities()
    step_costs(model, SOURCE, TARGET, True)
    assert Hypotheses(model, [SOURCE], [4]).log_probabilities().equal(before)
