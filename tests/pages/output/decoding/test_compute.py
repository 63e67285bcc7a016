import pytest

from model.hypotheses import Hypotheses
from pages.output.decoding.compute import step_costs
from tests.pages.output.decoding.multiplications import count_multiplications

SOURCE = [7, 9, 12, 8, 2]
TARGET = [4, 6, 19, 10, 11]


@pytest.mark.parametrize("cached", [False, True])
def test_what_is_counted_is_what_the_formula_says(model, config, cached):
    for step, cost in enumerate(step_costs(model, SOURCE, TARGET, cached), 1):
        memory = step == 1 or not cached
        rows = 1 if cached else step
        assert cost.multiplications == count_multiplications(
            config, rows, step, len(SOURCE), memory
        )
        assert (
            cost.attention_multiplications
            == config.N * 2 * rows * (step + len(SOURCE)) * config.d_model
        )


def test_the_cache_leaves_one_row_for_each_step(model):
    steps = range(1, len(TARGET) + 1)
    with_cache = step_costs(model, SOURCE, TARGET, True)
    without = step_costs(model, SOURCE, TARGET, False)
    assert [(cost.rows, cost.keys) for cost in with_cache] == [(1, step) for step in steps]
    assert [(cost.rows, cost.keys) for cost in without] == [(step, step) for step in steps]
    assert with_cache[0] == without[0]  # the first step has nothing to reuse


def test_counting_changes_nothing(model):
    before = Hypotheses(model, [SOURCE], [4]).log_probabilities()
    step_costs(model, SOURCE, TARGET, True)
    assert Hypotheses(model, [SOURCE], [4]).log_probabilities().equal(before)
